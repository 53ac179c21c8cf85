import { DECIMALS } from '../decimals.ts'

const POINT = '.'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]

/** An amount as the REST API shows it when asked for `DECIMALS`; 0 for invalid text. */
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
  if (decimals <= DECIMALS) return stored
  const end = stored.length - (decimals - DECIMALS)
  if (/^0+$/.test(stored.slice(end))) return stored.slice(0, end)
  return rounded(stored)
}

/** Like PHP's number_format: through a double's 15 digits, then half away from zero. */
function rounded(stored: string): string {
  const value = Number.parseFloat(stored.replace(/[^0-9.-]/g, ''))
  if (!Number.isFinite(value)) return '0'
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(Number(value.toPrecision(15)))) ?? []
  const digits = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  const up = String(digits + (Number(fraction[DECIMALS] ?? 0) >= 5 ? 1n : 0n)).padStart(DECIMALS + 1, '0')
  const text = `${up.slice(0, -DECIMALS)}.${up.slice(-DECIMALS)}`
  return `${/[1-9]/.test(up) ? sign : ''}${text}`
}

/** Decimal text without an exponent. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10) : text
}

/** The sum of taxes, each rounded to so many decimals, at most `DECIMALS`. */
export function sumOfTaxes(
  taxes: readonly string[],
  { decimals, halfDown }: { decimals: number; halfDown: boolean },
): string {
  const unit = 10n ** BigInt(Math.max(DECIMALS - decimals, 0))
  let sum = 0n
  for (const tax of taxes) {
    const scaled = BigInt(padded(formatAmount(tax)))
    const size = scaled < 0n ? -scaled : scaled
    const half = unit / 2n - (halfDown && unit > 1n ? 1n : 0n)
    const rounded = ((size + half) / unit) * unit
    sum += scaled < 0n ? -rounded : rounded
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(DECIMALS + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

/** In units of the last of `DECIMALS`. */
function padded(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return whole + fraction.padEnd(DECIMALS, '0')
}
