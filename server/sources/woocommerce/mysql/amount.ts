import { centsText, parseCents } from '#server/domain/cents.ts'

const POINT = '.'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]

/** Together at most 15 digits, which a double represents exactly. */
const EXACT = { whole: 6, decimals: 9 }

/** An amount as the REST API shows it: with the decimals of the shop's prices, 0 for invalid text. */
export function formatAmount(stored: string, shownDecimals: number): string {
  const start = stored.charCodeAt(0) === MINUS ? 1 : 0
  let point = -1
  for (let at = start; at < stored.length; at++) {
    const code = stored.charCodeAt(at)
    if (code === POINT && point < 0) point = at
    else if (code < ZERO || code > NINE) return rounded(stored, shownDecimals)
  }
  const whole = (point < 0 ? stored.length : point) - start
  const decimals = point < 0 ? 0 : stored.length - point - 1
  if (whole === 0 || (decimals === 0 && point >= 0)) return rounded(stored, shownDecimals)
  if (decimals <= shownDecimals) return stored
  const isExact = shownDecimals === 2 && whole <= EXACT.whole && decimals <= EXACT.decimals
  return isExact ? centsText(parseCents(stored)) : rounded(stored, shownDecimals)
}

/** Like PHP's number_format: through a double's 15 digits, then half away from zero. */
function rounded(stored: string, decimals: number): string {
  const value = Number.parseFloat(stored.replace(/[^0-9.-]/g, ''))
  if (!Number.isFinite(value)) return '0'
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(Number(value.toPrecision(15)))) ?? []
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const up = String(digits + (Number(fraction[decimals] ?? 0) >= 5 ? 1n : 0n)).padStart(decimals + 1, '0')
  const text = decimals === 0 ? up : `${up.slice(0, -decimals)}.${up.slice(-decimals)}`
  return `${/[1-9]/.test(up) ? sign : ''}${text}`
}

/** Decimal text without an exponent. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10) : text
}
