// Random running months through the API: the course, the pace and the forecast never contradict each other.
import { expect, test } from 'vitest'
import { addDays } from '#contract/month.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { orderFacts, type PlainOrder } from '#test/alert-orders.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'

const MONTHS = 8
const MEASURES = ['net_sale', 'orders', 'units'] as const
/** Their names on the scorecard. */
const ON_CARD = { net_sale: 'net_sale', orders: 'total_orders', units: 'total_units_sold' } as const

/** Numbers from 0 to 1 that a seed decides, without the generators of the product. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** Half a year of sales that grow or fall, with quiet weekdays and single large orders; the newest are partly in preparation. */
function shopOf(seed: number) {
  const next = numbersOf(seed)
  const today = addDays('2026-05-01', Math.floor(next() * 31))
  const start = addDays(today, -30 - Math.floor(next() * 200))
  const [perDay, growth, quiet] = [0.2 + next() * 6, 0.99 + next() * 0.02, Math.floor(next() * 7)]
  const orders: PlainOrder[] = []
  for (let day = start, index = 0; day <= today; day = addDays(day, 1), index++) {
    const usual = perDay * growth ** index * (index % 7 === quiet ? 0.2 : 1)
    const count = Math.floor(usual + next())
    for (let order = 0; order < count; order++) {
      const isNew = index + 12 > (Date.parse(today) - Date.parse(start)) / 86_400_000
      const hour = String(Math.floor(next() * 14)).padStart(2, '0')
      orders.push({
        id: seed * 10_000 + orders.length + 1,
        at: `${day} ${hour}:10:00`,
        distributor: '1',
        net: Math.round(500 + next() * 20_000 * (next() > 0.99 ? 30 : 1)),
        status: isNew && next() > 0.5 ? 'wc-processing' : 'wc-completed',
      })
    }
  }
  const sold = orders.filter(({ at }) => at.startsWith('2026-05')).reduce((sum, { net }) => sum + net, 0)
  // Far above, far below or close to what is reached; every third shop has none.
  const goal = seed % 3 === 0 ? null : Math.round(sold * next() * 3)
  return { orders, today, goal }
}

interface Asked {
  readonly measure: (typeof MEASURES)[number]
  readonly as_of: string
  readonly today: string
}

/** The progress of goals has the same figures, and the scorecard what was reached by today. */
async function expectSameElsewhere(
  app: TestApp,
  data: Record<string, unknown>,
  { measure, as_of, today }: Asked,
) {
  const of = `${measure}, ${as_of}`
  const read = async (url: string) => (await app.get(url, 'superAdmin')).json().data
  const [own] = await read(`/api/goals/progress?measure=${measure}&month=2026-05&by=all&as_of=${as_of}`)
  const { course: _, past_errors: __, ...figures } = data
  if (data.goal === null) expect(own, of).toBeUndefined()
  else expect(own, of).toMatchObject(figures)
  if (as_of !== today) return
  const { main_month: card } = await read('/api/summary/main-page?start_date=2026-05')
  const field = ON_CARD[measure]
  expect([card[field], card.preparing[field]], of).toEqual([data.so_far, data.in_preparation])
}

describeOneEngine('a running month', (engine) => {
  test('is never ahead and behind at once, and its forecast starts where it is', {
    timeout: 120_000,
  }, async () => {
    for (let seed = 1; seed <= MONTHS; seed++) {
      const { orders, today, goal } = shopOf(seed)
      const store = await engine.open()
      await store.transaction((tx) => writeOrders(tx, orders.map(orderFacts)))
      await rebuildDirtyMonths(store)
      const app = await testApp(store, { now: () => new Date(`${today}T20:30:00Z`) })
      if (goal !== null)
        for (const measure of MEASURES) {
          const amount = measure === 'net_sale' ? goal : Math.round(goal / 10_000)
          const body = { measure, by: 'all', cells: [{ key: '', month: '2026-05', amount }] }
          const answer = await app.post('/api/goals', body, 'superAdmin')
          expect(answer.statusCode, answer.body).toBe(200)
        }
      const days = [today, addDays(today, -1), addDays(today, -6)].filter((day) => day >= '2026-05-01')
      for (const measure of MEASURES)
        for (const as_of of days) {
          const of = `seed ${seed}, ${measure}, ${as_of}`
          const url = `/api/goals/forecast?measure=${measure}&month=2026-05&scope=all&as_of=${as_of}`
          const answer = await app.get(url, 'superAdmin')
          expect(answer.statusCode, `${of} ${answer.body}`).toBe(200)
          const { data } = answer.json()
          await expectSameElsewhere(app, data, { measure, as_of, today })
          if (data.forecast === null) continue
          const target = data.goal ?? data.forecast
          const unit = measure === 'net_sale' ? 0.011 : 1.001
          const ahead = data.so_far + data.in_preparation - data.expected_by_now
          const above = data.forecast - target
          expect(Math.abs(ahead) < unit || Math.abs(above) < unit || ahead > 0 === above > 0, of).toBe(true)
          expect(Math.abs(data.course.at(-1).usual - target), of).toBeLessThan(unit)
          const missing = Math.max(0, (data.goal ?? 0) - data.so_far - data.in_preparation)
          const perDay = data.goal === null || data.days_left === 0 ? null : missing / data.days_left
          expect(data.needed_per_day === null, of).toBe(perDay === null)
          expect(Math.abs((data.needed_per_day ?? 0) - (perDay ?? 0)), of).toBeLessThan(unit)
          const ofDay = data.course.findIndex(({ day }: { day: string }) => day === as_of)
          const line: number[] = data.course
            .slice(ofDay)
            .flatMap(({ forecast }: { forecast: number | null }) => forecast ?? [])
          if (line.length === 0) continue
          expect(line[0], of).toBe(data.course[ofDay].actual)
          expect(line[0], of).toBe(data.so_far)
          expect(line.at(-1), of).toBe(data.forecast)
          const steps = line.slice(1).map((value, index) => value - line[index]!)
          expect(Math.min(...steps, 0), of).toBeGreaterThan(-unit)
          // The first day of the line is a day like the others, whatever is in preparation.
          const others = steps.slice(1)
          if (others.length > 5) expect(steps[0], of).toBeLessThanOrEqual(Math.max(...others) * 1.5 + unit)
        }
      await app.close()
    }
  })
})
