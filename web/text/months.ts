// Spanish month names: for headings, and parsed from user input.
import { isMonth, type Month } from '#contract/month.ts'
import { fold } from '#contract/row-order.ts'
import { monthName, shortMonth } from './format.ts'

/** 'enero' … 'diciembre'. */
export const MONTH_NAMES = Array.from(
  { length: 12 },
  (_, index) => monthName(`2024-${String(index + 1).padStart(2, '0')}`).split(' ')[0] ?? '',
)

/** '2024-05' → 'Mayo 2024'. */
export const monthTitle = (month: Month): string => {
  const name = monthName(month)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Label of a comparison: 'vs septiembre 2026', with the figure if given. */
export const versus = (month: Month, figure?: string): string =>
  `vs ${monthName(month)}${figure === undefined ? '' : `: ${figure}`}`

/** '1–20', '3'. */
export const daysOfMonth = (first: number, last: number): string =>
  first === last ? `${first}` : `${first}–${last}`

/** Label of a comparison with the first days of a month: 'vs 1–20 oct 26'. */
export const versusDays = (month: Month, day: number): string =>
  `vs ${daysOfMonth(1, day)} ${shortMonth(month)}`

function daysUntil(month: Month, moment: string): string {
  const day = Number(moment.slice(8, 10))
  const days = day === 1 ? 'el 1' : `del 1 al ${day}`
  return `${days} de ${monthName(month)} hasta las ${moment.slice(11, 16)}`
}

interface NoOrders {
  readonly month: Month
  /** Only up to this moment, 'YYYY-MM-DD HH:MM:SS'. */
  readonly until?: string | undefined
  readonly distributor?: string | undefined
}

/** 'No hubo ordenes en octubre 2026', 'No hubo ordenes de Norte del 1 al 20 de octubre 2026 hasta las 15:32'. */
export function noOrdersIn({ month, until, distributor }: NoOrders): string {
  const when = until === undefined ? `en ${monthName(month)}` : daysUntil(month, until)
  return `No hubo ordenes ${distributor === undefined ? '' : `de ${distributor} `}${when}`
}

const monthOf = (year: string, number: number): Month | null => {
  const month = `${year.length === 2 ? `20${year}` : year}-${String(number).padStart(2, '0')}`
  return isMonth(month) ? month : null
}

/** Month number from a name of at least three letters, 0 if none; accepts 'setiembre' and 'septiembre'. */
function numberFromName(name: string): number {
  if (name.length < 3) return 0
  const wanted = name.startsWith('set') ? `sep${name.slice(2)}` : name
  return MONTH_NAMES.findIndex((known) => known.startsWith(wanted)) + 1
}

/**
 * Parses a month: 'mayo 2024', 'may 24', 'mayo de 2024', '2024-05', '05/2024', '5/24', '202405'; a name alone is in `year`.
 * Null if the text is no month.
 */
export function readMonth(typed: string, year: string): Month | null {
  const text = fold(typed.trim())
  const named = /^([a-z]+)\.?(?:[\s/-]+(?:de\s+|del\s+)?(\d{4}|\d{2}))?$/.exec(text)
  if (named?.[1]) return monthOf(named[2] ?? year, numberFromName(named[1]))
  const yearFirst = /^(\d{4})[\s/.-]?(\d{1,2})$/.exec(text)
  if (yearFirst?.[1]) return monthOf(yearFirst[1], Number(yearFirst[2]))
  const monthFirst = /^(\d{1,2})[\s/.-](\d{4}|\d{2})$/.exec(text)
  if (monthFirst?.[2]) return monthOf(monthFirst[2], Number(monthFirst[1]))
  return null
}

/** The same; a name alone is of the year before where that month comes after `latest`. */
export function readPastMonth(typed: string, year: string, latest: Month): Month | null {
  const month = readMonth(typed, year)
  return month && month > latest ? readMonth(typed, String(Number(year) - 1)) : month
}
