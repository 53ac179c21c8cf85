// Explanations of a random shop; those of parts of months have the values of questions. By day, every fourth measure is explained on DuckDB, the others on PostgreSQL. Lists and factors add
// up to the cent, swapped periods only turn the signs, and where nothing changed every bar is zero.
import { beforeAll, expect, test } from 'vitest'
import { EXPLAINED_BY, type ExplainQuestion, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { type Filter, PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import { totalsOnly, unorderedRows, type Values } from '#server/figures/answer.ts'
import { type Explanation, explain } from '#server/figures/explain/explain.ts'
import type { Window } from '#server/figures/windows.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { SCOPE } from './app.ts'
import { describeEngines } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { PRODUCTS, randomCustomers, randomNumbers, randomOrder } from './questions-shop.ts'

const days = (from: string, to: string) => ({ from, to, until: null })
/** Adjacent months of different lengths, and days within months. */
const PERIODS = [
  [days('2026-03-01', '2026-03-31'), days('2026-04-01', '2026-04-30')],
  [days('2026-02-01', '2026-03-31'), days('2026-04-01', '2026-05-31')],
  [days('2026-02-05', '2026-03-20'), days('2026-04-03', '2026-05-25')],
] as const

const WHERE: readonly (readonly Filter[])[] = [
  [],
  [{ dimension: 'distributor', isExcluded: false, values: ['101', '102'] }],
  [{ dimension: 'buyer_kind', isExcluded: false, values: ['new'] }],
]

const OF_PRODUCTS: readonly Filter[] = [{ dimension: 'segment', isExcluded: true, values: [''] }]

/** Days that follow each other or not, of months that begin or not; the last month runs. */
const PARTS = [
  [days('2026-03-01', '2026-03-31'), days('2026-04-01', '2026-04-20')],
  [days('2026-03-01', '2026-03-20'), days('2026-04-05', '2026-04-20')],
  [days('2026-01-01', '2026-01-25'), days('2026-04-01', '2026-04-25')],
  [{ from: '2026-03-01', to: '2026-03-20', until: '2026-03-20 15:00:00' }, days('2026-04-01', '2026-04-30')],
] as const

const SCALES = { money: 100, integer: 1, units: 1000, percent2: 100, decimal2: 100 }
const TURNED: Record<string, string> = {
  new_products: 'dropped_products',
  dropped_products: 'new_products',
}

describeEngines('explanations of a random shop', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
    const random = randomNumbers(7)
    await store.transaction(async (tx) => {
      await writeProducts(tx, PRODUCTS)
      await writeCustomers(tx, randomCustomers(random))
      await writeOrders(
        tx,
        Array.from({ length: 150 }, (_, index) => randomOrder(random, index + 1)),
      )
    })
    await rebuildDirtyMonths(store)
  })

  type Days = Window
  const explained = (measure: MeasureKey, where: readonly Filter[], compared: Days, current: Days) => {
    const question: ExplainQuestion = { measure, where, period: current, compare: 'previous' }
    const scope = where.length === 0 ? null : SCOPE
    return explain(question, { store, scope, windows: { current, compared }, dimensions: EXPLAINED_BY })
  }
  const wholeOf = (measure: MeasureKey) => (value: number) =>
    Math.round(value * SCALES[measureOf(measure).format]) + 0

  function expectSums(measure: MeasureKey, { difference, factors, dimensions }: Explanation) {
    const whole = wholeOf(measure)
    const total = (list: readonly { difference: number }[]) =>
      list.reduce((sum, each) => sum + whole(each.difference), 0)
    if (difference === null) return
    if (factors.length > 0) expect([measure, total(factors)]).toEqual([measure, whole(difference)])
    for (const { dimension, values, rest } of dimensions)
      expect([dimension, total(rest ? [...values, rest] : values)]).toEqual([dimension, whole(difference)])
  }

  /** The content of an explanation, with periods and signs turned. */
  const said = (measure: MeasureKey, { factors, dimensions }: Explanation, sign: 1 | -1) => {
    const whole = wholeOf(measure)
    const name = (key: string) => (sign === 1 ? key : (TURNED[key] ?? key))
    return {
      factors: Object.fromEntries(
        factors.map(({ key, difference }) => [name(key), sign * whole(difference) + 0]),
      ),
      dimensions: dimensions.map(({ dimension, explains, values, rest }) => ({
        ...{ dimension, explains },
        values: values.map(({ key, difference, standsOut }) => ({
          ...{ key, standsOut },
          difference: sign * whole(difference) + 0,
        })),
        rest: rest && sign * whole(rest.difference) + 0,
      })),
    }
  }

  const measures = MEASURE_KEYS.filter(
    (_, index) => NIGHTLY || (index % 4 === 0) === (engine.name === 'duckdb'),
  )
  test.each(measures)('%s', async (measure) => {
    for (const [index, where] of WHERE.entries()) {
      if (!where.every(({ dimension }) => fits(measure, dimension))) continue
      for (const [before, after] of NIGHTLY ? PERIODS : PERIODS.slice(index, index + 1)) {
        const [there, back] = [
          await explained(measure, where, before, after),
          await explained(measure, where, after, before),
        ]
        expectSums(measure, there)
        expect([there.before, there.after]).toEqual([back.after, back.before])
        expect(said(measure, back, -1)).toEqual(said(measure, there, 1))
      }
    }
    const [month] = PERIODS[0]
    const same = await explained(measure, [], month, month)
    expectSums(measure, same)
    const bars = [
      ...same.factors,
      ...same.dimensions.flatMap(({ values, rest }) => [...values, ...(rest ? [rest] : [])]),
    ]
    expect(bars.filter(({ difference }) => difference !== 0)).toEqual([])
    const split = EXPLAINED_BY.filter((dimension) => splitOf(measure, dimension))
    expect(same.dimensions.length).toBe(same.difference === null ? 0 : split.length)
  })

  test.each(['net_sale', 'orders', 'buyers'] as const)(
    'of %s in parts of months have the values that questions have',
    async (measure) => {
      for (const [compared, current] of PARTS)
        for (const where of [...WHERE, OF_PRODUCTS]) {
          const { before, after, dimensions } = await explained(measure, where, compared, current)
          const asked: Question = {
            ...{ ...PLAIN_QUESTION, measures: [measure], where, period: current, compare: 'previous' },
          }
          const scope = where.length === 0 ? null : SCOPE
          const options = { store, scope, windows: { current, compared } }
          const pairOf = (values: Values) => [values[`${measure}_compared`], values[measure]]
          expect([before, after]).toEqual(pairOf(await totalsOnly(asked, options)))
          for (const { dimension, values } of dimensions) {
            const rows = await unorderedRows({ ...asked, by: [dimension] }, options)
            const found = new Map(rows.map(({ keys: [key], values }) => [key, pairOf(values)]))
            expect(values.length).toBeGreaterThan(0)
            for (const { key, before, after } of values)
              expect([dimension, key, before, after]).toEqual([dimension, key, ...(found.get(key) ?? [])])
          }
        }
    },
  )
})
