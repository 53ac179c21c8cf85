// Causes planted in shops that differ in kind from those that the method was tuned on: each is named, and nothing else.
import { expect, test } from 'vitest'
import { addMonths } from '#contract/month.ts'
import { EXPLAINED_BY } from '#contract/questions/explain-question.ts'
import type { DimensionMoves } from '#server/figures/explain/evidence.ts'
import { ranked, STANDS_OUT } from '#server/figures/explain/standing-out.ts'
import { NIGHTLY } from './nightly.ts'
import {
  EVENTS,
  type Event,
  eventful,
  LAST,
  type Order,
  type Place,
  SHOP_KINDS,
  type ShopKind,
  sumsOf,
} from './other-shops.ts'

/** Per kind of shop. */
const SHOPS = NIGHTLY ? 26 : 5
/** Seeds that were used for nothing before the method was finished. */
const SEED = 50_000
const LEAST = NIGHTLY ? { one: 0.95, two: 0.9, none: 0.9 } : { one: 0.9, two: 0.8, none: 0.8 }
const PATIENT = { timeout: 900_000 }
const KINDS = Object.keys(SHOP_KINDS) as ShopKind[]
const MONTHS_OF_NOISE = 8

/** The answers to questions about such a shop, as plain sums. */
function movesIn(orders: readonly Order[]): DimensionMoves[] {
  const before = addMonths(LAST, -1)
  const byMonth = Map.groupBy(orders, ({ month }) => month)
  const sums = new Map([...byMonth].map(([month, list]) => [month, sumsOf(list)]))
  const past = [...byMonth.keys()]
    .filter((month) => month < before)
    .sort()
    .slice(-MONTHS_OF_NOISE)
  return EXPLAINED_BY.map((dimension) => {
    const sumOf = (month: string, key: string) => sums.get(month)?.get(dimension)?.get(key) ?? 0
    const keys = new Set([...sums.values()].flatMap((each) => [...(each.get(dimension)?.keys() ?? [])]))
    const values = [...keys].sort().map((key) => ({
      ...{ key, before: sumOf(before, key), after: sumOf(LAST, key) },
      history: past.map((month) => sumOf(month, key)),
    }))
    return { dimension, addsUp: true, values }
  })
}

/** Whether one of the places is among the first two values of the first dimensions. */
function isNamed(orders: readonly Order[], causes: readonly (readonly Place[])[]): boolean {
  const named = ranked(movesIn(orders)).filter(({ explains }) => explains >= STANDS_OUT)
  if (causes.length === 0) return named.length === 0
  const [dimensions, values] = causes.length === 1 ? [1, 1] : [3, 2]
  return causes.every((places) =>
    places.some(({ dimension, key }) =>
      named
        .slice(0, dimensions)
        .some((each) => each.dimension === dimension && each.strongest.slice(0, values).includes(key)),
    ),
  )
}

const event = (index: number) => EVENTS[index % EVENTS.length] as Event

/** Kind of shop → share of its shops that are explained, and of all. */
function explained(eventsOf: (index: number) => Event[]) {
  const results = KINDS.flatMap((kind) =>
    Array.from({ length: SHOPS }, (_, index) => eventful(kind, SEED + index, eventsOf(index)))
      .filter((shop) => shop !== null)
      .map(({ orders, causes }) => ({ kind, isRight: isNamed(orders, causes) })),
  )
  const share = (list: typeof results) => list.filter(({ isRight }) => isRight).length / list.length
  const kinds = Object.fromEntries(
    KINDS.map((kind) => {
      const list = results.filter((each) => each.kind === kind)
      return [kind, `${Math.round(share(list) * list.length)} of ${list.length}`]
    }),
  )
  return { all: share(results), kinds }
}

test.each([
  ['one cause is named first', LEAST.one, (index: number) => [event(index)]],
  [
    'two causes are in the first three',
    LEAST.two,
    (index: number) => [event(index), event(index + 1 + (index % 7))],
  ],
  ['where nothing happened nothing stands out', LEAST.none, () => []],
] as const)('%s', PATIENT, (_, least, eventsOf) => {
  const { all, kinds } = explained(eventsOf)
  expect(all, JSON.stringify(kinds)).toBeGreaterThanOrEqual(least)
})
