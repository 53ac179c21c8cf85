// Amounts in thousands or millions, as titles and the lines around a table say it.

/** Zeros that a column adds to its numbers; 'unclear' for «M$»: thousands in Chile, millions elsewhere. */
export type Scale = 0 | 3 | 6 | 'unclear'

/** A price «por miles» is that of many units, and «sin separador de miles» is how a number is written. */
export function titleScale(title: string): Scale {
  if (/\b(?:por|sin|con|separador\w* de) miles\b/i.test(title)) return 0
  if (/\bmill[oó]n(?:es)?\b|\bMM ?\$|\$ ?MM\b|\bmillions\b/i.test(title)) return 6
  if (/\bmiles\b|\bk ?\$|\$ ?k\b|\( ?\$? ?0?00 ?\)|\bthousands\b/i.test(title)) return 3
  return /\bM ?\$(?!\w)|\$ ?M\b/.test(title) ? 'unclear' : 0
}

const MONEY = String.raw`(?:\$|u\$s|us\$|pesos|d[oó]lares|euros|reales|guaran[ií]es|(?:ars|clp|uyu|usd|eur|brl|mxn|cop|pen|pyg)\b)`
const NOTE = new RegExp(
  String.raw`(?<!\d ?)\b(?:miles|millones) de ${MONEY}|\b(?:expresad[oa]s?|cifras|importes|montos|valores|precios|totales|ventas|pesos|\$),? en (?:miles|millones)\b(?! de )|^\W*en (?:miles|millones)\W*$|\bin (?:thousands|millions)\b`,
  'i',
)

/** Whether a line beside the table says that its amounts are in thousands or millions. */
export const isScaleNote = (text: string): boolean => NOTE.test(text)

/** Plain decimal text times a power of ten. */
export function scaled(text: string, zeros: 0 | 3 | 6): string {
  if (zeros === 0) return text
  const [whole = '', fraction = ''] = text.split('.')
  const rest = fraction.slice(zeros)
  return `${whole}${fraction.slice(0, zeros).padEnd(zeros, '0')}${rest === '' ? '' : `.${rest}`}`
}
