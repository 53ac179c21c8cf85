// Mails around the turn of a year of a shop whose first order of January came minutes after midnight: screens open with January at
// once, while a mail of that morning is about the month that is over.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { advanceToProcessed } from '#server/ingest/latest-month.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from '#test/alert-orders.ts'
import { ACCOUNTS, callSignedIn, type TestApp, TIME_ZONE, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'

const JANUARY = '2027-01-01 00:10:00'
const ORDERS = ['2026-11-10 10:00:00', '2026-12-10 10:00:00', '2026-12-31 20:00:00'].map((at, index) =>
  orderFacts({ id: index + 1, at, distributor: '101', net: 100 * (index + 1) }),
)

describeOneEngine('mails at the turn of a year', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let clock = '2026-12-31T12:00:00Z'
  beforeAll(async () => {
    mails = await startMailServer()
    store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, ORDERS))
    await rebuildDirtyMonths(store)
    await advanceToProcessed(store, ['2026-12'], TIME_ZONE, new Date(clock))
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date(clock) })
    const cells = ['2026-12', '2027-01'].map((month) => ({ key: '', month, amount: 1000 }))
    expect((await call('POST', '/api/goals', { measure: 'net_sale', by: 'all', cells })).statusCode).toBe(200)
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    callSignedIn(app, method, url, payload)

  const view = async (name: string) => {
    const body = { name, address: '/', question: 'measures=net_sale' }
    return (await call('POST', '/api/views', body)).json().data.id as number
  }

  /** The subject of a mail that is due at a time of the shop's clock. */
  async function subjectOf(what: object, due: string): Promise<string> {
    const at = Date.parse(`${due}-03:00`)
    clock = new Date(at - 60_000).toISOString()
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const body = { every: 'day', at_time: due.slice(11), attachment: 'none', recipients: [own?.user_id] }
    const made = await call('POST', '/api/deliveries', { name: 'Cifras', ...body, ...what })
    expect(made.statusCode, made.body).toBe(200)
    clock = new Date(at + 60_000).toISOString()
    app.outbox.kick()
    await app.outbox.settled()
    await call('DELETE', `/api/deliveries/${made.json().data.id}`)
    const [mail] = mails.received
    mails.reset()
    return (mail?.subject ?? '').replaceAll('\u00a0', ' ')
  }

  const TABLE = {
    table: '/api/distributors/get-distributors-list',
    address: '/distributors/distributors-details',
  }
  const GOALS = { address: '/analysis/goals' }
  const PROFILE = { address: '/distributors/distributors-details/101/profile' }

  test('of the last hour of December are about December, each of them', async () => {
    const due = '2026-12-31T23:30'
    expect(await subjectOf(PROFILE, due)).toBe('Ficha de Distribuidora 101, diciembre 2026')
    expect(await subjectOf(GOALS, due)).toBe('Metas de diciembre de 2026: 50 % de la meta')
  })

  test('of the morning of 1 January are about December', async () => {
    await store.transaction((tx) =>
      writeOrders(tx, [orderFacts({ id: 9, at: JANUARY, distributor: '101', net: 7 })]),
    )
    await rebuildDirtyMonths(store)
    await advanceToProcessed(store, ['2027-01'], TIME_ZONE, new Date('2027-01-01T03:12:00Z'))
    const due = '2027-01-01T08:00'
    expect(await subjectOf(TABLE, due)).toBe('Cifras de diciembre de 2026')
    expect(await subjectOf({ view_id: await view('Scorecard') }, due)).toMatch(
      /^Venta neta de diciembre de 2026: \$ 500/,
    )
    expect(await subjectOf(GOALS, due)).toBe('Metas de diciembre de 2026: 50 % de la meta')
    expect(await subjectOf(PROFILE, due)).toBe('Ficha de Distribuidora 101, diciembre 2026')
  })

  test('of the goals of a month that was read in part, or not at all, say so', async () => {
    expect(await subjectOf(GOALS, '2027-02-01T08:00')).toBe(
      'Metas de enero de 2027: 0,7 % de la meta, datos hasta el 1/1/2027',
    )
    const cells = [{ key: '', month: '2027-02', amount: 1000 }]
    expect((await call('POST', '/api/goals', { measure: 'net_sale', by: 'all', cells })).statusCode).toBe(200)
    expect(await subjectOf(GOALS, '2027-03-01T08:00')).toBe('Metas de febrero de 2027: sin datos')
  })

  test('are about January from the end of its first day on, and where they ask for it', async () => {
    const thisMonth = { question: 'measures=net_sale&period=this_month' }
    expect(await subjectOf(thisMonth, '2027-01-01T08:00')).toBe(
      'Venta neta de enero, en curso al 1/1/2027: $ 7',
    )
    for (const due of ['2027-01-01T23:30', '2027-01-02T08:00']) {
      const day = `${Number(due.slice(8, 10))}/1/2027`
      expect(await subjectOf(TABLE, due)).toBe(`Cifras de enero, en curso al ${day}`)
      expect(await subjectOf({ view_id: await view(due) }, due)).toBe(
        `Venta neta de enero, en curso al ${day}: $ 7`,
      )
      expect(await subjectOf(GOALS, due)).toBe(`Metas de enero de 2027, en curso al ${day}: 0,7 % de la meta`)
    }
  })
})
