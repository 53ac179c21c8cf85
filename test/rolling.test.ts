// A measure over rolling windows of days equals the model's value of each window, on both engines: a sample of the splits, nightly
// runs (GONDOLA_NIGHTLY) all.
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/month.ts'
import { DIMENSION_KEYS } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS, measureOf } from '#contract/questions/measures.ts'
import { PLAIN_QUESTION } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import { rolling } from '#server/figures/rolling.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { SCOPE } from './app.ts'
import { describeEngines } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { modelOf, windowOf } from './questions-model.ts'
import { PRODUCTS, randomCustomers, randomNumbers, randomOrder } from './questions-shop.ts'

const random = randomNumbers(20261127)
const shop = {
  orders: Array.from({ length: 150 }, (_, index) => randomOrder(random, index + 1)),
  customers: randomCustomers(random),
  products: PRODUCTS,
}

/** Two spans apart, with days between those that are compared. */
const ENDS = [
  { from: '2026-02-20', to: '2026-03-05' },
  { from: '2026-04-28', to: '2026-05-06' },
]
const DAYS = [
  '2026-02-20',
  '2026-02-27',
  '2026-03-01',
  '2026-03-05',
  '2026-04-28',
  '2026-05-01',
  '2026-05-06',
]
const LENGTHS = [1, 7, 28]

/** Every measure as a whole and by every dimension that alerts have. */
const SPLITS = MEASURE_KEYS.filter((key) => !measureOf(key).unwatched).flatMap((measure, at) =>
  [null, ...DIMENSION_KEYS.filter((key) => key !== 'buyer_kind' && fits(measure, key))].map((by, index) => ({
    measure,
    by: by ? [by] : [],
    over: LENGTHS[(at + index) % LENGTHS.length] ?? 1,
    scope: (at + index) % 2 === 0 ? null : SCOPE,
  })),
)

describeEngines('rolling windows', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
    await store.transaction(async (tx) => {
      await writeProducts(tx, shop.products)
      await writeCustomers(tx, shop.customers)
      await writeOrders(tx, shop.orders)
    })
    await rebuildDirtyMonths(store)
  })

  test('have the value of each window', async () => {
    const asked = SPLITS.filter((_, index) => index % 12 < (NIGHTLY ? 12 : engine.name === 'duckdb' ? 3 : 1))
    const values = { told: 0 }
    for (const { measure, by, over, scope } of asked) {
      const told = await rolling({ measure, by, where: [], over, ends: ENDS }, { store, scope })
      const model = modelOf(shop, scope)
      for (const day of DAYS) {
        const days = { from: addDays(day, 1 - over), to: day, until: null }
        const question = { ...PLAIN_QUESTION, measures: [measure], by, where: [], period: days }
        const window = windowOf(model, question, days)
        const wanted = window.keys.flatMap((key): [string, number][] => {
          const value = window.row(measure, key)
          return value ? [[JSON.parse(key)[0] ?? '', value]] : []
        })
        const found = [...told.values].flatMap(([key, all]): [string, number][] => {
          const value = all[told.indexOf(day)]
          return value ? [[key, value]] : []
        })
        values.told += found.length
        expect(new Map(found), `${measure} by ${by} over ${over} until ${day}`).toEqual(new Map(wanted))
      }
    }
    expect(values.told).toBeGreaterThan(asked.length)
  })
})
