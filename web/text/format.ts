// Arithmetic of screens, and formats of numbers, dates and months for Argentina (es-AR). Pure; imports only contract/.
import {
  cellWords,
  clockOf,
  type Formatted,
  fixed,
  instantOf,
  integer,
  monthWord,
  NBSP,
  percent,
  plainWords,
  timeWords,
  withCurrency,
} from '#contract/cell-words.ts'
import type { Month } from '#contract/month.ts'
import { percentChange } from '#contract/percent-change.ts'

export {
  date,
  instantOf,
  integer,
  isNumeric,
  money,
  monthName,
  percent,
  units,
} from '#contract/cell-words.ts'

/** At most one decimal: 1.25 → '1,3', 350 → '350'. */
const upToOne = (value: number): string => fixed(value, 1).replace(/,0$/, '')

/** 1 → '1 cliente', 1234 → '1.234 clientes'. */
export const counted = (count: number, one: string, many: string): string =>
  `${integer(count)} ${count === 1 ? one : many}`

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

/** 1234567 → '$ 1,2 M', 7777.7 → '$ 7.778', 12.5 → '$ 12,50'. */
export function shortMoney(value: number): string {
  const size = Math.abs(value)
  if (size >= 10_000) return withCurrency(short(value))
  return withCurrency(size >= 1000 ? fixed(value, 0) : fixed(value, 2).replace(/,00$/, ''))
}

/** '2024-05' → 'may 24': for axes. */
export const shortMonth = (month: Month): string => `${monthWord(month).slice(0, 3)} ${month.slice(2, 4)}`

/** 1234567 → '+$ 1,2 M', for differences. */
export const signedShortMoney = (value: number): string =>
  value > 0 ? `+${shortMoney(value)}` : shortMoney(value)

let zone = 'America/Argentina/Buenos_Aires'
/** Created on first use. */
let clock: Intl.DateTimeFormat | undefined

/** Sets the time zone of the shop, in which all times are shown. */
export function readTimesIn(timeZone: string): void {
  zone = timeZone
  clock = undefined
}

/** API timestamp → '14/05/2024, 10:32' in the shop's time zone; other texts are returned unchanged. */
export const dateTime = (time: string): string => timeWords(time, () => (clock ??= clockOf(zone)))

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

/** Display text of a cell; empty for missing values. */
export const cellText = (value: unknown, column: Formatted): string => cellWords(value, column, dateTime)

/** Text of a copied cell: plain numbers with a decimal comma, which Spanish spreadsheets parse as numbers. */
export const plainCell = (value: unknown, column: Formatted): string => plainWords(value, column, dateTime)

/** Rounds to two decimals: cents of an amount, hundredths of a percentage. */
export const toCents = (value: number): number => Math.round(value * 100) / 100

/** Change in percent as screens show it, with one decimal rounded once from both amounts; null from 0. */
export const shownChange = (now: number, before: number): number | null => percentChange(now, before, 1)

/** Change from `before` to `now` in percent with two decimals; like on the server, 0 if the previous value is 0. */
export const changeOf = (now: number, before: number): number => percentChange(now, before) ?? 0

/** Sum of amounts (2 decimals) or units (3), so that it equals the sum of the displayed rows. */
export const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1000) / 1000
