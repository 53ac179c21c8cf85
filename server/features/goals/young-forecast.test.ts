// Forecasts of who has hardly sold yet, through the API: a distributor that began this month, and one with an order a month.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/month.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { orderFacts, type PlainOrder } from '#test/alert-orders.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'

const NOW = () => new Date('2026-07-02T15:00:00Z')
let made = 0
const sale = (day: string, distributor: string, net: number): PlainOrder => ({
  ...{ id: 1000 + made++, at: `${day} 10:15:00`, distributor, net },
})
const daysOf = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** 1 sells every day since January; 2 began on 10 June with 15,000 a day; 3 has one order each month, on its 8th; 4 two orders in all. */
const orders = [
  ...daysOf('2026-01-01', '2026-06-30').map((day) => sale(day, '1', 40_000)),
  ...daysOf('2026-06-10', '2026-06-30').map((day) => sale(day, '2', 15_000)),
  ...['01', '02', '03', '04', '05', '06'].map((month) => sale(`2026-${month}-08`, '3', 90_000)),
  sale('2026-06-02', '4', 45_000),
  sale('2026-06-05', '4', 45_000),
]

describeOneEngine('forecasts of the young and the small', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, orders.map(orderFacts)))
    await rebuildDirtyMonths(store)
    app = await testApp(store, { now: NOW })
  })
  afterAll(() => app.close())

  const forecast = async (key: string, as_of: string) => {
    const url = `/api/goals/forecast?month=2026-06&measure=net_sale&scope=distributor:${key}&as_of=${as_of}`
    const answer = await app.get(url, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  test('days before the first order are no days without sales', async () => {
    // 90,000 are reached in six days; 15 days are left.
    const { so_far, forecast: expected, low, high } = await forecast('2', '2026-06-15')
    expect(so_far).toBe(90_000)
    expect(expected).toBeGreaterThan(250_000)
    expect(expected).toBeLessThan(380_000)
    expect([low <= 315_000, high >= 315_000]).toEqual([true, true])
  })

  test('the range of an order a month narrows towards the end of the month', async () => {
    const widths: number[] = []
    for (const day of ['2026-06-10', '2026-06-16', '2026-06-22', '2026-06-28']) {
      const { low, high } = await forecast('3', day)
      widths.push(high - low)
    }
    expect(widths).toEqual(widths.toSorted((one, other) => other - one))
  })

  test('two orders give no narrow range', async () => {
    const { low, high, forecast: expected } = await forecast('4', '2026-06-15')
    expect(expected).toBeGreaterThanOrEqual(90_000)
    expect((high - low) / expected).toBeGreaterThan(0.2)
  })

  test('a shop that opened today is expected to go on, and to keep what it sold', async () => {
    const store = await engine.open()
    const opened = ['08', '09', '10'].map((hour) => ({
      ...sale('2026-07-01', '1', 10_000),
      at: `2026-07-01 ${hour}:15:00`,
    }))
    await store.transaction((tx) => writeOrders(tx, opened.map(orderFacts)))
    await rebuildDirtyMonths(store)
    const young = await testApp(store, { now: () => new Date('2026-07-01T15:00:00Z') })
    for (const scope of ['all', 'distributor:1']) {
      const url = `/api/goals/forecast?month=2026-07&measure=net_sale&scope=${scope}`
      const { so_far, forecast: expected, low, high } = (await young.get(url, 'superAdmin')).json().data
      expect(so_far).toBe(30_000)
      // As much on each of the 31 days.
      expect(expected).toBe(930_000)
      expect([low >= so_far, low < expected, high > expected]).toEqual([true, true, true])
    }
    await young.close()
  })

  test('a month ends with no less than it has, also after a bulk order of today', async () => {
    const store = await engine.open()
    const sold = [
      ...daysOf('2026-03-01', '2026-06-29').map((day, index) => sale(day, '1', 30_000 + (index % 5) * 8000)),
      sale('2026-06-30', '1', 400_000),
    ]
    await store.transaction((tx) => writeOrders(tx, sold.map(orderFacts)))
    await rebuildDirtyMonths(store)
    const last = await testApp(store, { now: () => new Date('2026-06-30T15:00:00Z') })
    const url = '/api/goals/forecast?month=2026-06&measure=net_sale'
    const { so_far, forecast: expected, low, high } = (await last.get(url, 'superAdmin')).json().data
    expect(so_far).toBe(
      sold.filter(({ at }) => at.startsWith('2026-06')).reduce((sum, { net }) => sum + net, 0),
    )
    expect([low >= so_far, low <= expected, high >= expected]).toEqual([true, true, true])
    await last.close()
  })
})
