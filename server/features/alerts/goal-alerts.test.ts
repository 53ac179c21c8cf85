// Alerts on goals out of reach, through the API on both engines: distributors 101 to 103 sell 200 a day, 6000 in April and 6200 in
// May; 101 and 102 sell Alfajores of Golosinas, 103 Tabletas of Chocolates.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertIncident, AlertTrial } from '#contract/alerts/calls.ts'
import { addDays } from '#contract/month.ts'
import type { Notice } from '#contract/notices.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts, type PlainOrder } from '#test/alert-orders.ts'
import { ACCOUNTS, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

const unreached = (by: string) => ({
  name: `Metas: ${by}`,
  question: by === 'all' ? 'measures=net_sale' : `measures=net_sale&by=${by}`,
  condition: { kind: 'misses_goal' },
})

/** Goals of May that the month cannot reach until 7000 more are sold on the 12th, goals that it reaches, and one of April. */
const GOALS = {
  all: [['', '2026-05', 24_000]],
  distributor: [
    ['101', '2026-05', 12_400],
    ['102', '2026-05', 6_000],
    ['103', '2026-04', 100_000],
  ],
  business: [
    ['Golosinas', '2026-05', 18_000],
    ['Chocolates', '2026-05', 6_000],
  ],
  segment: [
    ['Alfajores', '2026-05', 18_000],
    ['Tabletas', '2026-05', 6_000],
  ],
} as const

const SCOPES = [
  ['all', '', 24_000],
  ['distributor', '101', 12_400],
  ['business', 'Golosinas', 18_000],
  ['segment', 'Alfajores', 18_000],
] as const

const ALFAJOR = 11
const TABLETA = 12

let made = 1000
const sale = (day: string, distributor: string, net: number): PlainOrder => ({
  ...{ id: made++, at: `${day} 12:00:00`, distributor, net },
  product: distributor === '103' ? TABLETA : ALFAJOR,
})

function* dailySales(from: string, to: string) {
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const distributor of ['101', '102', '103']) yield sale(day, distributor, 200)
}

/** 00:10 on the shop's clock. */
const closeOf = (day: string) => new Date(`${addDays(day, 1)}T03:10:00Z`)

describeEngines('alerts on goals', (engine) => {
  let store: Store
  let app: TestApp
  let now = closeOf('2026-05-05')
  const write = async (orders: Iterable<PlainOrder>) => {
    await store.transaction((tx) => writeOrders(tx, [...orders].map(orderFacts)))
    await rebuildDirtyMonths(store)
  }
  // Sessions would end while the days of the test pass.
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` }
    return app.server.inject({ method, url, headers, ...(payload && { payload }) })
  }
  const post = async (url: string, body: object) => {
    const answer = await ask('POST', url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const evaluateAfter = async (day: string): Promise<string[]> => {
    now = closeOf(day)
    await app.alerts.evaluate()
    const { notices } = (await ask('GET', '/api/notices')).json().data
    return notices.map(({ title }: Notice) => title).sort()
  }
  const ids = new Map<string, number>()
  beforeAll(async () => {
    store = await engine.open()
    await store.transaction((tx) => writeProducts(tx, smallShop.products))
    await write(dailySales('2026-01-01', '2026-05-05'))
    app = await testApp(store, { now: () => now })
    for (const [by, goals] of Object.entries(GOALS)) {
      const cells = goals.map(([key, month, amount]) => ({ key, month, amount }))
      await post('/api/goals', { measure: 'net_sale', by, cells })
      ids.set(by, (await post('/api/alerts', unreached(by))).id)
    }
  })
  afterAll(() => app.close())

  test('report when the month cannot reach its goal, and when it can again', async () => {
    const begun = [
      'Alfajores: Venta Neta no llegaría a la meta',
      'Distribuidora 101: Venta Neta no llegaría a la meta',
      'Golosinas: Venta Neta no llegaría a la meta',
      'Venta Neta no llegaría a la meta',
    ]
    expect(await evaluateAfter('2026-05-05')).toEqual(begun)
    await write([...dailySales('2026-05-06', '2026-05-15'), sale('2026-05-12', '101', 7000)])
    expect(await evaluateAfter('2026-05-14')).toEqual(begun)
    const ended = [
      'Terminó: Metas: all',
      'Terminó: Metas: business, Golosinas',
      'Terminó: Metas: distributor, Distribuidora 101',
      'Terminó: Metas: segment, Alfajores',
    ]
    expect(await evaluateAfter('2026-05-15')).toEqual([...begun, ...ended].sort())
  })

  test('lead to their month, also once the next one runs', async () => {
    const { notices } = (await ask('GET', '/api/notices')).json().data
    const goals = notices.flatMap(({ links }: Notice) =>
      links
        .filter(({ label }) => label === 'Ver las metas')
        .map(({ href }) => new URL(href, 'https://g.example')),
    )
    expect(goals).toHaveLength(8)
    for (const { pathname, searchParams } of goals)
      expect([pathname, searchParams.get('month')]).toEqual(['/analysis/goals', '2026-05'])
  })

  test.each(SCOPES)('the try-out shows what happened to goals by %s', async (by, key, goal) => {
    const history: AlertIncident[] = (await ask('GET', `/api/alerts/${ids.get(by)}/incidents`)).json().data
    expect(history).toMatchObject([
      {
        ...{ key, started_on: '2026-05-05', start_compared: goal },
        ...{ ended_on: '2026-05-15', end_compared: goal },
      },
    ])
    // The days so far are too low, and the remaining ones must reach the goal.
    expect(history[0]?.start_value).toBeLessThan(goal)
    expect(history[0]?.end_value).toBeGreaterThanOrEqual(goal)
    const tried: AlertTrial = await post('/api/alerts/try', unreached(by))
    const happened = history.map(({ id, started_at, ended_at, notified, ...told }) => told)
    expect(tried.incidents.filter(({ started_on }) => started_on >= '2026-05')).toEqual(happened)
    if (by !== 'distributor') return
    expect(tried.incidents[0]).toMatchObject({
      ...{ key: '103', started_on: '2026-04-05', start_compared: 100_000 },
      ...{ ended_on: '2026-05-01', end_value: 6_000, end_compared: 100_000 },
    })
  })

  test('refuse a filter', async () => {
    const wrong = { ...unreached('distributor'), question: 'measures=net_sale&where=distributor:101' }
    const refused = await ask('POST', '/api/alerts/try', wrong)
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'question'])
  })
})
