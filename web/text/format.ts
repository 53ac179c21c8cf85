// Arithmetic of screens, and formats of numbers, dates and months for Argentina (es-AR). Pure; imports only contract/.
import type { Column, ColumnFormat } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import { percentChange } from '#contract/percent-change.ts'
import { statusLabel } from '#contract/statuses.ts'

const NBSP = '\u00a0'
const MINUS = '-'

/**
 * 1234567.891 with 2 digits → '1.234.567,89'; a value that rounds to zero has no sign. Not `Intl.NumberFormat`, whose setup
 * takes longer on slow machines than formatting a whole screen.
 */
function fixed(value: number, digits: 0 | 1 | 2 | 3): string {
  const size = Math.abs(value)
  // Rounds the decimal text instead of the binary value: 3.55 gives 3,6.
  const units = Math.round(Number(`${size}e${digits}`))
  const rounded = Number.isNaN(units) ? size : units / 10 ** digits
  const [whole = '', part] = rounded.toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
  const text = part === undefined ? grouped : `${grouped},${part}`
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

/** At most one decimal: 1.25 → '1,3', 350 → '350'. */
const upToOne = (value: number): string => fixed(value, 1).replace(/,0$/, '')

const withCurrency = (text: string) =>
  text.startsWith(MINUS) ? `${MINUS}$${NBSP}${text.slice(1)}` : `$${NBSP}${text}`

/** 1234567.89 → '$ 1.234.567,89'. */
export const money = (value: number, digits: 1 | 2 = 2): string => withCurrency(fixed(value, digits))

/** 1234 → '1.234'. */
export const integer = (value: number): string => fixed(value, 0)

/** 1234 → '1.234', 0.25 → '0,25': at most 3 decimals. */
export const units = (value: number): string => fixed(value, 3).replace(/,?0*$/, '')

/** 1 → '1 cliente', 1234 → '1.234 clientes'. */
export const counted = (count: number, one: string, many: string): string =>
  `${integer(count)} ${count === 1 ? one : many}`

/** 12.34 → '12,3 %'; the value is in percent. */
export const percent = (value: number, digits: 1 | 2 = 1): string => `${fixed(value, digits)}${NBSP}%`

/** 12.34 → '+12,3 %', -3 → '-3,0 %', 0 → '0,0 %'. */
export const signedPercent = (value: number): string => {
  const text = percent(value)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/**
 * 1200 → '1.200', 350000 → '350 mil', 1234567 → '1,2 M', 1234567890 → '1.235 M', 1234567890123 → '1,2 bill.' (a «billón» is a
 * million millions): for axes and tight places.
 */
export function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 999_999_500_000) return `${upToOne(value / 1e12)}${NBSP}bill.`
  if (size >= 999_950_000) return `${fixed(value / 1e6, 0)}${NBSP}M`
  // Values that round to 1000 thousand become 1 million.
  if (size >= 999_950) return `${upToOne(value / 1e6)}${NBSP}M`
  if (size >= 10_000) return `${upToOne(value / 1e3)}${NBSP}mil`
  return upToOne(value)
}

/** 1234567 → '$ 1,2 M'. */
export const shortMoney = (value: number): string => withCurrency(short(value))

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

const nameOf = (month: Month) => MONTHS[Number(month.slice(5, 7)) - 1] ?? month

/** '2024-05' → 'mayo 2024'. */
export const monthName = (month: Month): string => `${nameOf(month)} ${month.slice(0, 4)}`

/** '2024-05' → 'may 24': for axes. */
export const shortMonth = (month: Month): string => `${nameOf(month).slice(0, 3)} ${month.slice(2, 4)}`

/** 1234567 → '+$ 1,2 M', for differences. */
export const signedShortMoney = (value: number): string =>
  value > 0 ? `+${shortMoney(value)}` : shortMoney(value)

/** '2024-05-14' or a full ISO instant's day → '14/05/2024'. */
export const date = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('es-AR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

let zone = 'America/Argentina/Buenos_Aires'
/** Created on first use. */
let clock: Intl.DateTimeFormat | undefined

/** Sets the time zone of the shop, in which all times are shown. */
export function readTimesIn(timeZone: string): void {
  zone = timeZone
  clock = undefined
}

/** Parses an API timestamp to milliseconds: ISO, or UTC 'YYYY-MM-DD HH:MM:SS'. */
export const instantOf = (time: string): number =>
  Date.parse(/^\d{4}-\d\d-\d\d [\d:.]+$/.test(time) ? `${time.replace(' ', 'T')}Z` : time)

/** API timestamp → '14/05/2024, 10:32' in the shop's time zone; other texts are returned unchanged. */
export function dateTime(time: string): string {
  const instant = instantOf(time)
  if (Number.isNaN(instant)) return time
  clock ??= clockOf(zone)
  return clock.format(instant)
}

/** Age of an API timestamp: 'recién', 'hace 2 min', 'hace 3 h', 'hace 5 días', then the date. */
export function ago(time: string, now: number = Date.now()): string {
  const minutes = Math.floor((now - instantOf(time)) / 60_000)
  if (minutes < 1) return 'recién'
  if (minutes < 60) return `hace ${minutes} min`
  if (minutes < 24 * 60) return `hace ${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / (24 * 60))
  if (days < 30) return days === 1 ? 'hace 1 día' : `hace ${days} días`
  return `el ${dateTime(time).slice(0, 10)}`
}

const isBlank = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

const numberFormats: Partial<Record<ColumnFormat, (value: number) => string>> = {
  integer,
  units,
  money: (value) => money(value),
  decimal2: (value) => fixed(value, 2),
  money1: (value) => money(value, 1),
  percent: (value) => percent(value),
  percent2: (value) => percent(value, 2),
  share: (value) => percent(value),
}

/** Whether a column holds numbers, which are right-aligned. */
export const isNumeric = (format: ColumnFormat): boolean => format in numberFormats

/** What decides how a value of a column is written. */
type Formatted = Pick<Column, 'format' | 'labels'>

/** Display text of a cell; empty for missing values. */
export function cellText(value: unknown, { format, labels }: Formatted): string {
  if (isBlank(value)) return ''
  const asNumber = numberFormats[format]
  if (asNumber && typeof value === 'number') return asNumber(value)
  if (format === 'flag') return value === true || value === 1 ? 'Sí' : 'No'
  const text = String(value)
  if (format === 'date') return date(text)
  if (format === 'datetime') return dateTime(text)
  if (format === 'status') return statusLabel(text)
  return entryOf(labels, text) ?? text
}

const PLAIN_DIGITS: Partial<Record<ColumnFormat, 1 | 2>> = {
  ...{ money: 2, money1: 2, decimal2: 2, percent: 1, percent2: 2, share: 1 },
}

/** Text of a copied cell: plain numbers with a decimal comma, which Spanish spreadsheets parse as numbers. */
export function plainCell(value: unknown, column: Formatted): string {
  const { format } = column
  if (typeof value !== 'number' || !isNumeric(format)) return cellText(value, column)
  return format === 'units'
    ? String(value).replace('.', ',')
    : fixed(value, PLAIN_DIGITS[format] ?? 0).replaceAll('.', '')
}

/** Rounds to two decimals: cents of an amount, hundredths of a percentage. */
export const toCents = (value: number): number => Math.round(value * 100) / 100

/** Change in percent as screens show it, with one decimal rounded once from both amounts; null from 0. */
export const shownChange = (now: number, before: number): number | null => percentChange(now, before, 1)

/** Change from `before` to `now` in percent with two decimals; like on the server, 0 if the previous value is 0. */
export const changeOf = (now: number, before: number): number => percentChange(now, before) ?? 0

/** Sum of amounts (2 decimals) or units (3), so that it equals the sum of the displayed rows. */
export const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1000) / 1000
