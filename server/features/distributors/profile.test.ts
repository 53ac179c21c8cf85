// The Ficha of a distributor against a plain model of a random shop, and against the calls that give the same figures.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DistributorSells, Resume } from '#contract/distributors.ts'
import { lastMonths } from '#contract/month.ts'
import type { DistributorProfile, ProfileCustomer, ProfileProduct } from '#contract/profile.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { NOW, PRODUCTS, randomCustomers, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MONTH = '2026-04'
const BEFORE = ['2026-01', '2026-02', '2026-03']
const IDS = ['101', '102', '103', '104', '0']
/** Had 124 orders in March and 17 in April. */
const FALLEN = '104'

const random = randomNumbers(11)
const customers = randomCustomers(random)

function moved(facts: OrderFacts, month: string, day: number): OrderFacts {
  const of = { month, status: 'wc-completed', dist_id: FALLEN, counted: true }
  const order_date = `${month}-${String(day).padStart(2, '0')}`
  const times = { order_date, created_at: `${order_date} 10:00:00`, completed_at: null }
  return {
    ...facts,
    distributor: { dist_id: FALLEN, name: 'Distribuidora Caída' },
    order: { ...facts.order, ...of, ...times, currency: 'ARS' },
    lines: facts.lines.map((line) => ({ ...line, ...of })),
    discounts: facts.discounts.map((discount) => ({ ...discount, ...of })),
  }
}

const planted = Array.from({ length: 141 }, (_, index) =>
  moved(randomOrder(random, 5000 + index), index < 124 ? '2026-03' : MONTH, 1 + (index % 28)),
)
const orders = [...Array.from({ length: 400 }, (_, index) => randomOrder(random, 1000 + index)), ...planted]
const completed = orders.filter(({ order }) => order.counted && order.status === 'wc-completed')

const cents = (text: string) => Math.round(Number(text) * 100)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The first account with the e-mail of a guest, else the e-mail; an order without one is a buyer of its own. */
function buyerOf({ order: { order_id, customer_id, email } }: OrderFacts): string {
  if (customer_id !== 0) return String(customer_id)
  if (email === '') return `order ${order_id}`
  const owners = customers.filter((each) => each.email === email).map((each) => each.customer_id)
  return owners.length > 0 ? String(Math.min(...owners)) : email
}

const of = (dist_id: string, months: readonly string[]) =>
  completed.filter(({ order }) => order.dist_id === dist_id && months.includes(order.month))
const netOf = (some: readonly OrderFacts[]) => sum(some.map(({ order }) => cents(order.net))) / 100

function customersModel(dist_id: string) {
  const [now, before] = [of(dist_id, [MONTH]), of(dist_id, BEFORE)]
  const active = new Set(now.map(buyerOf))
  const earlier = new Set(completed.filter(({ order }) => order.month < MONTH).map(buyerOf))
  return {
    buyers: active.size,
    new_buyers: [...active].filter((buyer) => !earlier.has(buyer)).length,
    lost: new Set(before.map(buyerOf).filter((buyer) => !active.has(buyer))),
  }
}

/** Net thousandths of units by product. */
function unitsOf(some: readonly OrderFacts[]) {
  const units = new Map<string, number>()
  for (const line of some.flatMap(({ lines }) => lines)) {
    const base = line.product_id === 0 ? `name:${line.name}` : String(line.product_id)
    const key = line.variation_id === 0 ? base : `${base}.${line.variation_id}`
    units.set(key, (units.get(key) ?? 0) + Math.round((line.quantity - line.refunded_units) * 1000))
  }
  return units
}
const soldIn = (dist_id: string, month: string) =>
  [...unitsOf(of(dist_id, [month]))].filter(([, units]) => units > 0).map(([key]) => key)

function productsModel(dist_id: string) {
  const now = new Set(soldIn(dist_id, MONTH))
  const before = new Set(BEFORE.flatMap((month) => soldIn(dist_id, month)))
  const active = IDS.filter((id) => id !== '0' && of(id, [MONTH]).length > 0)
  const sellers = Map.groupBy(
    active.flatMap((id) => soldIn(id, MONTH)),
    (key) => key,
  )
  const common = [...sellers].filter(([, all]) => 2 * all.length >= active.length).map(([key]) => key)
  return { now, before, common, active: active.length }
}

describeEngines('profile of a distributor', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine, { products: [...PRODUCTS], customers, orders })
    app = await testApp(store, { now: () => NOW })
    const cell = { key: '101', month: MONTH, amount: 9000 }
    await app.post('/api/goals', { measure: 'net_sale', by: 'distributor', cells: [cell] }, 'admin')
    const days = { from_date: '2026-04-10', to_date: '2026-04-12' }
    for (const [dist_id, text] of [
      ['101', 'Paro'],
      [null, 'Feriado'],
      ['102', 'Mudanza'],
    ])
      await app.post('/api/notes', { ...days, dist_id, text }, 'admin')
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(path, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const profile = (id: string, query = `start_date=${MONTH}`, who?: Who) =>
    ask<DistributorProfile>(`/api/distributors/${id}/profile?${query}`, who)
  const products = (id: string, query = '') =>
    ask<ProfileProduct[]>(
      `/api/distributors/${id}/profile/products?start_date=${MONTH}&per_page=1000${query}`,
    )
  const people = (id: string, query = '', who?: Who) =>
    ask<ProfileCustomer[]>(
      `/api/distributors/${id}/profile/customers?start_date=${MONTH}&per_page=1000${query}`,
      who,
    )

  test('sales, their 13 months, and rank among the distributors are those of the plain model', async () => {
    const sellers = IDS.filter((id) => id !== '0').map((id) => netOf(of(id, [MONTH])))
    for (const id of IDS) {
      const { main_month, prev_month, months, rank, ranked } = await profile(id)
      const [now, before] = [of(id, [MONTH]), of(id, ['2026-03'])]
      expect(main_month).toMatchObject({ net_sale: netOf(now), orders: now.length })
      expect(prev_month).toMatchObject({ net_sale: netOf(before), orders: before.length })
      expect(months).toEqual(
        lastMonths(MONTH, 13).map((month) => ({
          ...{ month, net_sale: netOf(of(id, [month])), orders: of(id, [month]).length },
        })),
      )
      const better = sellers.filter((net) => net > netOf(now)).length
      expect([rank, ranked]).toEqual([id === '0' ? null : better + 1, sellers.length])
    }
  })

  test('customers have the names of Explorar, guests too, on a page and where names order them', async () => {
    for (const id of IDS.slice(0, 3)) {
      const named = async (query: string) =>
        new Map((await people(id, query)).map(({ key, customer }) => [key, customer]))
      const asked = new URLSearchParams([
        ...[
          ['measures', 'orders'],
          ['by', 'customer'],
          ['from', '2026-01-01'],
          ['to', '2026-04-30'],
        ],
        ...[
          ['where', `distributor:${id}`],
          ['per_page', '1000'],
        ],
      ] as [string, string][])
      const rows = await ask<{ customer: { key: string; label: string } }[]>(`/api/questions/answer?${asked}`)
      const expected = new Map(rows.map(({ customer }) => [customer.key, customer.label]))
      expect(
        [...expected].filter(([key, label]) => key.startsWith('guest-') && label.includes('@')),
      ).not.toEqual([])
      expect(await named('')).toEqual(expected)
      expect(await named('&orderBy=customer')).toEqual(expected)
    }
  })

  test('active, new and lost customers are those of the plain model, and lists hold exactly them', async () => {
    for (const id of IDS) {
      const model = customersModel(id)
      const { main_month, lost_customers } = await profile(id)
      expect([main_month.buyers, main_month.new_buyers, lost_customers]).toEqual([
        model.buyers,
        model.new_buyers,
        model.lost.size,
      ])
      const rows = await people(id)
      expect(rows.filter(({ state }) => state !== 'lost')).toHaveLength(model.buyers)
      expect(sum(rows.map(({ net }) => Math.round(net * 100))) / 100).toBe(main_month.net_sale)
      expect(await people(id, '&state=active')).toHaveLength(model.buyers)
      expect(await people(id, '&state=new')).toHaveLength(model.new_buyers)
      const lost = await people(id, '&state=lost')
      expect(lost).toHaveLength(model.lost.size)
      expect(lost.every(({ orders, last_month }) => orders === 0 && BEFORE.includes(last_month))).toBe(true)
    }
  })

  test('the key of a customer asks for what its row says, and stays with those who may see people', async () => {
    const months = { now: wholeMonths(MONTH, MONTH), before: wholeMonths(BEFORE[0]!, BEFORE.at(-1)!) }
    const answer = async (of: { from: string; to: string }, key: string, id: string) => {
      const query = new URLSearchParams({ ...of, measures: 'net_sale,orders' })
      for (const where of [`customer:${key}`, `distributor:${id}`]) query.append('where', where)
      const { net_sale, orders: count } = (
        await ask<Record<string, number>[]>(`/api/questions/answer?${query}`)
      )[0]!
      return { net: net_sale, orders: count }
    }
    for (const id of IDS)
      for (const { key, net, orders: count, prev_net, prev_orders } of (await people(id)).slice(0, 4)) {
        expect(await answer(months.now, key ?? '', id)).toEqual({ net, orders: count })
        expect(await answer(months.before, key ?? '', id)).toEqual({ net: prev_net, orders: prev_orders })
      }
    const unnamed = await people('101', '', 'scoped')
    expect(new Set(unnamed.map(({ key }) => key))).toEqual(new Set([null]))
  })

  test('gained, kept, lost and missing products are those of the plain model', async () => {
    for (const id of IDS) {
      const { now, before, common, active } = productsModel(id)
      const rows = await products(id)
      const inState = (wanted: string) => rows.filter(({ state }) => state === wanted).map(({ key }) => key)
      expect(new Set(inState('gained'))).toEqual(new Set([...now].filter((key) => !before.has(key))))
      expect(new Set(inState('kept'))).toEqual(new Set([...now].filter((key) => before.has(key))))
      expect(new Set(inState('lost'))).toEqual(new Set([...before].filter((key) => !now.has(key))))
      const missing = id === '0' ? [] : common.filter((key) => !now.has(key) && !before.has(key))
      expect(new Set(inState('missing'))).toEqual(new Set(missing))
      expect(await products(id, '&state=sold')).toHaveLength(now.size)
      const { products: said, distribution } = await profile(id)
      expect(said).toMatchObject({
        sold: now.size,
        gained: inState('gained').length,
        lost: inState('lost').length,
      })
      expect(distribution).toEqual(
        id === '0'
          ? null
          : {
              ...{ active_distributors: active, common: common.length },
              common_sold: common.filter((key) => now.has(key)).length,
            },
      )
      if (id !== '0')
        expect(new Set((await products(id, '&common=1')).map(({ key }) => key))).toEqual(new Set(common))
    }
  })

  test('every figure equals that of the call which other screens show', async () => {
    for (const id of IDS.slice(0, 4)) {
      const found = await profile(id)
      const sells = await ask<DistributorSells>(
        `/api/distributors/${id}/get-distributors-sells?start_date=${MONTH}`,
      )
      const amountOf = (status: string) => sells.items.find(({ order_status }) => order_status === status)
      expect(found.main_month.net_sale).toBe(amountOf('wc-completed')?.amount ?? 0)
      expect(found.main_month.cancelled_amount).toBe(amountOf('wc-cancelled')?.amount ?? 0)
      expect(found.main_month.cancelled_orders).toBe(amountOf('wc-cancelled')?.total_orders ?? 0)
      const { billing } = await ask<Resume>(`/api/distributors/resume?start_date=${MONTH}`)
      const billed = billing.items.find(({ dist_id }) => dist_id === id)
      expect([found.share, found.increment, found.difference]).toEqual([
        billed?.percent_amount,
        billed?.increment,
        billed?.difference,
      ])
      const service = await ask<{ dist_id: string }[]>(
        `/api/distributors/service?start_date=${MONTH}&per_page=1000`,
      )
      expect(found.service).toEqual(service.find(({ dist_id }) => dist_id === id))
      const measures = 'average_ticket,units,cancel_rate,refunded,refund_rate'
      const asked = (text: string) =>
        app.get(
          `/api/questions/answer?${text}&from=2026-04-01&to=2026-04-30&where=distributor:${id}`,
          'admin',
        )
      expect(found.main_month).toMatchObject((await asked(`measures=${measures}`)).json().meta.totals)
      const benefits = await asked('measures=benefit_amount,benefit_uses&by=benefit_group')
      expect(found.benefits?.main_month).toEqual(benefits.json().meta.totals)
      expect(
        found.benefits?.groups.map(({ key, label, ...rest }) => ({ benefit_group: { key, label }, ...rest })),
      ).toEqual(benefits.json().data)
      const voids = await ask<object[]>(`/api/distributors/opportunities?start_date=${MONTH}&dist_id=${id}`)
      const summary = await ask<object>(
        `/api/distributors/opportunities/summary?start_date=${MONTH}&dist_id=${id}`,
      )
      const { first, first_followed: _, ...rest } = found.opportunities ?? { first: [], first_followed: [] }
      expect(rest).toEqual(summary)
      expect(voids.slice(0, 5)).toMatchObject(first)
    }
  })

  test('the goal with its pace is that of Metas, and notes are those about it or about all', async () => {
    const { goal, notes } = await profile('101')
    const {
      course: _,
      past_errors: __,
      ...reached
    } = await ask<Record<string, unknown>>(`/api/goals/forecast?scope=distributor:101&month=${MONTH}`)
    expect(goal).toEqual(reached)
    expect(goal?.goal).toBe(9000)
    expect(notes?.map(({ text, about_all }) => [text, about_all]).sort()).toEqual([
      ['Feriado', true],
      ['Paro', false],
    ])
    expect((await profile('102')).goal).toBeNull()
  })

  test('why begins like the panel Por qué, and names what carried a fall from 124 orders to 17', async () => {
    const { why, prev_month, main_month } = await profile(FALLEN)
    expect([prev_month.orders, main_month.orders]).toEqual([124, 17])
    const panel = await ask<{ sentences: { text: string }[] }>(
      `/api/questions/explain?from=2026-04-01&to=2026-04-30&compare=previous&where=distributor:${FALLEN}`,
    )
    expect(why?.[0]).toEqual(panel.sentences[0])
    expect(panel.sentences).toContainEqual(why?.[1])
    expect(why).toHaveLength(2)
    expect(why?.[0]?.text).toMatch(/^Venta Neta bajó/)
    expect(why?.[1]?.text).toMatch(/^(Lo que más pesó|Se destaca)/)
  })

  test('in the running month it is compared with the same days, also against last year', async () => {
    const { prev_month, main_month, preparing_amount } = await profile('101', 'start_date=2026-05')
    const preparing = orders.filter(
      ({ order }) =>
        order.counted &&
        order.dist_id === '101' &&
        order.month === '2026-05' &&
        order.status === 'wc-processing',
    )
    expect(main_month.net_sale).toBe(netOf(of('101', ['2026-05'])))
    expect(preparing_amount).toBe(netOf(preparing))
    expect(prev_month['dates-between'].to_date < '2026-04-30').toBe(true)
    const year = await profile('101', 'start_date=2026-05&compare=year')
    expect(year.prev_month).toMatchObject({ net_sale: 0, orders: 0, average_ticket: null })
    expect(year.prev_month['dates-between'].from_date).toBe('2025-05-01')
  })

  test('a month without orders answers zeros and says no reason', async () => {
    const found = await profile('101', 'start_date=2025-02')
    expect(found).toMatchObject({ rank: null, share: 0, why: [], lost_customers: 0, goal: null })
    expect(found.main_month).toMatchObject({ net_sale: 0, buyers: 0, average_ticket: null })
  })

  test('a limited role sees its distributors alone, without names; parts without permission are null', async () => {
    const own = await profile('101', undefined, 'scoped')
    expect(own.ranked).toBe(2)
    expect((await people('101', '', 'scoped')).every(({ customer }) => customer === '')).toBe(true)
    expect((await people('101')).some(({ customer }) => customer.startsWith('Ana'))).toBe(true)
    expect((await app.get(`/api/distributors/103/profile?start_date=${MONTH}`, 'scoped')).statusCode).toBe(
      404,
    )
    for (const list of ['products', 'customers']) {
      const rows = await ask<object[]>(`/api/distributors/103/profile/${list}?start_date=${MONTH}`, 'scoped')
      expect(rows).toEqual([])
    }
    expect((await app.get('/api/distributors/nobody/profile', 'admin')).statusCode).toBe(404)
    expect((await app.get('/api/distributors/101/profile', 'viewer')).statusCode).toBe(403)
    const { session } = await addNewcomer(app, app.store, 'repartos', ['view:distributors'])
    const answer = await callWithToken(
      app,
      session,
      'GET',
      `/api/distributors/101/profile?start_date=${MONTH}`,
    )
    expect(answer.json().data).toMatchObject({
      ...{ why: null, goal: null, products: null, distribution: null, benefits: null, notes: null },
    })
  })

  test('active distributors are told of one that has sold nothing lately, where no product is common', async () => {
    const sold = (dist_id: string, month: string, product_id: number): OrderFacts => {
      const facts = moved(randomOrder(randomNumbers(1), 1), month, 3)
      const id = { order_id: product_id, dist_id }
      const line = { product_id, variation_id: 0, quantity: 1, refunded_units: 0 }
      return {
        ...facts,
        order: { ...facts.order, ...id },
        lines: facts.lines.slice(0, 1).map((each) => ({ ...each, ...id, ...line, line_id: product_id })),
        ...{ discounts: [], distributor: { dist_id, name: dist_id } },
      }
    }
    const few = [
      ...[sold('201', MONTH, 11), sold('202', MONTH, 12), sold('203', MONTH, 13)],
      sold('204', '2026-01', 14),
    ]
    const store = await openSmallShop(engine, { products: [...PRODUCTS], customers, orders: few })
    const small = await testApp(store, { now: () => NOW })
    const answer = await small.get(`/api/distributors/204/profile?start_date=${MONTH}`, 'admin')
    expect(answer.json().data.distribution).toEqual({ active_distributors: 3, common: 0, common_sold: 0 })
    await small.close()
  })

  test('customers that are kept for a list follow a change', async () => {
    const before = await people(FALLEN)
    const added = moved(randomOrder(random, 9000), MONTH, 3)
    const order = {
      ...added.order,
      customer_id: 0,
      email: 'nueva@example.com',
      net: '1234.00',
      refunded: '0.00',
    }
    await app.store.transaction((tx) => writeOrders(tx, [{ ...added, order }], { rollups: 'now' }))
    const after = await people(FALLEN)
    expect(after).toHaveLength(before.length + 1)
    expect(after).toContainEqual(expect.objectContaining({ state: 'new', net: 1234, orders: 1 }))
  })
})
