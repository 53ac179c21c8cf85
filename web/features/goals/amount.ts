// Parses amounts as people type them and spreadsheets copy them.

/** Null for an empty cell, undefined for an invalid amount. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/[\s\u00a0$]|ARS/g, '')
  if (plain === '' || plain === '-') return null
  if (!/^\d[\d.,]*$/.test(plain)) return undefined
  const decimal = decimalMark(plain)
  const digits = plain.replace(decimal === ',' ? /\./g : decimal === '.' ? /,/g : /[.,]/g, '')
  const value = Number(digits.replace(',', '.'))
  return Number.isNaN(value) || !isGrouped(plain, decimal) ? undefined : value
}

/** The later of two kinds of separators; a single comma; a single point that does not separate thousands. */
function decimalMark(text: string): ',' | '.' | undefined {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  if (comma >= 0) return text.indexOf(',') === comma ? ',' : undefined
  return point >= 0 && !/^\d{1,3}(?:\.\d{3})+$/.test(text) ? '.' : undefined
}

/** Thousands separators come before groups of three digits. */
function isGrouped(text: string, decimal: ',' | '.' | undefined): boolean {
  const end = decimal ? text.lastIndexOf(decimal) : text.length
  const [first = '', ...groups] = text.slice(0, end).split(/[.,]/)
  return groups.length === 0 || (first.length <= 3 && groups.every((group) => group.length === 3))
}

/** 1234567.5 → '1234567,5', to be edited. */
export const plainAmount = (amount: number | null): string =>
  amount === null ? '' : String(amount).replace('.', ',')
