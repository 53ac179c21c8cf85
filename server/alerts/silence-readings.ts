// Readings of silences: whole hours without an order, and how many orders are usual in the same hours of earlier weeks.
// Nights, Sundays and small distributors have few usual orders, so their silences mean nothing.
import { type AlertRule, LEAST_MISSING_ORDERS } from '#contract/alerts/rule.ts'
import { addDays, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import { pacer } from '#server/store/pace.ts'
import type { Reading } from './advance.ts'
import { type FigureDeps, ordersPerDay } from './figures.ts'
import type { Moment } from './moments.ts'
import { type Period, type ReadAt, readingsOf } from './readings.ts'

/** Number of earlier weeks that define the usual hours. */
const WEEKS = 4
const HOURS_OF_WEEK = 168
/** A silence is measured up to this length; it covers the longest condition. */
const MAX_HOURS = HOURS_OF_WEEK + 24

/** Orders of a value: the hours with orders, in order, and the number of orders up to each. */
interface Hours {
  readonly hours: number[]
  readonly orders: number[]
}

/** Readings at closed hours. */
export async function silenceReadings(
  rule: AlertRule,
  { first, last }: Period,
  deps: FigureDeps,
): Promise<ReadAt> {
  const begin = addDays(first.slice(0, 10), -(WEEKS * 7 + MAX_HOURS / 24 + 1))
  const known = await ordersPerHour(rule, begin, last.slice(0, 10), deps)
  const firstHour = hourOf(`${deps.firstDay} 00`)
  // Fewer orders can never have been usual in a silence.
  const least = rule.least || LEAST_MISSING_ORDERS
  const isFrequent = (key: string) => (known.get(key)?.orders.at(-1) ?? 0) >= least
  const frequent = new Set([...known.keys()].filter(isFrequent).sort())
  if (rule.by === null) frequent.add('')
  return (moment, open) => {
    const hour = hourOf(moment)
    const weeks = Math.min(WEEKS, Math.max(0, Math.floor((hour - firstHour) / HOURS_OF_WEEK)))
    return readingsOf(frequent, open, (key) => readingAt(known.get(key) ?? NO_HOURS, hour, weeks))
  }
}

const NO_HOURS: Hours = { hours: [], orders: [] }

/** Hours since 1970. */
const hourOf = (moment: Moment) => Date.parse(`${moment.replace(' ', 'T')}:00:00Z`) / 3_600_000

async function ordersPerHour(rule: AlertRule, from: string, to: string, deps: FigureDeps) {
  const by = rule.by ? ([rule.by, 'hour'] as const) : (['hour'] as const)
  const found = new Map<string, Map<number, number>>()
  const pace = pacer()
  for (const month of monthRange(monthOf(from), monthOf(to))) {
    const { from_date, to_date } = monthBounds(month)
    const days = { from: from_date > from ? from_date : from, to: to_date < to ? to_date : to }
    for (const { keys, time, values } of await ordersPerDay(deps, rule, by, days)) {
      const key = rule.by ? (keys[0] ?? '') : ''
      const ofKey = found.get(key) ?? new Map<number, number>()
      found.set(key, ofKey.set(hourOf(`${time} ${(keys.at(-1) ?? '').padStart(2, '0')}`), values.orders ?? 0))
      await pace()
    }
  }
  return new Map([...found].map(([key, orders]) => [key, hoursOf(orders)]))
}

function hoursOf(orders: ReadonlyMap<number, number>): Hours {
  const hours = [...orders.keys()].filter((hour) => orders.get(hour)).sort((one, other) => one - other)
  let sum = 0
  return { hours, orders: hours.map((hour) => (sum += orders.get(hour) ?? 0)) }
}

/** How many of the hours lie at this one or before. */
function countUpTo({ hours }: Hours, hour: number): number {
  let [low, high] = [0, hours.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (hours[middle]! <= hour) low = middle + 1
    else high = middle
  }
  return low
}

const ordersUpTo = (of: Hours, hour: number): number => of.orders[countUpTo(of, hour) - 1] ?? 0

function readingAt(of: Hours, hour: number, weeks: number): Reading {
  const last = of.hours[countUpTo(of, hour) - 1] ?? Number.NEGATIVE_INFINITY
  const silent = Math.min(hour - last, MAX_HOURS)
  let usual = 0
  for (let week = 1; week <= weeks; week++) {
    const end = hour - HOURS_OF_WEEK * week
    usual += ordersUpTo(of, end) - ordersUpTo(of, end - silent)
  }
  const size = weeks === 0 ? 0 : Math.round((usual / weeks) * 1000) / 1000
  return { value: silent, compared: size, size }
}
