// Readings of silences: whole hours without an order, and how many orders are usual in the same hours of earlier weeks.
// Nights, Sundays and small distributors have few usual orders, so their silences mean nothing.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { addDays, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import type { Reading } from './advance.ts'
import { type FigureDeps, rowsOf } from './figures.ts'
import { addHours, type Moment } from './moments.ts'

/** Number of earlier weeks that define the usual hours. */
const WEEKS = 4
const HOURS_OF_WEEK = 168
/** A silence is measured up to this length; it covers the longest condition. */
const MAX_HOURS = HOURS_OF_WEEK + 24

type Hourly = ReadonlyMap<string, ReadonlyMap<Moment, number>>

/** Readings at closed hours between `first` and `last`. */
export async function silenceReadings(rule: AlertRule, first: Moment, last: Moment, deps: FigureDeps) {
  const begin = addDays(first.slice(0, 10), -(WEEKS * 7 + MAX_HOURS / 24 + 1))
  const hourly = await ordersPerHour(rule, begin, last.slice(0, 10), deps)
  const weeksKnown = (hour: Moment) => {
    let weeks = 0
    while (weeks < WEEKS && addHours(hour, -HOURS_OF_WEEK * (weeks + 1)).slice(0, 10) >= deps.firstDay)
      weeks++
    return weeks
  }
  return (moment: Moment, open: readonly string[]): Map<string, Reading> => {
    const keys = new Set([...open, ...hourly.keys(), ...(rule.by === null ? [''] : [])])
    const weeks = weeksKnown(moment)
    return new Map([...keys].map((key) => [key, readingOf(hourly.get(key) ?? new Map(), moment, weeks)]))
  }
}

async function ordersPerHour(rule: AlertRule, from: string, to: string, deps: FigureDeps): Promise<Hourly> {
  const by = rule.by ? ([rule.by, 'hour'] as const) : (['hour'] as const)
  const hourly = new Map<string, Map<Moment, number>>()
  for (const month of monthRange(monthOf(from), monthOf(to))) {
    const { from_date, to_date } = monthBounds(month)
    const days = { from: from_date > from ? from_date : from, to: to_date < to ? to_date : to }
    for (const { keys, time, values } of await rowsOf(deps, rule, {
      measure: 'orders',
      by,
      grain: 'day',
      days,
    })) {
      const key = rule.by ? (keys[0] ?? '') : ''
      const hour = `${time} ${(keys.at(-1) ?? '').padStart(2, '0')}`
      const ofKey = hourly.get(key) ?? new Map<Moment, number>()
      hourly.set(key, ofKey.set(hour, values.orders ?? 0))
    }
  }
  return hourly
}

function readingOf(hours: ReadonlyMap<Moment, number>, moment: Moment, weeks: number): Reading {
  let silent = 0
  let usual = 0
  for (let hour = moment; silent < MAX_HOURS && !hours.get(hour); hour = addHours(hour, -1)) {
    silent++
    for (let week = 1; week <= weeks; week++) usual += hours.get(addHours(hour, -HOURS_OF_WEEK * week)) ?? 0
  }
  const size = weeks === 0 ? 0 : Math.round((usual / weeks) * 1000) / 1000
  return { value: silent, compared: size, size }
}
