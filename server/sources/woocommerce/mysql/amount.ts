import { centsText, parseCents } from '#server/domain/cents.ts'

const POINT = '.'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]

/** Together at most 15 digits, which a double represents exactly. */
const EXACT = { whole: 6, decimals: 9 }

/** An amount as the REST API shows it: two decimals, 0 for invalid text. */
export function formatAmount(stored: string): string {
  const start = stored.charCodeAt(0) === MINUS ? 1 : 0
  let point = -1
  for (let at = start; at < stored.length; at++) {
    const code = stored.charCodeAt(at)
    if (code === POINT && point < 0) point = at
    else if (code < ZERO || code > NINE) return rounded(stored)
  }
  const whole = (point < 0 ? stored.length : point) - start
  const decimals = point < 0 ? 0 : stored.length - point - 1
  if (whole === 0 || (decimals === 0 && point >= 0)) return rounded(stored)
  if (decimals <= 2) return stored
  return whole <= EXACT.whole && decimals <= EXACT.decimals ? centsText(parseCents(stored)) : rounded(stored)
}

/** As PHP's number_format does: through a double's 15 digits, then half away from zero. */
function rounded(stored: string): string {
  const value = Number.parseFloat(stored.replace(/[^0-9.-]/g, ''))
  if (!Number.isFinite(value)) return '0'
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(Number(value.toPrecision(15)))) ?? []
  const cents = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
  const up = cents + (Number(fraction[2] ?? 0) >= 5 ? 1n : 0n)
  return `${up === 0n ? '' : sign}${up / 100n}.${String(up % 100n).padStart(2, '0')}`
}

/** Text without an exponent. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10) : text
}
