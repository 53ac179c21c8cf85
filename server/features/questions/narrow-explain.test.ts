// Explanations within a narrow scope, through the app: a distributor that nearly stops is named, or said to fall as a whole.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { orderFacts } from '#test/alert-orders.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { randomNumbers } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

/** Orders per month, which always varied a lot; the first falls from 124 to 17, the others go on. */
const ORDERS = {
  101: [90, 150, 70, 130, 95, 160, 80, 140, 124, 17],
  102: [110, 70, 140, 90, 150, 75, 120, 100, 115, 121],
  103: [60, 95, 80, 50, 90, 100, 70, 85, 75, 80],
}
const MONTHS = [
  '2025-07',
  '2025-08',
  '2025-09',
  '2025-10',
  '2025-11',
  '2025-12',
  '2026-01',
  '2026-02',
  '2026-03',
  '2026-04',
]

function orders() {
  const random = randomNumbers(11)
  let id = 100_000
  return Object.entries(ORDERS).flatMap(([distributor, counts]) =>
    counts.flatMap((count, index) =>
      Array.from({ length: count }, () => {
        const day = String(1 + random.below(28)).padStart(2, '0')
        const net = 1_000 + random.below(20_000)
        return orderFacts({ id: id++, at: `${MONTHS[index]}-${day}T12:00:00`, distributor, net })
      }),
    ),
  )
}

describeOneEngine('explanations within a narrow scope', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    await store.transaction((tx) => writeOrders(tx, orders()))
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(async () => {
    await app.close()
  })
  const ask = async (where: string) => {
    const period = 'measure=net_sale&from=2026-04-01&to=2026-04-30&compare=previous'
    const response = await app.get(`/api/questions/explain?${period}&where=${where}`, 'superAdmin')
    return response.json<ExplanationBody>().data
  }

  test.each(['distributor:101,102', 'distributor:101,102,103'])(
    'names the one of %s that nearly stopped',
    async (where) => {
      const { dimensions, sentences } = await ask(where)
      const [first] = dimensions
      expect([first?.key, first?.values[0]?.key, first?.values[0]?.stands_out]).toEqual([
        'distributor',
        '101',
        true,
      ])
      expect(sentences.at(-1)?.text).toContain('Se destaca')
    },
  )

  test('says of the distributor itself that everything fell', async () => {
    const { sentences } = await ask('distributor:101')
    expect(sentences.at(-1)?.text).toBe('Bajó todo por igual: ningún valor se apartó de los demás.')
  })
})
