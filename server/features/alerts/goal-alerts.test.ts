// Alerts on goals out of reach, through the API: distributors 101 to 103 sell 200 a day, 6000 in April and 6200 in May.
import { describe, expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { addDays } from '#server/questions/windows.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { orderFacts, type PlainOrder } from '#test/alert-orders.ts'
import { ACCOUNTS, signIn, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'

const UNREACHED = {
  name: 'Metas en riesgo',
  question: 'measures=net_sale&by=distributor',
  condition: { kind: 'misses_goal' },
}

let made = 1000
const sale = (day: string, distributor: string, net: number): PlainOrder => ({
  ...{ id: made++, at: `${day} 12:00:00`, distributor, net },
})

function* dailySales(from: string, to: string) {
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const distributor of ['101', '102', '103']) yield sale(day, distributor, 200)
}

/** 00:10 on the store's clock. */
const closeOf = (day: string) => new Date(`${addDays(day, 1)}T03:10:00Z`)

describe('alerts on goals', () => {
  const engine = testEngine('duckdb')
  test('tell when the month cannot reach its goal, and when it can again', async () => {
    const store = await engine.open()
    let now = closeOf('2026-05-05')
    const app = await testApp(store, { now: () => now })
    const write = async (orders: Iterable<PlainOrder>) => {
      await store.transaction((tx) => writeOrders(tx, [...orders].map(orderFacts)))
      await rebuildDirtyMonths(store)
    }
    // Sessions end while days pass.
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` }
      return app.server.inject({ method, url, headers, ...(payload && { payload }) })
    }
    const post = async (url: string, body: object) => {
      const answer = await ask('POST', url, body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    await write(dailySales('2026-01-01', '2026-05-05'))
    await post('/api/goals', {
      ...{ measure: 'net_sale', by: 'distributor' },
      cells: [
        { key: '101', month: '2026-05', amount: 12_400 },
        { key: '102', month: '2026-05', amount: 6_000 },
        { key: '103', month: '2026-04', amount: 100_000 },
      ],
    })
    const id = (await post('/api/alerts', UNREACHED)).id
    const evaluateAfter = async (day: string) => {
      now = closeOf(day)
      await app.alerts.evaluate()
      const { notices } = (await ask('GET', '/api/notices')).json().data
      return notices.map(({ title }: Notice) => title)
    }
    const begun = 'Distribuidora 101: Venta Neta no llegaría a la meta'
    expect(await evaluateAfter('2026-05-05')).toEqual([begun])
    await write([...dailySales('2026-05-06', '2026-05-15'), sale('2026-05-12', '101', 7000)])
    expect(await evaluateAfter('2026-05-14')).toEqual([begun])
    expect(await evaluateAfter('2026-05-15')).toEqual(['Terminó: Metas en riesgo, Distribuidora 101', begun])

    const tried = await post('/api/alerts/try', UNREACHED)
    expect(tried.incidents).toMatchObject([
      {
        ...{ key: '103', started_on: '2026-04-05', start_compared: 100_000 },
        ...{ ended_on: '2026-05-01', end_value: 6_000, end_compared: 100_000 },
      },
      { key: '101', started_on: '2026-05-05', start_compared: 12_400, ended_on: '2026-05-15' },
    ])
    const history = (await ask('GET', `/api/alerts/${id}/incidents`)).json().data
    expect(history).toMatchObject([{ key: '101', started_on: '2026-05-05', ended_on: '2026-05-15' }])
    // Ten days of 200 and 7000 are still short; the remaining days must bring it there.
    expect(history[0].start_value).toBeLessThan(12_400)
    expect(history[0].end_value).toBeGreaterThanOrEqual(12_400)

    const wrong = { ...UNREACHED, question: 'measures=net_sale&where=distributor:101' }
    const refused = await ask('POST', '/api/alerts/try', wrong)
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'question'])
    await app.close()
  })
})
