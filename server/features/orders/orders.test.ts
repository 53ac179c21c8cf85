// Orders of the small shop through the app, on both engines; fixtures/small-shop.ts has the expected figures beside its rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { OrderDetail } from '#contract/order.ts'
import type { BusinessRanking, OrderRow, orderCalls, SegmentRanking } from '#contract/orders.ts'
import { writeOrders } from '#server/ingest/write.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

type OldOrderRow = RowOf<typeof orderCalls.oldOrders>
type OrderByRoleRow = RowOf<typeof orderCalls.ordersByRole>

/** A month after the newest order. */
const NOW = new Date('2026-07-01T12:00:00Z')

describeEngines('orders', (engine) => {
  let app: TestApp
  let store: Store
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  const ask = async <T>(call: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/orders${call}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const ids = async (query: string, who?: Who) =>
    (await ask<OrderRow[]>(`?start_date=2026-05${query}`, who)).map(({ order_id }) => order_id)

  test('lists completed orders, highest number first, including one in dollars', async () => {
    expect(await ids('')).toEqual([24, 16, 15, 14, 13, 12, 11, 10])
    const rows = await ask<OrderRow[]>('?start_date=2026-05')
    expect(rows.find(({ order_id }) => order_id === 14)).toEqual({
      ...{ order_id: 14, number: '14', date: '2026-05-10', status: 'wc-completed', invoice_number: 'F-14' },
      ...{
        dist_id: '0',
        dist_name: 'Sin distribuidor',
        name: '',
        surname: '',
        state: 'CÓRDOBA',
        currency: 'ARS',
      },
      ...{ units: 4, order_subtotal: 50, discount: 5, refunded: 9, order_total: 36 },
    })
    expect(rows[0]).toMatchObject({ order_id: 24, currency: 'USD', order_total: 999 })
  })

  test('filters by status name or slug and by exact province', async () => {
    expect(await ids('&status=CANCELADO,wc-processing')).toEqual([21, 20])
    expect(await ids('&status=TODOS')).toEqual([24, 23, 22, 21, 20, 16, 15, 14, 13, 12, 11, 10])
    // 24 is in dollars.
    expect(await ids('&status=TODOS&counted=1')).toEqual([23, 22, 21, 20, 16, 15, 14, 13, 12, 11, 10])
    expect(await ids('&invoice_number=f-1&dist_id=102')).toEqual([16, 13, 12])
    expect(await ids('&state=C%C3%93RDOBA&orderBy=order_total&order=DESC&per_page=3')).toEqual([24, 12, 10])
    expect(await ids('&state=SALTA')).toEqual([])
    expect(await ids('&only_dist_id=102&status=TODOS')).toEqual([22, 21, 16, 13, 12])
    expect(await ids('&only_dist_id=10&status=TODOS')).toEqual([])
  })

  test('lists only Norte and Sur for a limited role, without names', async () => {
    expect(await ids('', 'scoped')).toEqual([24, 16, 15, 13, 12, 11, 10])
    const rows = await ask<OrderRow[]>('?start_date=2026-05', 'scoped')
    expect(new Set(rows.map(({ name, surname }) => name + surname))).toEqual(new Set(['']))
  })

  test('counts the age of old orders until today', async () => {
    const old = async (query: string) =>
      (await ask<OldOrderRow[]>(`/ranking-old-orders?start_date=2026-05${query}`)).map((row) => [
        row.order_id,
        row.days_old,
      ])
    expect(await old('')).toEqual([[21, 56]])
    expect(await old('&status=COMPLETADO&not_dist_ids=101,0')).toEqual([
      [13, 61],
      [12, 58],
      [16, 31],
    ])
  })

  test('filters orders by role key or label; a guest has the role of the account with the e-mail', async () => {
    const rows = await ask<OrderByRoleRow[]>('/get-orders-by-role/empleado_arcor?start_date=2026-05')
    const beto = { name: 'Beto', surname: 'Báez', dist_id: '102', dist_name: 'Distribuidora Sur' }
    const completed = { ...beto, status: 'wc-completed', refunded: 0 }
    expect(rows).toEqual([
      {
        ...{ ...completed, order_id: 16, number: '16', date: '2026-05-31' },
        ...{ order_subtotal: 10, discount: 0, order_total: 10 },
      },
      {
        ...{ ...completed, order_id: 12, number: '12', date: '2026-05-04' },
        ...{ order_subtotal: 120, discount: 12, order_total: 108 },
      },
    ])
    expect(await ask('/get-orders-by-role/Arcor?start_date=2026-05')).toEqual(rows)
    const ofEvery = await ask<OrderByRoleRow[]>(
      '/get-orders-by-role/customer?start_date=2026-05&status=TODOS',
    )
    expect(ofEvery.map(({ status }) => status)).toEqual(expect.arrayContaining(['wc-cancelled', 'wc-weird']))
    const customers = await ask<OrderByRoleRow[]>('/get-orders-by-role/customer?start_date=2026-05')
    expect(customers.map(({ order_id }) => order_id)).toEqual([21, 15, 10])
    expect(await ask('/get-orders-by-role/Customer?start_date=2026-05')).toEqual(customers)
    expect(await ask('/get-orders-by-role/customer?start_date=2026-05&status=CANCELADO')).toHaveLength(1)
  })

  const detail = (id: number, who?: Who) => ask<OrderDetail>(`/${id}`, who)
  const sums = <Row>(rows: readonly Row[], ...amounts: ((row: Row) => number)[]) =>
    amounts.map((amount) => Math.round(rows.reduce((sum, row) => sum + amount(row) * 100, 0)) / 100)

  test('one order: its lines add up to its amounts, and its discounts to its discount', async () => {
    const { lines, discounts, refunds, counts, buyer, ...order } = await detail(12)
    expect(order).toEqual({
      ...{ order_id: 12, number: '12', month: '2026-05', date: '2026-05-04' },
      ...{ created_at: '2026-05-04 09:00:00' },
      ...{ modified_at: '2026-05-04 09:00:00', status: 'wc-completed', currency: 'ARS', counted: true },
      ...{ dist_id: '102', dist_name: 'Distribuidora Sur', invoice_number: 'F-12' },
      ...{ payment_method: 'mercadopago', city: 'Córdoba', state: 'CÓRDOBA', units: 4 },
      ...{ order_subtotal: 120, discount: 12, refunded: 0, order_total: 108 },
      ...{ shipping: 0, fees: 0, shop_total: 108, admin_url: null },
    })
    expect(lines[1]).toEqual({
      ...{ line_id: 121, product_id: 13, sku: 'HAR', product_name: 'Harina 000', business: 'Harinas' },
      ...{ segment: 'sin segmento', quantity: 1, refunded_units: 0 },
      ...{ gross: 30, discount: 3, promotion: 0, refunded: 0, net: 27 },
    })
    expect(discounts).toEqual([
      {
        ...{ discount_id: 120, kind: 'coupon', discount_name: 'empleado-arcor', group: 'CORPORATIVOS' },
        ...{ sub_group: 'Empleado Arcor', promo_name: 'Empleados', amount: 12 },
      },
    ])
    expect(refunds).toEqual([])
    expect(buyer).toEqual({
      ...{ kind: 'account', account_id: 2, role: 'empleado_arcor', company: 'Arcor' },
      person: { name: 'Beto', surname: 'Báez', email: 'beto@example.com', employee_id: '' },
    })
    expect(counts.filter((one) => one.counts).map(({ figure }) => figure)).toEqual([
      ...['sales', 'statuses', 'buyers', 'benefits', 'company'],
    ])
    for (const { order: stored } of smallShop.orders) {
      const one = await detail(stored.order_id)
      const parts = sums(
        one.lines,
        (line) => line.gross,
        (line) => line.discount + line.promotion,
        (line) => line.refunded,
        (line) => line.net,
      )
      expect(parts, String(stored.order_id)).toEqual([
        ...[one.order_subtotal, one.discount, one.refunded, one.order_total],
      ])
      expect(
        sums(one.discounts, ({ amount }) => amount),
        String(stored.order_id),
      ).toEqual([one.discount])
    }
  })

  test('names the month of an order and when its data changed', async () => {
    const { meta } = (await app.get('/api/orders/12', 'admin')).json()
    expect(meta).toEqual({ months: ['2026-05'], updated_at: expect.stringMatching(/^20.*Z$/) })
  })

  test('says why an order does not count in a figure, and who its buyer is', async () => {
    const reasons = async (id: number) =>
      Object.fromEntries((await detail(id)).counts.map(({ figure, reason }) => [figure, reason]))
    expect(await reasons(20)).toEqual({
      ...{ sales: 'status', cancelled: 'counted', statuses: 'counted', buyers: 'status' },
      ...{ benefits: 'status', company: 'status' },
    })
    expect(await reasons(21)).toMatchObject({ sales: 'status', benefits: 'counted', company: 'company' })
    expect(await reasons(10)).toMatchObject({ sales: 'counted', benefits: 'discounts' })
    expect(new Set(Object.values(await reasons(24)))).toEqual(new Set(['currency']))
    const kinds = await Promise.all([10, 16, 13, 14].map(async (id) => (await detail(id)).buyer.kind))
    expect(kinds).toEqual(['account', 'guest-of-account', 'guest', 'anonymous'])
    expect((await detail(15)).refunds).toEqual([
      { refund_id: 150, refunded_at: '2026-05-20 10:00:00', amount: 508.03, reason: '' },
    ])
  })

  test('answers 404 for orders outside the role’s distributors, and hides personal data without the permission', async () => {
    const { buyer, refunds } = await detail(15, 'scoped')
    expect([buyer.person, buyer.kind, refunds[0]?.reason]).toEqual([null, 'account', null])
    for (const [id, who] of [
      ['14', 'scoped'],
      ['99', 'admin'],
    ] as const) {
      const answer = await app.get(`/api/orders/${id}`, who)
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Order not found'])
    }
    const wrong = await app.get('/api/orders/0x10', 'admin')
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'order_id', message: 'must be the number of an order' }],
    ])
  })

  test('per status: 383.42 + 30 + 18 + 5 + 0 = 436.42', async () => {
    expect(await ask('/ranking-orders-by-status?start_date=2026-05')).toEqual([
      { order_status: 'wc-completed', total_orders: 7, total_amount: 383.42, percent: 87.86 },
      { order_status: 'wc-cancelled', total_orders: 1, total_amount: 30, percent: 6.87 },
      { order_status: 'wc-processing', total_orders: 1, total_amount: 18, percent: 4.12 },
      { order_status: 'wc-weird', total_orders: 1, total_amount: 5, percent: 1.15 },
      { order_status: 'wc-refunded', total_orders: 1, total_amount: 0, percent: 0 },
    ])
  })

  test('returns all 31 days, without the order in dollars', async () => {
    const days = await ask<object[]>('/ranking-orders-by-dates?start_date=2026-05')
    expect(days).toHaveLength(31)
    const day = (order_date: string, orders: number, amount: number, canceled = 0, canceledAmount = 0) => ({
      ...{ order_date, total_orders: orders, total_amount: amount },
      ...{ total_canceled_orders: canceled, total_canceled_amount: canceledAmount },
    })
    expect(days[0]).toEqual(day('2026-05-01', 1, 36.45))
    expect(days[4]).toEqual(day('2026-05-05', 0, 0, 1, 30))
    expect(days[8]).toEqual(day('2026-05-09', 0, 0))
    expect(days[30]).toEqual(day('2026-05-31', 1, 10))
  })

  test('ranks days by orders, amount or units, ties by date', async () => {
    const ranked = async (orderBy: string) =>
      (await ask<{ day: number }[]>(`/get-orders-ranking-by-days?start_date=2026-05&orderBy=${orderBy}`)).map(
        ({ day }) => day,
      )
    expect((await ranked('orders_completed')).slice(0, 8)).toEqual([1, 2, 3, 4, 10, 11, 31, 5])
    expect((await ranked('amount_completed')).slice(0, 3)).toEqual([4, 2, 11])
    expect((await ranked('units_sold')).slice(0, 3)).toEqual([4, 10, 11])
    expect((await ranked('amount_cancelled')).slice(0, 2)).toEqual([5, 1])
  })

  test('businesses: 235.50 + 74.92 + 37.00 + 36.00 = 383.42, beside April’s 50', async () => {
    const ranking = await ask<BusinessRanking>('/ranking-orders-by-business?start_date=2026-05')
    expect(ranking).toMatchObject({
      total_amount: 383.42,
      total_units_sold: 17,
      prev_amount: 50,
      prev_units_sold: 1,
    })
    expect(ranking).toMatchObject({ increment: 666.84, increment_units: 1600 })
    expect(ranking.rows[0]).toEqual({
      ...{ business: 'Golosinas', color: '#d6336c', icon: 'candy' },
      ...{ 'total-item-amount': 235.5, 'total-orders': 3, 'total-units-sold': 7 },
      ...{
        total_amount: 235.5,
        total_orders: 3,
        total_units_sold: 7,
        percent_amount: 61.42,
        percent_units_sold: 41.18,
      },
      ...{ prev_amount: 50, prev_units_sold: 1, difference: 185.5, increment: 371, increment_units: 600 },
      ...{ preparing_amount: 0, prev_preparing_amount: 0, placed_increment: 371 },
    })
    expect(
      ranking.rows.map((row) => [row.business, row.total_amount, row.total_orders, row.total_units_sold]),
    ).toEqual([
      ['Golosinas', 235.5, 3, 7],
      ['Chocolates', 74.92, 3, 4],
      ['Harinas', 37, 2, 2],
      ['sin negocio', 36, 1, 4],
    ])
  })

  test('groups by segment, including sin segmento; none in an empty month', async () => {
    const { rows } = await ask<SegmentRanking>('/ranking-orders-by-segments?start_date=2026-05')
    expect(rows.map((row) => [row.business, row.segment, row.total_amount])).toEqual([
      ['Golosinas', 'Alfajores', 235.5],
      ['Chocolates', 'Tabletas', 74.92],
      ['Harinas', 'sin segmento', 37],
      ['sin negocio', 'sin segmento', 36],
    ])
    expect(await ask('/ranking-orders-by-segments?start_date=2026-06')).toMatchObject({
      ...{ rows: [], total_amount: 0, prev_amount: 383.42, increment: -100 },
    })
  })

  test('totals: 383.42 / 7 = 54.77; Norte and Sur 347.42 / 6 = 57.90', async () => {
    expect(await ask('/get-totals?start_date=2026-05')).toEqual({
      main_month: {
        ...{ total_orders: 7, total_amount: 383.42, average_ticket: 54.77, total_units_sold: 17 },
        'dates-between': { from_date: '2026-05-01', to_date: '2026-05-31' },
      },
      prev_month: {
        ...{ total_orders: 1, total_amount: 50, average_ticket: 50, total_units_sold: 1 },
        'dates-between': { from_date: '2026-04-01', to_date: '2026-04-30' },
      },
      increment: 666.84,
      ...{ preparing_amount: 18, prev_preparing_amount: 0, placed_increment: 702.84 },
    })
    expect(await ask('/get-totals?start_date=2026-05', 'scoped')).toMatchObject({
      main_month: { total_orders: 6, total_amount: 347.42, average_ticket: 57.9, total_units_sold: 13 },
    })
    expect(await ask('/get_total_units_sold?start_date=2026-05')).toMatchObject({
      ...{ main_month: { total_units_sold: 17 }, prev_month: { total_units_sold: 1 }, increment: 1600 },
    })
  })

  test('provinces: 17 units completed; 17 + 1 + 1 + 0 + 1 = 20 of every status', async () => {
    const provinces = (status: string) =>
      ask(`/group-by-states-and-period?start_date=2026-05&status=${status}`)
    expect(await provinces('COMPLETADO')).toEqual([
      { state: 'CÓRDOBA', total_orders: 7, total_amount: 383.42, total_units_sold: 17 },
    ])
    expect(await provinces('TODOS')).toEqual([
      { state: 'CÓRDOBA', total_orders: 11, total_amount: 436.42, total_units_sold: 20 },
    ])
  })

  test('gives an order dated in the future age 0, also in dollars', async () => {
    const [dollars] = smallShop.orders.filter(({ order }) => order.currency === 'USD')
    if (!dollars) throw new Error('no order in dollars')
    const later = { order_id: 30, month: '2026-07', order_date: '2026-07-02' }
    const order = { ...dollars.order, ...later }
    await store.transaction((tx) => writeOrders(tx, [{ order, lines: [], discounts: [], refunds: [] }]))
    expect(await ask('/ranking-old-orders?start_date=2026-07&status=COMPLETADO')).toMatchObject([
      { order_id: 30, days_old: 0 },
    ])
  })
})
