// Explanations of a random shop. By day, every fourth measure is explained on DuckDB, the others on PostgreSQL. Lists and factors add
// up to the cent, swapped periods only turn the signs, and where nothing changed every bar is zero.
import { beforeAll, expect, test } from 'vitest'
import { EXPLAINED_BY, type ExplainQuestion, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Filter } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import { type Explanation, explain } from '#server/figures/explain/explain.ts'
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

  type Days = (typeof PERIODS)[number][number]
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
})
