// Amounts of the database as REST shows them: two decimals, what is no number is 0. Pure.

const SHOWN = /^-?\d+(?:\.\d{1,2})?$/

/** At most the 15 digits that a double holds whatever they are. */
const EXACT = /^(-?)(\d{1,6})\.(\d{3,9})$/

export function shownAmount(stored: string): string {
  if (SHOWN.test(stored)) return stored
  const [, sign = '', whole = '', fraction = ''] = EXACT.exec(stored) ?? []
  return fraction === '' ? rounded(stored) : shown(sign, Number(whole), fraction)
}

/** Half away from zero. */
function shown(sign: string, whole: number, fraction: string): string {
  const up = fraction.charCodeAt(2) >= HALF ? 1 : 0
  const cents = whole * 100 + Number(fraction.slice(0, 2)) + up
  return `${cents === 0 ? '' : sign}${(cents / 100).toFixed(2)}`
}

const HALF = '5'.charCodeAt(0)

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

/** Without an exponent. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10) : text
}
