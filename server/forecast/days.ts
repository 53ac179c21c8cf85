// What is known about days before any sale: weekday, part of the month, holidays, and the same days of earlier years.
import { addDays, addMonths, isDay, monthBounds, monthOf } from '#contract/month.ts'
import { type Correction, holidayEntries, specialDays } from './special-days.ts'

const DAY_MS = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Both included. */
const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, Math.round((at(to) - at(from)) / DAY_MS) + 1) }, (_, index) =>
    addDays(from, index),
  )

const GOOD_FRIDAY = 'Viernes Santo'

const EASTERS: ReadonlyMap<number, number> = new Map(
  [...holidayEntries()]
    .filter(([, name]) => name.includes(GOOD_FRIDAY))
    .map(([day]) => [Number(day.slice(0, 4)), at(day) / DAY_MS + 2]),
)

/** Groups of days that are compared with each other, as small numbers per day. */
export interface Calendar {
  readonly days: readonly string[]
  /** Number of the month, from 0. */
  readonly month: Int32Array
  readonly weekday: Int32Array
  readonly part: Int32Array
  /** By `SPECIAL`: a holiday, an industry-wide sale event, a day that ends at noon. */
  readonly special: Int32Array
  /** 1: a sale event is guessed there; 2: it may be held there instead. */
  readonly guess: Int32Array
  /** Name of the holiday, or the note about the day. */
  readonly nameOf: (day: string) => string | undefined
  /** Index of the same day of each of the three years before; -1: none. */
  readonly earlier: readonly Int32Array[]
}

const YEARS = 3
/** Number of days before Easter from which sales move with it. */
const BEFORE_EASTER = 20

export function calendarOf(from: string, to: string, corrections: readonly Correction[] = []): Calendar {
  const days = daysBetween(from, to)
  const special = specialDays(Number(from.slice(0, 4)), Number(to.slice(0, 4)), corrections)
  const first = at(from) / DAY_MS
  const numbers = (value: (day: string, index: number) => number) => Int32Array.from(days, value)
  let month = -1
  return {
    days,
    month: numbers((day, index) => (index === 0 || day.endsWith('-01') ? ++month : month)),
    weekday: numbers((day) => (new Date(at(day)).getUTCDay() + 6) % 7),
    part: numbers(partOf),
    special: numbers(special.kindOf),
    guess: numbers(special.guessOf),
    nameOf: special.nameOf,
    earlier: Array.from({ length: YEARS }, (_, back) =>
      numbers((day) => Math.max(-1, sameDay(day, back + 1) - first)),
    ),
  }
}

/** The first three days of a month, its weeks, its last three days. */
function partOf(day: string): number {
  const number = Number(day.slice(8))
  const last = Number(monthBounds(monthOf(day)).to_date.slice(8))
  if (number > last - 3) return 6
  return number <= 3 ? 5 : Math.floor((number - 1) / 7)
}

/**
 * Day number of the same date that many years before, of 28 February for a 29th; around Easter, of the day at the same distance from
 * it; -1: there is none.
 */
function sameDay(day: string, years: number): number {
  const year = Number(day.slice(0, 4))
  const number = at(day) / DAY_MS
  const [easter, before] = [EASTERS.get(year), EASTERS.get(year - years)]
  const isBeforeEaster = (value: number, sunday: number | undefined) =>
    sunday !== undefined && value > sunday - BEFORE_EASTER && value <= sunday
  if (easter !== undefined && before !== undefined && isBeforeEaster(number, easter))
    return number - easter + before
  const month = addMonths(monthOf(day), -12 * years)
  const same = `${month}${day.slice(7)}`
  const date = at(isDay(same) ? same : monthBounds(month).to_date) / DAY_MS
  return isBeforeEaster(date, before) ? -1 : date
}
