// Reports of the small shop, and two orders of July with special promotions, through the app, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { reportCalls } from '#contract/reports.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

type BuyXGetYRow = RowOf<typeof reportCalls.buyXGetY>
type MailListRow = RowOf<typeof reportCalls.mailList>
type SimpleRow = RowOf<typeof reportCalls.simpleReport>
type TradeRow = RowOf<typeof reportCalls.tradeReport>

const MAY = 'start_date=2026-05'
const JULY = 'start_date=2026-07'

/** Order 12 again, in July; its coupon takes 12.00 off the Alfajores alone. */
function inJuly(order_id: number, promo_type: 'boxes-mix' | 'buy-x-get-y'): OrderFacts {
  const facts = smallShop.orders.find(({ order }) => order.order_id === 12)
  if (!facts) throw new Error('The small shop has order 12')
  const of = { order_id, month: '2026-07' }
  const amounts = [
    { discount: '12.00', net: '78.00' },
    { discount: '0.00', net: '30.00' },
  ]
  return {
    ...facts,
    order: { ...facts.order, ...of, created_at: '2026-07-04 09:00:00', order_date: '2026-07-04' },
    lines: facts.lines.map((line, index) => ({
      ...line,
      ...of,
      line_id: order_id * 10 + index,
      ...amounts[index],
    })),
    discounts: facts.discounts.map((discount) => ({
      ...discount,
      ...of,
      discount_id: order_id * 10,
      promo_type,
    })),
    refunds: [],
  }
}

/** The same in August, with four more discounts of three names that are no company's and one of a second company. */
function ofManyNames(order_id: number): OrderFacts {
  const facts = inJuly(order_id, 'boxes-mix')
  const of = { month: '2026-08' }
  const named = ['Promo B', 'Promo C', 'Promo A', 'Promo B'].map((promo_name) => ({
    ...{ promo_name, discount_group: 'OTROS' as const, kind: 'fee' as const, amount: '0.00' },
  }))
  return {
    ...facts,
    order: { ...facts.order, ...of, created_at: '2026-08-04 09:00:00', order_date: '2026-08-04' },
    lines: facts.lines.map((line) => ({ ...line, ...of })),
    discounts: [{}, ...named, { sub_group: 'Convenio Banco', amount: '0.00' }].flatMap((more, index) =>
      facts.discounts.map((one) => ({ ...one, ...of, ...more, discount_id: order_id * 10 + index })),
    ),
  }
}

/** The same in October, its flour given away. */
function withGift(order_id: number): OrderFacts {
  const facts = inJuly(order_id, 'boxes-mix')
  const of = { month: '2026-10' }
  const free = { discount: '30.00', net: '0.00' }
  return {
    ...facts,
    order: { ...facts.order, ...of, created_at: '2026-10-04 09:00:00', order_date: '2026-10-04' },
    lines: facts.lines.map((line, index) => ({ ...line, ...of, ...(index === 1 && free) })),
    discounts: facts.discounts.map((discount) => ({ ...discount, ...of })),
  }
}

describeEngines('reports', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    await store.transaction((tx) =>
      writeOrders(tx, [
        inJuly(112, 'boxes-mix'),
        inJuly(113, 'buy-x-get-y'),
        ofManyNames(114),
        withGift(115),
      ]),
    )
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(call: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/reports/${call}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const trade = (query: string, call = 'distributor/order-discounts') =>
    ask<TradeRow[]>(`${call}?${MAY}${query}`)

  test('lines of completed orders with their business', async () => {
    const rows = await ask<{ order_id: number; total_amount: number }[]>(`test/business?${MAY}`)
    expect(rows.map(({ order_id, total_amount }) => [order_id, total_amount])).toEqual([
      ...[
        [16, 10],
        [15, 54],
        [15, 18.22],
        [14, 36],
        [13, 36.45],
      ],
      ...[
        [12, 81],
        [12, 27],
        [11, 20.25],
        [10, 100.5],
      ],
    ])
    expect(rows[3]).toEqual({
      ...{ line_id: 140, order_id: 14, date: '2026-05-10', business: 'sin negocio', segment: 'sin segmento' },
      ...{ sku: '', product_name: 'Caramelo discontinuado', quantity: 4, total_amount: 36 },
    })
  })

  test('businesses: 235.50 + 74.92 + 37.00 + 36.00 = 383.42', async () => {
    expect(await ask(`test/business-totals?${MAY}`)).toEqual([
      { business: 'Golosinas', total_orders: 3, total_units_sold: 7, total_amount: 235.5, percent: 61.42 },
      { business: 'Chocolates', total_orders: 3, total_units_sold: 4, total_amount: 74.92, percent: 19.54 },
      { business: 'Harinas', total_orders: 2, total_units_sold: 2, total_amount: 37, percent: 9.65 },
      { business: 'sin negocio', total_orders: 1, total_units_sold: 4, total_amount: 36, percent: 9.39 },
    ])
  })

  test('totals per business leave out a business whose amount is zero', async () => {
    expect(await ask('test/business-totals?start_date=2026-10')).toEqual([
      expect.objectContaining({ business: 'Golosinas', total_amount: 78 }),
    ])
  })

  test('mailing lists the newest accounts first and filters by consent, city and province', async () => {
    const names = async (query: string) =>
      (await ask<MailListRow[]>(`users/mail-list${query}`)).map(({ name }) => name)
    expect(await names('')).toEqual(['Carla', 'Beto', 'Ana'])
    expect(await names('?allow_receive_comunications=1&allow_receive_samples=false')).toHaveLength(3)
    expect(await names('?allow_receive_samples=true')).toEqual([])
    expect(await names('?main-city=cordoba&name=BET')).toEqual(['Beto'])
    expect(await names('?main-state=salta')).toEqual([])
    expect((await ask<MailListRow[]>('users/mail-list'))[0]).toEqual({
      ...{ customer_id: 3, date_registered: '2026-05-31', name: 'Carla', surname: 'Cruz' },
      ...{ email: 'carla@example.com', main_state: 'CÓRDOBA', main_city: 'Córdoba' },
      ...{ allow_receive_comunications: true, allow_receive_samples: false },
    })
  })

  test('counts Beto once although he bought once as a guest', async () => {
    const rows = await ask<SimpleRow[]>(`products/simple?${MAY}`)
    expect(
      rows.map((row) => [
        ...[row.period, row.product_name, row.total_users_buy],
        ...[row.total_orders_count, row.product_quantity, row.total_net_revenue],
      ]),
    ).toEqual([
      ['2026-05', 'Alfajor', 2, 3, 7, 235.5],
      ['2026-05', 'Tableta', 2, 3, 4, 74.92],
      ['2026-05', 'Harina 000', 1, 2, 2, 37],
      ['2026-05', 'Caramelo discontinuado', 1, 1, 4, 36],
    ])
    const named = await ask<SimpleRow[]>(`products/simple?${MAY}&product_name=TABLE`)
    expect(named.map(({ product_name }) => product_name)).toEqual(['Tableta'])
    expect(await ask(`products/simple?${MAY}&sku=nada`)).toEqual([])
    expect(await ask(`products/simple?${MAY}&page=2`)).toEqual([])
    // Ordered by buyers, those of every product are counted, else only those of the page.
    for (const caller of ['admin', 'scoped'] as const) {
      const found = await ask<SimpleRow[]>(`products/simple?${MAY}`, caller)
      expect(found).toHaveLength(caller === 'admin' ? 4 : 3)
      const byBuyers = found.toSorted(
        (one, other) => other.total_users_buy - one.total_users_buy || one.product_id - other.product_id,
      )
      expect(await ask(`products/simple?${MAY}&orderBy=total_users_buy&order=DESC`, caller)).toEqual(byBuyers)
    }
  })

  test('the cards: 383.42 in 7 orders of 4 products by 4 buyers', async () => {
    expect(await ask(`products/simple/detail?${MAY}`)).toMatchObject({
      main_month: { total_revenue: 383.42, total_orders: 7, total_products: 4, total_users: 4 },
      prev_month: { total_revenue: 50, total_orders: 1, total_products: 1, total_users: 1 },
      change: { total_revenue: 666.84, total_orders: 600, total_products: 300, total_users: 300 },
    })
    expect(await ask(`products/simple/detail?${MAY}`, 'scoped')).toMatchObject({
      main_month: { total_revenue: 347.42, total_orders: 6, total_products: 3, total_users: 3 },
    })
  })

  test('the commercial report: a company’s 9.00 of 90.00, a promotion’s 4.05 of 40.50', async () => {
    const rows = await trade('')
    expect(rows.map(({ line_id }) => line_id)).toEqual([130, 100, 110, 120, 121, 140, 150, 151, 160])
    expect(rows[3]).toEqual({
      ...{
        line_id: 120,
        order_date: '2026-05-04',
        order_id: 12,
        dist_id: '102',
        dist_name: 'Distribuidora Sur',
      },
      ...{ business: 'Golosinas', segment: 'Alfajores' },
      ...{ sku: 'ALF', product_name: 'Alfajor', quantity: 3, unit_price_list: 30, unit_discount_price: 27 },
      ...{
        discount_per_unit: 3,
        subtotal_discounts_price: 81,
        corporate_name: 'Empleado Arcor',
        corporate_discount: 9,
      },
      ...{
        label_unit_discount: '',
        discount_unit_amount: 0,
        subtotal_other_discounts: 0,
        total_discounts: 9,
      },
      ...{ net_total: 81, type: 'ORDEN' },
    })
    expect(rows[0]).toMatchObject({
      ...{ quantity: 2, unit_price_list: 20.25, unit_discount_price: 18.23, discount_per_unit: 2.03 },
      ...{ subtotal_discounts_price: 36.45, corporate_name: '', corporate_discount: 0 },
      ...{ label_unit_discount: 'Promo 3x2', discount_unit_amount: 2.03, subtotal_other_discounts: 4.05 },
      ...{ total_discounts: 4.05, net_total: 36.45 },
    })
  })

  test('its lines by business and segment, ordered and filtered', async () => {
    const lines = async (query: string) =>
      (await trade(query)).map(({ line_id, business, segment }) => [line_id, business, segment])
    const alfajor = ['Golosinas', 'Alfajores']
    const tableta = ['Chocolates', 'Tabletas']
    const rest = [
      [121, 'Harinas', 'sin segmento'],
      [160, 'Harinas', 'sin segmento'],
      [140, 'sin negocio', 'sin segmento'],
    ]
    const golosinas = [100, 120, 150].map((line) => [line, ...alfajor])
    const chocolates = [110, 130, 151].map((line) => [line, ...tableta])
    expect(await lines('&orderBy=business')).toEqual([...chocolates, ...golosinas, ...rest])
    expect(await lines('&orderBy=segment&per_page=3')).toEqual(golosinas)
    expect(await lines('&segment=tabletas&orderBy=order_id')).toEqual(chocolates)
    expect(await lines('&business=SIN%20neg')).toEqual([[140, 'sin negocio', 'sin segmento']])
  })

  test('its refunds: 9.00 of a line, and 8.03 of an order split over its two lines', async () => {
    const rows = await trade('&type=DEVOLUCION')
    expect(rows.map(({ line_id, net_total, type }) => [line_id, net_total, type])).toEqual([
      [140, -9, 'DEVOLUCION'],
      [150, -6, 'DEVOLUCION'],
      [151, -2.03, 'DEVOLUCION'],
    ])
  })

  test('filters its lines by discount and by company', async () => {
    expect((await trade('&discounts=1')).map(({ line_id }) => line_id)).toEqual([130, 120, 121, 140])
    const ofArcor = await trade('&corporate_name=ARC', 'business')
    expect(ofArcor.map(({ line_id, corporate_discount }) => [line_id, corporate_discount])).toEqual([
      [120, 9],
      [121, 3],
    ])
  })

  test('lists each other discount of an order once, in order', async () => {
    const labels = async (query: string) =>
      (await ask<TradeRow[]>(`distributor/order-discounts?start_date=2026-08${query}`)).map(
        ({ corporate_name, label_unit_discount }) => [corporate_name, label_unit_discount],
      )
    const one = ['Convenio Banco, Empleado Arcor', 'Promo A, Promo B, Promo C']
    expect(await labels('')).toEqual([one, one])
    expect(await labels('&orderBy=label_unit_discount')).toEqual([one, one])
  })

  test.each(['arcor', 'banco'])('an order of two companies is found by %s', async (company) => {
    const rows = await ask<TradeRow[]>(`business?start_date=2026-08&corporate_name=${company}`)
    expect(rows.map(({ order_id }) => order_id)).toEqual([114, 114])
  })

  test('returns the same rows whichever column orders them', async () => {
    const byId = (rows: TradeRow[]) => rows.toSorted((one, other) => one.line_id - other.line_id)
    const whole = await trade('&orderBy=label_unit_discount&order=DESC')
    expect(whole.map(({ line_id }) => line_id)).toEqual([130, 140, 150, 151, 100, 110, 120, 121, 160])
    const cut: TradeRow[] = []
    for (const page of [1, 2, 3])
      cut.push(...(await trade(`&orderBy=sku&order=DESC&per_page=4&page=${page}`)))
    expect(cut.map(({ sku }) => sku)).toEqual(
      whole
        .map(({ sku }) => sku)
        .sort()
        .reverse(),
    )
    expect(byId(cut)).toEqual(byId(whole))
    const last = await app.get(`/api/reports/business?${MAY}&page=9&per_page=4`, 'admin')
    expect(last.json()).toMatchObject({ data: [], meta: { total: 9, page_count: 3 } })
    expect((await trade('&sku=alf&type=DEVOLUCION')).map(({ line_id }) => line_id)).toEqual(
      whole
        .filter(({ line_id, sku }) => sku === 'ALF' && [140, 150, 151].includes(line_id))
        .map(({ line_id }) => line_id),
    )
  })

  test.each(['', '&orderBy=order_date&order=DESC', '&business=a', '&discounts=1', '&dist_name=sur'])(
    'cuts the same rows by date into pages%s',
    async (query) => {
      const whole = await trade(query)
      const pages = whole.map((_, index) => trade(`${query}&per_page=1&page=${index + 1}`))
      expect(whole.length).toBeGreaterThan(1)
      expect((await Promise.all(pages)).flat()).toEqual(whole)
    },
  )

  test('mixed boxes', async () => {
    expect(await ask(`boxes-mix?${JULY}`)).toEqual([
      {
        ...{
          discount_id: 1120,
          order_id: 112,
          date: '2026-07-04',
          dist_id: '102',
          dist_name: 'Distribuidora Sur',
        },
        ...{
          promo_name: 'Empleados',
          coupon_code: 'empleado-arcor',
          promo_discount: 12,
          status: 'wc-completed',
        },
      },
    ])
    expect(await ask(`boxes-mix?${JULY}&order_id=112&dist_name=sur&coupon_code=ARCOR`)).toHaveLength(1)
    expect(await ask(`boxes-mix?${JULY}&dist_name=norte`)).toEqual([])
    expect(await ask(`boxes-mix?${JULY}&status=PENDIENTE`)).toEqual([])
    expect(await ask(`boxes-mix?${MAY}`)).toEqual([])
  })

  test('buy X get Y: the Alfajores were taken for 12.00 less, the flour was bought', async () => {
    const rows = (query = '') => ask<BuyXGetYRow[]>(`wdr?${JULY}${query}`)
    expect(
      (await rows()).map((row) => [row.order_id, row.product_name, row.type, row.discount_price]),
    ).toEqual([
      [113, 'Alfajor', 'LLEVA', 12],
      [113, 'Harina 000', 'COMPRA', 0],
    ])
    expect(await rows('&type=COMPRA&order_status=TODOS')).toEqual([
      {
        ...{ line_id: 1131, order_id: 113, product_id: 13, product_name: 'Harina 000', product_qty: 1 },
        ...{ discount_price: 0, order_date: '2026-07-04', type: 'COMPRA', order_status: 'wc-completed' },
      },
    ])
    expect(await rows('&product_id=11')).toHaveLength(1)
  })
})
