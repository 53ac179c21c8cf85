// A running month compared with the same days of another one. Every call with changes is compared with a shop whose other
// months have only those days: its whole months are what the real shop must count up to the moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import type { Resume } from '#contract/distributors.ts'
import type { MainPage } from '#contract/scorecard.ts'
import { PREPARING_STATUSES } from '#contract/statuses.ts'
import type { CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { type TestApp, testApp, type Who } from './app.ts'
import { describeEngines, testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

/** 15:00 in Buenos Aires; the newest order of May is two days older. */
const NOW = new Date('2026-05-12T18:00:00Z')
const NEWEST = '10 12:00:00'
const RUNNING = '2026-05'

/** A fact and its parts in another month, with different ids. */
function copied(facts: OrderFacts, month: string, offset: number, at: string): OrderFacts {
  const order_id = facts.order.order_id + offset
  const moved = { order_id, month }
  return {
    ...facts,
    order: {
      ...facts.order,
      ...moved,
      created_at: `${month}-${at}`,
      order_date: `${month}-${at.slice(0, 2)}`,
    },
    lines: facts.lines.map((line) => ({ ...line, ...moved, line_id: line.line_id + offset * 10 })),
    discounts: facts.discounts.map((discount) => ({
      ...discount,
      ...moved,
      discount_id: discount.discount_id + offset * 10,
    })),
    refunds: facts.refunds.map((refund) => ({
      ...refund,
      ...moved,
      refund_id: refund.refund_id + offset * 10,
    })),
  }
}

const withStatus = ({ order, lines, discounts, ...rest }: OrderFacts, status: string): OrderFacts => ({
  ...rest,
  order: { ...order, status },
  lines: lines.map((line) => ({ ...line, status })),
  discounts: discounts.map((discount) => ({ ...discount, status })),
})

const may = smallShop.orders.filter(({ order }) => order.month === RUNNING)
const timeOf = ({ order }: OrderFacts) => order.created_at.slice(8)

/** May up to its 10th at noon, the order of 108.00 still in assembly. */
const running = may
  .filter((facts) => timeOf(facts) <= NEWEST)
  .map((facts) => (facts.order.order_id === 12 ? withStatus(facts, 'wc-in-assembly') : facts))

/** All of May in another month; its last order is one second after the moment. */
const other = (month: string, offset: number) =>
  may.map((facts) => {
    const at = timeOf(facts)
    return copied(facts, month, offset, at.startsWith('31') ? '10 12:00:01' : at)
  })

const accounts = (month: string, offset: number): CustomerFact[] =>
  smallShop.customers.map((account, index) => ({
    ...account,
    customer_id: account.customer_id + offset,
    email: `${month}-${account.email}`,
    month,
    registered_at: `${month}-${[NEWEST, '10 12:00:01', '01 00:00:00'][index]}`,
  }))

const shop = {
  ...smallShop,
  orders: [...smallShop.orders.filter(({ order }) => order.month === '2026-04'), ...running],
  customers: [...smallShop.customers, ...accounts('2026-04', 10), ...accounts('2025-05', 20)],
}
const whole = { ...shop, orders: [...shop.orders, ...other('2026-04', 1000), ...other('2025-05', 2000)] }

const isCompared = (month: string, time: string) => month === RUNNING || time.slice(8) <= NEWEST
const cut = {
  ...whole,
  orders: whole.orders.filter(({ order }) => isCompared(order.month, order.created_at)),
  // Accounts of all time are counted too, so these stay, in a month that is not compared.
  customers: whole.customers.map((account) =>
    isCompared(account.month, account.registered_at)
      ? account
      : { ...account, month: '2024-01', registered_at: '2024-01-01 00:00:00' },
  ),
}

const PARAMETERS: Record<string, string> = { dist_id: '102' }
const fields = (endpoint: (typeof endpoints)[number]) => Object.keys(endpoint.query.shape)
const pathOf = ({ path }: { path: string }) => path.replace(/\{(\w+)\}/g, (_, name) => PARAMETERS[name] ?? '')
/** Questions name the comparison with the same days themselves. */
const isQuestion = ({ path }: { path: string }) => path.startsWith('/api/questions/')
const comparing = endpoints
  .filter((endpoint) => fields(endpoint).includes('compare') && !isQuestion(endpoint))
  .map(pathOf)
const compared = endpoints.filter((endpoint) => fields(endpoint).includes('beside')).map(pathOf)

/** Of the Ficha what is compared; its course, its goal and what was lost look further back. */
function partsOf(data: Record<string, unknown>): unknown {
  if ('headline' in data) return data.headline
  if (!('lost_customers' in data)) return data
  const { main_month, prev_month, increment, difference, placed_increment, rank, share } = data
  return { main_month, prev_month, increment, difference, placed_increment, rank, share }
}

describeEngines('a running month', (engine) => {
  let app: TestApp
  let days: TestApp
  beforeAll(async () => {
    const now = () => NOW
    app = await testApp(await openSmallShop(engine, whole), { now })
    days = await testApp(await openSmallShop(engine, cut), { now })
  })
  afterAll(() => Promise.all([app.close(), days.close()]))

  const answer = async (from: TestApp, path: string, who: Who = 'superAdmin') => {
    const { statusCode, body } = await from.get(path, who)
    expect(statusCode, body).toBe(200)
    return JSON.parse(body, (key, value) => (key === 'dates-between' ? undefined : value))
  }

  test('every call with changes is compared', () => {
    expect(comparing.length).toBeGreaterThanOrEqual(18)
    expect(compared).toHaveLength(2)
  })

  /** By day each call has one comparison on each engine, and the other one on the other. */
  const comparisons = comparing.flatMap((path, index) =>
    (['previous', 'year'] as const)
      .filter((_, at) => NIGHTLY || (index + at) % 2 === Number(engine.name === 'postgres'))
      .map((compare) => [path, compare] as const),
  )
  test.each(comparisons)(
    '%s, compare=%s: as if the other month had only those days',
    async (path, compare) => {
      const query = `?start_date=${RUNNING}&compare=${compare}`
      for (const who of ['superAdmin', 'scoped'] as const) {
        const same = await answer(app, path + query, who)
        const whole = await answer(days, `${path}${query}&days=all`, who)
        expect(partsOf(same.data)).toEqual(partsOf(whole.data))
        const month = compare === 'year' ? '2025-05' : '2026-04'
        expect(same.meta.compared).toEqual({
          ...{ month, until: `${month}-${NEWEST}`, from_date: `${month}-01`, to_date: `${month}-10` },
        })
      }
    },
  )

  test.each(['', '&by=segment', '&by=benefit_group', '&by=distributor'])(
    'a question%s about the same days: as if the other month had only those',
    async (split) => {
      const measures = 'measures=net_sale,orders,buyers,new_buyers,benefit_amount,registered,units'
      const fitting = split.includes('segment')
        ? measures.replace(',benefit_amount,registered', '')
        : measures
      const path = `/api/questions/answer?period=this_month${split}&${split.includes('benefit') ? fitting.replace(',registered', '') : fitting}`
      for (const who of ['superAdmin', 'scoped'] as const)
        for (const [month, cut, all] of [
          ['2026-04', 'same_days', 'previous'],
          ['2025-05', 'same_days_year', 'year'],
        ]) {
          const same = await answer(app, `${path}&compare=${cut}`, who)
          const whole = await answer(days, `${path}&compare=${all}`, who)
          expect([same.data, same.meta.totals]).toEqual([whole.data, whole.meta.totals])
          expect(same.meta.compared_period).toEqual({
            from: `${month}-01`,
            to: `${month}-10`,
            until: `${month}-${NEWEST}`,
          })
        }
    },
  )

  test.each([
    ['', 'same_days'],
    ['&compare=year', 'same_days_year'],
  ])('a change of the scorecard%s is explained over the same days', async (query, compare) => {
    const { data } = await answer(app, `/api/summary/main-page?start_date=${RUNNING}${query}`)
    for (const [field, measure] of [
      ['net_sale', 'net_sale'],
      ['new_customers', 'registered'],
    ] as const) {
      const { data: explained } = await answer(
        app,
        `/api/questions/explain?measure=${measure}&from=${RUNNING}-01&to=${RUNNING}-31&compare=${compare}`,
      )
      expect([explained.before, explained.after]).toEqual([data.prev_month[field], data.main_month[field]])
    }
  })

  test.each(compared)('%s beside the running month', async (path) => {
    const query = `${path}?start_date=2026-04`
    for (const who of ['superAdmin', 'scoped'] as const) {
      const same = await answer(app, `${query}&beside=${RUNNING}`, who)
      expect(same.data).toEqual((await answer(days, query, who)).data)
    }
    const all = await answer(app, query)
    expect((await answer(app, `${query}&beside=${RUNNING}`)).data).not.toEqual(all.data)
  })

  test('files have columns for orders in preparation only if the same days are compared', async () => {
    for (const path of [
      '/api/distributors/get-distributors-list',
      '/api/orders/ranking-orders-by-segments',
    ]) {
      const headOf = async (query: string) =>
        (await app.get(`${path}?export=1&start_date=${query}`, 'admin')).body.split('\r\n')[0]
      expect(await headOf(RUNNING)).toMatch(/;"En preparación";"Variación con preparación %"/)
      expect(await headOf(`${RUNNING}&days=all`)).not.toContain('preparación')
      expect(await headOf('2026-04')).not.toContain('preparación')
    }
  })

  test('completed sales fell by 35.86 %, those with orders in preparation are unchanged', async () => {
    const page: { data: MainPage } = await answer(app, `/api/summary/main-page?start_date=${RUNNING}`)
    const { main_month, prev_month, change, placed_change } = page.data
    // 100.50 + 20.25 + 36.45 + 36.00 beside those and 108.00.
    expect([main_month.net_sale, prev_month.net_sale, change.net_sale]).toEqual([193.2, 301.2, -35.86])
    expect([main_month.preparing.net_sale, prev_month.preparing.net_sale]).toEqual([126, 18])
    expect(placed_change).toEqual({ net_sale: 0, total_orders: 0, total_units_sold: 0 })
  })

  test.each(['previous', 'year'])(
    'Explorar asks for the same days of %s beside those of the month',
    async (compare) => {
      const query = `start_date=${RUNNING}&by=segment&compare=${compare}`
      const segments = await answer(app, `/api/products/distribution?${query}&per_page=100`)
      const amounts: number[] = []
      for (const { key } of segments.data) {
        const moves = await answer(app, `/api/products/distribution/${key}/moves?${query}&per_page=100`)
        for (const { dist_id, prev_amount } of moves.data) {
          const asked = new URLSearchParams([
            ...[
              ['measures', 'net_sale'],
              ['from', '2026-05-01'],
              ['to', '2026-05-31'],
            ],
            ...[['compare', compare === 'year' ? 'same_days_year' : 'same_days']],
            ...[
              ['where', `segment:${key}`],
              ['where', `distributor:${dist_id}`],
            ],
          ] as [string, string][])
          const { meta } = await answer(app, `/api/questions/answer?${asked}`)
          expect(meta.totals.net_sale_compared).toBe(prev_amount)
          amounts.push(prev_amount)
        }
      }
      expect(amounts.filter((amount) => amount > 0).length).toBeGreaterThan(1)
    },
  )

  test('days=all compares with the whole month, and so does a month that is over', async () => {
    const netOf = async (query: string) => {
      const { data, meta } = await answer(app, `/api/summary/main-page?${query}`)
      return [data.prev_month.net_sale, meta.compared.until, meta.compared.to_date]
    }
    // 301.20 + 72.22 + 10.00 + 50.00 of April.
    expect(await netOf(`start_date=${RUNNING}&days=all`)).toEqual([433.42, null, '2026-04-30'])
    expect(await netOf('start_date=2026-04&compare=previous')).toEqual([0, null, '2026-03-31'])
    expect((await app.get('/api/summary/main-page?days=20', 'admin')).statusCode).toBe(400)
  })

  test('the cached answer of a running month ends with it', async () => {
    let now = new Date('2026-06-01T02:45:00Z')
    const later = await testApp(await openSmallShop(engine, whole), { now: () => now })
    const call = `/api/orders/get-totals?start_date=${RUNNING}`
    expect((await answer(later, call)).data.prev_month.total_amount).toBe(301.2)
    now = new Date('2026-06-01T03:15:00Z')
    expect((await answer(later, call)).data.prev_month.total_amount).toBe(433.42)
    await later.close()
  })
})

const engine = testEngine('duckdb')

test('an order dated after now does not extend the days; without orders they go up to now', async () => {
  const app = await testApp(await openSmallShop(engine), { now: () => new Date('2026-05-06T15:30:20Z') })
  const untilOf = async (month: string) =>
    (await app.get(`/api/summary/main-page?start_date=${month}`, 'admin')).json().meta.compared.until
  expect(await untilOf(RUNNING)).toBe('2026-04-06 09:00:00')
  await app.close()
  const next = await testApp(await openSmallShop(engine), { now: () => new Date('2026-06-30T15:30:20Z') })
  const june = await next.get('/api/summary/main-page?start_date=2026-06', 'admin')
  expect(june.json().meta.compared.until).toBe('2026-05-30 12:30:59')
  const july = await next.get('/api/summary/main-page?start_date=2026-07', 'admin')
  expect(july.json().meta.compared.until).toBeNull()
  await next.close()
})

test('a distributor whose orders are all in preparation is listed while the month is running', async () => {
  const only = smallShop.orders.filter(({ order }) => order.order_id === 21)
  const store = await openSmallShop(engine, { ...smallShop, orders: only })
  const app = await testApp(store, { now: () => NOW })
  const items = async (query: string): Promise<Resume['billing']['items']> =>
    (await app.get(`/api/distributors/resume?start_date=${query}`, 'admin')).json().data.billing.items
  expect(await items(RUNNING)).toMatchObject([{ dist_id: '102', amount: 0, preparing_amount: 18 }])
  expect(await items(`${RUNNING}&days=all`)).toEqual([])
  await app.close()
})

test('a month runs on its 31st too, and is compared with all of a shorter one', async () => {
  const last = smallShop.orders
    .filter(({ order }) => order.order_id === 21)
    .map((facts) => copied(facts, RUNNING, 0, '31 09:00:00'))
  const april = whole.orders.filter(({ order }) => order.month === '2026-04')
  const store = await openSmallShop(engine, { ...smallShop, orders: [...april, ...last] })
  const app = await testApp(store, { now: () => new Date('2026-05-31T18:00:00Z') })
  const call = async (path: string) => (await app.get(path, 'admin')).json()
  const { data, meta } = await call(`/api/distributors/resume?start_date=${RUNNING}`)
  expect(meta.compared).toMatchObject({ from_date: '2026-04-01', to_date: '2026-04-30' })
  const { billing }: Resume = data
  expect(billing.items.find(({ dist_id }) => dist_id === '102')).toMatchObject({ preparing_amount: 18 })
  const page: { data: MainPage } = await call(`/api/summary/main-page?start_date=${RUNNING}`)
  expect(page.data.prev_month.net_sale).toBe(433.42)
  const file = await app.get(
    `/api/distributors/get-distributors-list?export=1&start_date=${RUNNING}`,
    'admin',
  )
  expect(file.body.split('\r\n')[0]).toContain('"En preparación"')
  // Explained with what is in preparation, as on the days before.
  const { data: profile } = await call(`/api/distributors/102/profile?start_date=${RUNNING}`)
  const explained = await call(
    `/api/questions/explain?from=${RUNNING}-01&to=${RUNNING}-31&compare=same_days&where=distributor:102&where=status:wc-completed,${PREPARING_STATUSES}`,
  )
  const [sentence] = explained.data.sentences
  expect(profile.why[0]).toEqual({
    ...sentence,
    text: sentence.text.replace('Venta Neta', 'Venta Neta con lo que está en preparación'),
  })
  await app.close()
})
