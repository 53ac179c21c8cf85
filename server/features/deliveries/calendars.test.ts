// Mails over generated calendars: a sync that stopped, a month just begun, a first month. None says that everything fell away
// unless it did.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, mondayOf, monthBounds } from '#contract/month.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { removeOrders } from '#server/ingest/write.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { ACCOUNTS, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { callWithToken } from '#test/newcomers.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

const LONG = { timeout: 600_000 }
const [SAMPLE] = smallShop.orders.filter(
  ({ order }) => order.counted && order.status === 'wc-completed' && order.dist_id === '101',
)

/** An order of a day, at noon. */
function orderOf(day: string, dist_id: string, order_id: number) {
  if (!SAMPLE) throw new Error('the small shop has no completed order')
  const of = { order_id, month: day.slice(0, 7), dist_id }
  const at = `${day} 12:00:00`
  const order = { ...SAMPLE.order, ...of, created_at: at, order_date: day, modified_at: at }
  const lines = SAMPLE.lines.map((line, index) => ({ ...line, ...of, line_id: order_id * 10 + index }))
  return { ...SAMPLE, order, lines, discounts: [], refunds: [] }
}

/** A value about days of a period that end on `end`. */
interface Told {
  readonly period: { readonly from: string; readonly to: string }
  readonly end: string
  readonly before: { readonly from: string; readonly to: string }
}

interface Calendar {
  /** Days with an order, each with its distributor; the last one is where the sync stopped. */
  readonly sold: readonly { readonly day: string; readonly dist: string }[]
  /** When the mails are made, UTC. */
  readonly nows: readonly string[]
}

/** Days of a year before a last one; some weekdays have no orders, and one distributor has none in the last weeks. */
const calendars: fc.Arbitrary<Calendar> = fc
  .record({
    last: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2025-03-20', days)),
    length: fc.constantFrom(3, 9, 25, 45, 80, 120),
    closed: fc.subarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 4 }),
    quiet: fc.constantFrom(0, 8, 11, 14, 17),
    after: fc.tuple(
      fc.constant(0),
      fc.constant(1),
      fc.integer({ min: 2, max: 6 }),
      fc.constant(8),
      fc.constant(40),
    ),
  })
  .map(({ last, length, closed, quiet, after }) => {
    const days = Array.from({ length }, (_, index) => addDays(last, index + 1 - length)).filter(
      (day) => day === last || !closed.includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
    )
    const sold = days.flatMap((day, index) => [
      { day, dist: index % 2 === 0 ? '101' : '102' },
      ...(day <= addDays(last, -quiet) ? [{ day, dist: '103' }] : []),
    ])
    return { sold, nows: after.map((count) => `${addDays(last, count)}T18:00:00Z`) }
  })

const FALL = /−100(,0+)?.%/

describeOneEngine('mails over generated calendars', (engine) => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
  })
  afterAll(() => mails.close())

  /** What the days of a closed period and those before say about its end. */
  function isCut(
    { sold }: Calendar,
    from: string,
    to: string,
    before: { from: string; to: string },
  ): boolean {
    const newest = sold.at(-1)?.day ?? ''
    if (newest >= to || newest < from) return false
    const rest = addDays(before.from, (Date.parse(newest) - Date.parse(from)) / 86_400_000 + 1)
    return sold.some(({ day }) => day >= rest && day <= before.to)
  }

  const WHAT = [
    { name: 'Semana', address: '/analysis/week' },
    {
      name: 'Pregunta',
      question: 'measures=net_sale,orders&by=distributor&period=last_week&compare=previous',
    },
    { name: 'Mes', question: 'measures=net_sale&by=distributor&period=this_month&compare=previous' },
    { name: 'Tabla', table: '/api/distributors/get-distributors-list', address: '/d' },
  ]

  async function mailsAt(app: TestApp, token: string, user: number): Promise<Map<string, string>> {
    const headers = { authorization: `Bearer ${token}` }
    const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      app.server.inject({ method, url, headers, ...(payload && { payload }) })
    const ids: number[] = []
    for (const what of WHAT) {
      const body = { ...what, every: 'day', at_time: '08:00', attachment: 'none', recipients: [user] }
      const made = await call('POST', '/api/deliveries', body)
      expect(made.statusCode, made.body).toBe(200)
      ids.push(made.json().data.id)
      await call('POST', `/api/deliveries/${ids.at(-1)}/try`, {})
    }
    await app.outbox.settled()
    for (const id of ids) await call('DELETE', `/api/deliveries/${id}`)
    const sent = mails.received.map(({ subject, text }) => `${subject}\n${text}`.replaceAll('\u00a0', ' '))
    mails.reset()
    return new Map(WHAT.map(({ name }) => [name, sent.find((one) => one.includes(`«${name}»`)) ?? '']))
  }

  const WEEK = 'measures=net_sale&period=last_week&compare=previous'

  /** The call of the screen says the same of the week, whatever it is split by. */
  async function expectScreenAsMail(app: TestApp, cut_after: string | null, has_orders: boolean) {
    const token = await signIn(app, ACCOUNTS.superAdmin)
    for (const by of ['', '&by=distributor']) {
      const { meta } = (await callWithToken(app, token, 'GET', `/api/questions/answer?${WEEK}${by}`)).json()
      expect({ cut_after: meta.cut_after, has_orders: meta.has_orders }, by).toEqual({
        cut_after,
        has_orders,
      })
    }
  }

  const COMPARED = [
    ...['this_week', 'this_month', 'this_year', 'last_7_days', 'last_28_days'].map(
      (period) => `period=${period}&compare=previous`,
    ),
    ...['last_week', 'last_month', 'last_90_days'].flatMap((period) =>
      ['previous', 'year'].map((compare) => `period=${period}&compare=${compare}`),
    ),
  ].flatMap((period) =>
    ['by=distributor', 'by=distributor&grain=week', 'grain=day', 'by=product&limit=1'].map(
      (split) => `${period}&${split}`,
    ),
  )

  /** Whether the shop was read to the end of these days of a period, as far as its orders tell. */
  function isRead(calendar: Calendar, now: string, { period, end, before }: Told): boolean {
    const newest = calendar.sold.at(-1)?.day ?? ''
    const has = calendar.sold.some(({ day }) => day >= period.from && day <= period.to)
    if (!has) return false
    if (period.to >= now.slice(0, 10)) return end < newest
    return end <= newest || !isCut(calendar, period.from, period.to, before)
  }

  /** Every fall to nothing is told where it is one, and only there; each calendar is asked some of the questions. */
  async function expectTrueFalls(
    app: TestApp,
    calendar: Calendar,
    { now, index }: { now: string; index: number },
  ): Promise<number> {
    const token = await signIn(app, ACCOUNTS.superAdmin)
    let falls = 0
    for (const asked of COMPARED.filter((_, at) => NIGHTLY || (at + index) % 7 === 0)) {
      const url = `/api/questions/answer?measures=net_sale,orders&${asked}`
      const { data, meta } = (await callWithToken(app, token, 'GET', url)).json()
      const grain = /grain=(\w+)/.exec(asked)?.[1]
      const values = [{ row: meta.totals, end: meta.period.to }]
      for (const row of data) {
        const step = grain ? row[grain] : null
        const last = grain === 'week' ? addDays(step, 6) : step
        values.push({ row, end: last && last < meta.period.to ? last : meta.period.to })
      }
      for (const { row, end } of values) {
        const isFall = row.net_sale === 0 && row.net_sale_compared > 0
        const told = { period: meta.period, end, before: meta.compared_period }
        const label = `${url} at ${now}, read until ${calendar.sold.at(-1)?.day}: ${JSON.stringify(row)}`
        const isTrue = isFall && isRead(calendar, now, told)
        expect(row.net_sale_change === -100, label).toBe(isTrue)
        if (isTrue) falls++
      }
    }
    return falls
  }

  /** The newest month, where it is over and its end was not read. */
  async function expectCutMonth(app: TestApp, calendar: Calendar, now: string): Promise<boolean> {
    const newest = calendar.sold.at(-1)?.day ?? ''
    const { from_date: from, to_date: to } = monthBounds(newest.slice(0, 7))
    const { from_date, to_date } = monthBounds(addMonths(newest.slice(0, 7), -1))
    const isCutMonth = to < now.slice(0, 10) && isCut(calendar, from, to, { from: from_date, to: to_date })
    const token = await signIn(app, ACCOUNTS.superAdmin)
    const config = (await callWithToken(app, token, 'GET', '/api/config')).json()
    const option = config.data.find(({ option }: { option: string }) => option === 'cut_after')
    expect(option.values, now).toBe(isCutMonth ? newest : null)
    return isCutMonth
  }

  test('a screen says what its mail would, and no fall that is none', LONG, async () => {
    let [cuts, cutMonths, falls] = [0, 0, 0]
    for (const [index, calendar] of fc.sample(calendars, { numRuns: NIGHTLY ? 50 : 6, seed: 73 }).entries()) {
      const orders = calendar.sold.map(({ day, dist }, index) => orderOf(day, dist, 1000 + index))
      let clock = calendar.nows[0] ?? ''
      const app = await testApp(await openSmallShop(engine, { ...smallShop, orders }), {
        now: () => new Date(clock),
      })
      for (const now of calendar.nows.filter((_, turn) => NIGHTLY || turn === index % 5)) {
        clock = now
        const monday = addDays(mondayOf(now.slice(0, 10)), -7)
        const to = addDays(monday, 6)
        const before = { from: addDays(monday, -7), to: addDays(monday, -1) }
        const cut = isCut(calendar, monday, to, before)
        if (cut) cuts++
        const has = calendar.sold.some(({ day }) => day >= monday && day <= to)
        await expectScreenAsMail(app, cut ? (calendar.sold.at(-1)?.day ?? null) : null, has)
        if (await expectCutMonth(app, calendar, now)) cutMonths++
        falls += await expectTrueFalls(app, calendar, { now, index })
      }
      await app.close()
    }
    expect([cuts, cutMonths, falls].map((count) => count > (NIGHTLY ? 5 : 0))).toEqual([true, true, true])
  })

  test('a period is complete no longer once the orders after it are removed', async () => {
    const orders = [
      ...['2026-05-05', '2026-05-28', '2026-06-10'].map((day, at) => orderOf(day, '101', 1001 + at)),
      orderOf('2026-07-02', '101', 2001),
    ]
    const store = await openSmallShop(engine, { ...smallShop, orders })
    const app = await testApp(store, { now: () => new Date('2026-07-08T18:00:00Z') })
    const token = await signIn(app, ACCOUNTS.superAdmin)
    const url = '/api/questions/answer?measures=net_sale&from=2026-06-01&to=2026-06-30&compare=previous'
    const told = async () => {
      const { meta } = (await callWithToken(app, token, 'GET', url)).json()
      return [meta.cut_after, meta.totals.net_sale_change]
    }
    expect(await told()).toEqual([null, -50])
    await store.transaction((tx) => removeOrders(tx, [2001]))
    await rebuildDirtyMonths(store)
    expect(await told()).toEqual(['2026-06-10', null])
    await app.close()
  })

  test('say until when there are data, and no fall that is none', LONG, async () => {
    let [cuts, empties, falls] = [0, 0, 0]
    for (const calendar of fc.sample(calendars, { numRuns: NIGHTLY ? 10 : 2, seed: 37 })) {
      const orders = calendar.sold.map(({ day, dist }, index) => orderOf(day, dist, 1000 + index))
      const store = await openSmallShop(engine, { ...smallShop, orders })
      let clock = calendar.nows[0] ?? ''
      const options = {
        now: () => new Date(clock),
        mail: smtpMailer(mails.url),
        publicUrl: 'https://g.example',
      }
      const app = await testApp(store, options)
      const user = (await accountByEmail(store, ACCOUNTS.superAdmin))?.user_id ?? 0
      for (const now of calendar.nows) {
        clock = now
        const made = await mailsAt(app, await signIn(app, ACCOUNTS.superAdmin), user)
        const monday = addDays(mondayOf(now.slice(0, 10)), -7)
        const week = { from: monday, to: addDays(monday, 6) }
        const before = { from: addDays(monday, -7), to: addDays(monday, -1) }
        const inWeek = calendar.sold.filter(({ day }) => day >= week.from && day <= week.to)
        const cut = isCut(calendar, week.from, week.to, before)
        await expectScreenAsMail(app, cut ? (calendar.sold.at(-1)?.day ?? null) : null, inWeek.length > 0)
        for (const name of ['Semana', 'Pregunta']) {
          const mail = made.get(name) ?? ''
          const label = `${name} at ${now} of ${JSON.stringify(calendar.sold.at(-1))}`
          expect(mail, label).not.toBe('')
          expect(mail.includes('sin datos'), label).toBe(inWeek.length === 0)
          expect(mail.includes('datos hasta'), label).toBe(cut)
          const fell = (dist: string) =>
            calendar.sold.some(
              (one) => one.dist === dist && one.day >= before.from && one.day <= before.to,
            ) && !inWeek.some((one) => one.dist === dist)
          const isTrue = !cut && inWeek.length > 0 && ['101', '102', '103'].some(fell)
          if (FALL.test(mail)) expect(isTrue, label).toBe(true)
          if (cut) cuts++
          if (inWeek.length === 0) empties++
          if (isTrue) falls++
        }
        // A month that runs compares the days that have come, in which nothing sold yet is no fall.
        expect(made.get('Mes'), now).not.toMatch(FALL)
        expect(made.get('Tabla'), now).not.toBe('')
      }
      await app.close()
    }
    expect([cuts, empties, falls].map((count) => count > (NIGHTLY ? 2 : 0))).toEqual([true, true, true])
  })
})
