// Result values in the form that both engines share.
import { tooLarge } from './errors.ts'

const inexact = (text: string, column: string) =>
  tooLarge(`${text} in column ${column} is too large to be held exactly`)

/** Throws beyond the safe integers instead of rounding. */
export function wholeNumber(value: bigint | string, column: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw inexact(String(value), column)
  return number
}

/** scaled / 10^scale. With up to 2 decimals the result is exact or an error, else the nearest double. */
export function decimalNumber(scaled: bigint | number, scale: number, column: string): number {
  const digits = Number(scaled)
  // Both operands are exact, so division gives the nearest double.
  if (Number.isSafeInteger(digits)) return digits / 10 ** scale
  return decimalText(decimalString(BigInt(scaled), scale), column)
}

function decimalString(scaled: bigint, scale: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, '0')
  const cut = digits.length - scale
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

/** Same rule as `decimalNumber`. */
export function decimalText(text: string, column: string): number {
  const [whole = '', fraction = ''] = text.split('.')
  const significant = fraction.replace(/0+$/, '')
  if (significant.length <= 2 && !Number.isSafeInteger(Number(whole + significant.padEnd(2, '0')))) {
    if (significant !== '' || !Number.isSafeInteger(Number(whole))) throw inexact(text, column)
  }
  const number = Number(text)
  if (!Number.isFinite(number)) throw inexact(text, column)
  return number
}

/** 'YYYY-MM-DD HH:MM:SS' without a UTC offset and without trailing zeros in the fraction. */
export function timestampText(text: string): string {
  const local = text.replace(/[+-]00(:?00)?$/, '')
  return local.includes('.') ? local.replace(/\.?0+$/, '') : local
}
