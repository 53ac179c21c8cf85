// Reads numbers that people type into fields and paste from spreadsheets.
import { type DecimalSign, decimalSignsOf, decimalText } from '#contract/decimal-text.ts'

/** What a block of cells shows of its numbers: their decimal sign, nothing, or two signs that contradict each other. */
export type NumberStyle = DecimalSign | 'mixed'

export function numberStyleOf(cells: Iterable<string>): NumberStyle {
  const [first, second] = decimalSignsOf(cells)
  return second === undefined ? first : 'mixed'
}

/** 1234567.5 → '1234567,5', to be edited: `readNumber` reads the same number, also 1.125, which '1,125' would leave unclear. */
export function writeNumber(value: number): string {
  const text = String(value).replace('.', ',')
  return /,\d{3}$/.test(text) ? `${text}0` : text
}

/**
 * Null for an empty text, undefined for what is no number, 'unclear' for '1,500', which is 1.5 or 1500. A single point before
 * three digits separates thousands, as everywhere on the screens, unless the block shows otherwise.
 */
export function readNumber(text: string, style?: NumberStyle): number | null | undefined | 'unclear' {
  const bare = text.replace(/[\s\u00a0]/g, '')
  if (bare === '' || bare === '-') return null
  const decimal = decimalText(text, style === 'mixed' ? undefined : style)
  if (decimal === undefined) return undefined
  if (decimal !== 'unclear') return Number(decimal)
  return style === undefined && bare.includes('.') ? Number(decimalText(text, ',')) : 'unclear'
}
