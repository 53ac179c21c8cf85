// Formats of numbers, dates, months and cells for Argentina (es-AR), as screens show them.
import type { Column, ColumnFormat } from './columns.ts'
import { entryOf } from './entry.ts'
import type { Month } from './month.ts'
import { statusLabel } from './statuses.ts'

export const NBSP = '\u00a0'
export const MINUS = '-'

/**
 * 1234567.891 with 2 digits → '1.234.567,89'; a value that rounds to zero has no sign. Not `Intl.NumberFormat`, whose setup
 * takes longer on slow machines than formatting a whole screen.
 */
export function fixed(value: number, digits: 0 | 1 | 2 | 3 | 4): string {
  const size = Math.abs(value)
  // Rounds the decimal text instead of the binary value: 3.55 gives 3,6.
  const units = Math.round(Number(`${size}e${digits}`))
  const rounded = Number.isNaN(units) ? size : units / 10 ** digits
  const [whole = '', part] = rounded.toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
  const text = part === undefined ? grouped : `${grouped},${part}`
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

export const withCurrency = (text: string) =>
  text.startsWith(MINUS) ? `${MINUS}$${NBSP}${text.slice(1)}` : `$${NBSP}${text}`

/** 1234567.89 → '$ 1.234.567,89'. */
export const money = (value: number, digits: 1 | 2 = 2): string => withCurrency(fixed(value, digits))

/** What one unit costs, for files: '3.3333', '12.50'; never three decimals, which read like thousands. */
export const unitDigits = (value: number): string => value.toFixed(4).replace(/00$/, '')

/** 1234 → '1.234'. */
export const integer = (value: number): string => fixed(value, 0)

/** 1234 → '1.234', 0.25 → '0,25': at most 3 decimals. */
export const units = (value: number): string => fixed(value, 3).replace(/,?0*$/, '')

/** 12.34 → '12,3 %'; the value is in percent. */
export const percent = (value: number, digits: 1 | 2 = 1): string => `${fixed(value, digits)}${NBSP}%`

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** '2024-05' or a day of it → 'mayo'. */
export const monthWord = (month: string): string => MONTHS[Number(month.slice(5, 7)) - 1] ?? month

/** '2024-05' → 'mayo 2024'. */
export const monthName = (month: Month): string => `${monthWord(month)} ${month.slice(0, 4)}`

/** '2024-05-14' or a full ISO instant's day → '14/05/2024'. */
export const date = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`

export const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('es-AR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

/** Parses an API timestamp to milliseconds: ISO, or UTC 'YYYY-MM-DD HH:MM:SS'. */
export const instantOf = (time: string): number =>
  Date.parse(/^\d{4}-\d\d-\d\d [\d:.]+$/.test(time) ? `${time.replace(' ', 'T')}Z` : time)

/** '14/05/2024, 10:32' on a clock; texts that are no timestamp are returned unchanged. */
export function timeWords(time: string, clock: () => Intl.DateTimeFormat): string {
  const instant = instantOf(time)
  return Number.isNaN(instant) ? time : clock().format(instant)
}

const isBlank = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

const numberFormats: Partial<Record<ColumnFormat, (value: number) => string>> = {
  integer,
  units,
  money: (value) => money(value),
  decimal2: (value) => fixed(value, 2),
  money1: (value) => money(value, 1),
  unit_money: (value) => withCurrency(fixed(value, 4).replace(/00$/, '')),
  percent: (value) => percent(value),
  percent2: (value) => percent(value, 2),
  share: (value) => percent(value),
}

/** Whether a column holds numbers, which are right-aligned. */
export const isNumeric = (format: ColumnFormat): boolean => format in numberFormats

/** What decides how a value of a column is written. */
export type Formatted = Pick<Column, 'format' | 'labels'>

/** Writes an API timestamp. */
export type WriteTime = (time: string) => string

/** Display text of a cell; empty for missing values. */
export function cellWords(value: unknown, { format, labels }: Formatted, writeTime: WriteTime): string {
  if (isBlank(value)) return ''
  const asNumber = numberFormats[format]
  if (asNumber && typeof value === 'number') return asNumber(value)
  if (format === 'flag') return value === true || value === 1 ? 'Sí' : 'No'
  const text = String(value)
  if (format === 'date') return date(text)
  if (format === 'datetime') return writeTime(text)
  if (format === 'status') return statusLabel(text)
  return entryOf(labels, text) ?? text
}

const PLAIN_DIGITS: Partial<Record<ColumnFormat, 1 | 2>> = {
  ...{ money: 2, money1: 2, decimal2: 2, percent: 1, percent2: 2, share: 1 },
}

/** Text of a copied cell: plain numbers with a decimal comma, which Spanish spreadsheets parse as numbers. */
export function plainWords(value: unknown, column: Formatted, writeTime: WriteTime): string {
  const { format } = column
  if (typeof value !== 'number' || !isNumeric(format)) return cellWords(value, column, writeTime)
  if (format === 'unit_money') return unitDigits(value).replace('.', ',')
  return format === 'units'
    ? String(value).replace('.', ',')
    : fixed(value, PLAIN_DIGITS[format] ?? 0).replaceAll('.', '')
}
