// A shop that closes from 30 December to 3 January: while it is connected and was read since, nothing of December is missing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/month.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from './alert-orders.ts'
import { ACCOUNTS, signIn, type TestApp, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** Ten orders of 100 a day in December, five in November. */
const ORDERS = Array.from({ length: 59 }, (_, index) => addDays('2026-11-01', index)).flatMap((day, at) =>
  Array.from({ length: day < '2026-12-01' ? 5 : 10 }, (_, turn) =>
    orderFacts({ id: at * 10 + turn + 1, at: `${day} 12:00:00`, distributor: '101', net: 100 }),
  ),
)

describeOneEngine('a shop that is closed at the turn of the year', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let now = '2027-01-01T15:00:00Z'
  let isConnected = true
  beforeAll(async () => {
    mails = await startMailServer()
    store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, ORDERS))
    await rebuildDirtyMonths(store)
    app = await testApp(store, {
      jobs: { openSource: () => undefined, isConnected: async () => isConnected },
      ...{ mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example', now: () => new Date(now) },
    })
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  const readUntil = (at: string) =>
    store.run(sql`update jobs set succeeded_at = ${utc(new Date(at))} where job_key = 'orders'`)

  const call = async (url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` }
    return app.server.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) })
  }

  /** What the screens and questions say of December and of the week from 28 December. */
  async function said() {
    const config = (await call('/api/config')).json().data as { option: string; values: unknown }[]
    const ask = async (period: string) =>
      (await call(`/api/questions/answer?measures=net_sale&${period}&compare=previous`)).json().meta
    const [month, week] = [
      await ask('from=2026-12-01&to=2026-12-31'),
      await ask('from=2026-12-28&to=2027-01-03'),
    ]
    return {
      screens: config.find(({ option }) => option === 'cut_after')?.values,
      month: [month.cut_after, month.totals.net_sale_change],
      week: [week.cut_after, week.totals.net_sale_change],
    }
  }

  const PART = { screens: '2026-12-29', month: ['2026-12-29', null] }
  /** 29,000 after 15,000. */
  const WHOLE = { screens: null, month: [null, 93.33] }

  test('is complete once it was read after the end of the days, and in part until then', async () => {
    await readUntil('2027-01-01T02:59:00Z')
    expect(await said()).toMatchObject(PART)
    // The first successful poll after the shop's midnight.
    await readUntil('2027-01-01T03:00:30Z')
    expect(await said()).toMatchObject(WHOLE)
    now = '2027-01-04T11:00:00Z'
    await readUntil('2027-01-04T10:59:00Z')
    // 2,000 after 7,000.
    expect(await said()).toEqual({ ...WHOLE, week: [null, -71.43] })
  })

  test('sold nothing on a day that was read, and nobody knows of days before its first order', async () => {
    const day = async (date: string) => {
      const { meta } = (
        await call(`/api/questions/answer?measures=net_sale&from=${date}&to=${date}&compare=previous`)
      ).json()
      return [meta.has_orders, meta.totals.net_sale, meta.totals.net_sale_change]
    }
    expect(await day('2026-12-30')).toEqual([true, 0, -100])
    expect(await day('2026-10-31')).toEqual([false, 0, null])
    await readUntil('2026-12-31T02:00:00Z')
    expect(await day('2026-12-30')).toEqual([false, 0, null])
    await readUntil('2027-01-04T10:59:00Z')
  })

  test('is mailed without a part that is missing', async () => {
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const body = {
      every: 'week',
      on_day: 1,
      at_time: '08:00',
      attachment: 'none',
      recipients: [own?.user_id],
    }
    const made = await call('/api/deliveries', { name: 'La semana', address: '/analysis/week', ...body })
    await call(`/api/deliveries/${made.json().data.id}/try`, {})
    await app.outbox.settled()
    expect(mails.received.map(({ subject }) => subject?.replaceAll('\u00a0', ' '))).toEqual([
      'Prueba: Semana del 28/12/2026 al 3/1/2027',
    ])
  })

  test('may miss orders where no shop is connected', async () => {
    isConnected = false
    expect(await said()).toEqual({ ...PART, week: ['2026-12-29', null] })
  })
})
