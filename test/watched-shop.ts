// A shop whose distributors sell at random, with incidents planted in its last 90 days, independently of how alerts work.
// Orders are paid when they are made, completed one or two days later, and some are cancelled.
import { addDays } from '#contract/month.ts'
import type { PlainOrder } from './alert-orders.ts'
import { type Random, randomNumbers } from './questions-shop.ts'

/** Seven weeks and two days of history before the watched days. */
const FIRST_DAY = '2026-02-01'
export const WATCHED_FROM = '2026-03-23'

export type PlantedKind = 'falls' | 'rises' | 'below' | 'above' | 'no_orders' | 'stuck'

export interface Planted {
  readonly kind: PlantedKind
  readonly distributor: string
  readonly from: string
  readonly to: string
}

const dayAt = (index: number) => addDays(WATCHED_FROM, index)

const plant = (kind: PlantedKind, distributor: string, starts: readonly number[], days: number): Planted[] =>
  starts.map((start) => ({ kind, distributor, from: dayAt(start), to: dayAt(start + days - 1) }))

/** 30 incidents in 90 days; each kind except the last has one in the first eight days. */
export const PLANTED: readonly Planted[] = [
  ...plant('falls', '101', [2, 33, 64], 2),
  ...plant('falls', '102', [9, 41, 75], 2),
  ...plant('rises', '103', [4, 25, 47, 68, 83], 1),
  ...plant('below', '104', [6, 28, 50, 72, 85], 2),
  ...plant('above', '105', [3, 20, 44, 61, 80], 1),
  ...plant('no_orders', '106', [5, 22, 38, 57, 79], 1),
  ...plant('stuck', '107', [7, 35, 58, 78], 3),
]

const DISTRIBUTORS = ['101', '102', '103', '104', '105', '106', '107']
const OPEN = 9
const HOURS = 12
/** From Sunday to Saturday. */
const ORDERS_PER_DAY = [22, 40, 40, 42, 40, 44, 32]

/** Knuth's method. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit || count < 0; product *= random.next()) count++
  return count
}

const FACTORS: Readonly<Partial<Record<PlantedKind, number>>> = {
  falls: 0.12,
  rises: 3.5,
  below: 0.04,
  above: 4,
}

const plantedOn = (distributor: string, day: string): Planted | undefined =>
  PLANTED.find((one) => one.distributor === distributor && one.from <= day && day <= one.to)

const two = (value: number) => String(value).padStart(2, '0')

export interface ShopEvent {
  /** Time on the shop's clock. */
  readonly at: string
  readonly order: PlainOrder
}

const hoursLater = (at: string, hours: number): string =>
  new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + hours * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

/** The clock is three hours behind UTC. */
const utcOf = (local: string) => hoursLater(local, 3)

/** All events until the end of a day, in order of time. */
export function eventsUntil(last: string, seed: number): ShopEvent[] {
  const random = randomNumbers(seed)
  const events: ShopEvent[] = []
  let id = 1000
  for (let day = FIRST_DAY; day <= last; day = addDays(day, 1))
    for (const distributor of DISTRIBUTORS)
      for (let hour = OPEN; hour < OPEN + HOURS; hour++) {
        const planted = plantedOn(distributor, day)
        const usual = (ORDERS_PER_DAY[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0) / HOURS
        const isSilent = planted?.kind === 'no_orders' && hour >= 11 && hour < 18
        const count = poisson(random, isSilent ? 0 : usual * ((planted && FACTORS[planted.kind]) ?? 1))
        for (let index = 0; index < count; index++) {
          const at = `${day} ${two(hour)}:${two(random.below(60))}:${two(random.below(60))}`
          const order = { id: id++, at, distributor, net: 100 + random.below(100), status: 'wc-processing' }
          events.push({ at, order: { ...order, modified: utcOf(at) } })
          const ends = stuckUntil(distributor, day) ?? hoursLater(at, 24 + random.below(22))
          const status = random.below(50) === 0 ? 'wc-cancelled' : 'wc-completed'
          events.push({ at: ends, order: { ...order, status, modified: utcOf(ends) } })
        }
      }
  return events
    .filter(({ at }) => at <= `${last} 23:59:59`)
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Orders of the day three days before the incident stay in their status until its last day. */
function stuckUntil(distributor: string, day: string): string | undefined {
  const planted = PLANTED.find(
    (one) => one.kind === 'stuck' && one.distributor === distributor && addDays(one.from, -3) === day,
  )
  return planted && `${planted.to} 12:00:00`
}
