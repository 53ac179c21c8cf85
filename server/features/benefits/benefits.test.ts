// Benefits of the small shop through the app, on both engines: 12.00 of employees, 7.00 of a massive coupon, 4.05 of a promotion.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { benefitCalls, CouponGroups, CouponTotalRow, SubGroupRow } from '#contract/benefits.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type CouponLineRow = RowOf<typeof benefitCalls.couponLines>
type DiscountDetailRow = RowOf<typeof benefitCalls.discountDetails>

const MAY = 'start_date=2026-05'

describeEngines('benefits', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine))
  })
  afterAll(() => app.close())

  const ask = async <T>(call: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/${call}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const details = async (query: string, who?: Who) =>
    (await ask<DiscountDetailRow[]>(`discounts/coupon-and-discount-lists?${MAY}${query}`, who)).map((row) => [
      row.order_id,
      row.total_discounted,
    ])

  test('lists every use of a coupon, ordered by promotion descending', async () => {
    const rows = await ask<object[]>(`discounts/virtual-coupons-list?${MAY}`)
    expect(rows).toMatchObject([
      { order_id: 14, promo: 'Otoño 10 %', discount_value: 5 },
      { order_id: 15, promo: 'Otoño 10 %', discount_value: 0 },
      { order_id: 21, promo: 'Otoño 10 %', discount_value: 2 },
      { order_id: 12, promo: 'Empleados', discount_value: 12 },
    ])
    expect(rows[3]).toEqual({
      ...{
        discount_id: 120,
        order_id: 12,
        number: '12',
        date: '2026-05-04',
        dist_id: '102',
        dist_name: 'Distribuidora Sur',
      },
      ...{ promo: 'Empleados', coupon_code: 'empleado-arcor', discount_value: 12, status: 'wc-completed' },
      ...{ group: 'CORPORATIVOS', sub_group: 'Empleado Arcor' },
    })
    expect(await ask(`discounts/virtual-coupons-list?${MAY}&promo_name=OTONO`)).toHaveLength(3)
  })

  test('per coupon: 12.00 in one use, 5 + 0 + 2 = 7.00 in three; per promotion 4.05', async () => {
    const totals = (query: string) => ask<CouponTotalRow[]>(`discounts/total-by-periods?${MAY}${query}`)
    const massive = { group: 'CUPONES MASIVOS', sub_group: 'otoño' }
    expect(await totals('')).toEqual([
      {
        ...{ name: 'empleado-arcor', total_used: 1, total_amount_discounted: 12 },
        ...{ group: 'CORPORATIVOS', sub_group: 'Empleado Arcor' },
      },
      { name: 'promo10', total_used: 3, total_amount_discounted: 7, ...massive },
    ])
    expect(await totals('&line_type=fee')).toEqual([
      {
        ...{ name: 'Promo 3x2', total_used: 1, total_amount_discounted: 4.05 },
        ...{ group: 'DESCUENTOS POR CATEGORÍA', sub_group: '3x2' },
      },
    ])
  })

  test('lists uses of given coupons with their buyers, ignoring case', async () => {
    const used = (codes: string) =>
      ask<object[]>(`discounts/virtual-coupons-used-details?${MAY}&promotion_ids=${codes}`)
    expect(await used('')).toMatchObject([
      { order_id: 21 },
      { order_id: 15 },
      { order_id: 14 },
      { order_id: 12 },
    ])
    expect(await used('EMPLEADO-Arcor,otro')).toEqual([
      {
        ...{
          discount_id: 120,
          order_id: 12,
          number: '12',
          date: '2026-05-04',
          dist_id: '102',
          dist_name: 'Distribuidora Sur',
        },
        ...{ name: 'Beto', surname: 'Báez', email: 'beto@example.com', city: 'Córdoba', state: 'CÓRDOBA' },
        ...{ promo_name: 'Empleados', coupon_code: 'empleado-arcor' },
        ...{ order_subtotal: 120, total_discounted: 12, other_discounts: 0, refunded: 0, order_total: 108 },
      },
    ])
  })

  test('coupons and promotions with their orders, by group, sub-group and status', async () => {
    expect(await details('')).toEqual([
      [21, 2],
      [15, 0],
      [14, 5],
      [13, 4.05],
      [12, 12],
    ])
    expect(await details('&group=employees')).toEqual([[12, 12]])
    expect(await details('&group=CORPORATIVOS&sub_group=Empleado%20Arcor')).toEqual([[12, 12]])
    expect(await details('&group=bank')).toEqual([])
    expect(await details('&sub_group=3x2')).toEqual([[13, 4.05]])
    expect(await details('&status=PROCESANDO')).toEqual([[21, 2]])
    expect(await details('', 'scoped')).toEqual([
      [21, 2],
      [15, 0],
      [13, 4.05],
      [12, 12],
    ])
  })

  test('every row adds up: gross less discount, other discounts and refunds is net', async () => {
    const parts = (row: DiscountDetailRow) => [
      ...[row.order_id, row.order_subtotal, row.total_discounted, row.other_discounts],
      ...[row.refunded, row.order_total],
    ]
    const rows = await ask<DiscountDetailRow[]>(`discounts/coupon-and-discount-lists?${MAY}`)
    expect(rows.map(parts)).toEqual([
      [21, 20, 2, 0, 0, 18],
      [15, 80.25, 0, 0, 8.03, 72.22],
      [14, 50, 5, 0, 9, 36],
      [13, 40.5, 4.05, 0, 0, 36.45],
      [12, 120, 12, 0, 0, 108],
    ])
    const [purchase] = await ask<object[]>(`orders/get-orders-by-role/customer?${MAY}&status=COMPLETADO`)
    expect(purchase).toMatchObject({ order_subtotal: 80.25, discount: 0, refunded: 8.03, order_total: 72.22 })
  })

  test('three coupons in completed orders', async () => {
    expect(await ask(`discounts/total-used-coupons?${MAY}`)).toEqual({
      main_month: { used_coupons: 3, 'dates-between': { from_date: '2026-05-01', to_date: '2026-05-31' } },
      prev_month: { used_coupons: 0, 'dates-between': { from_date: '2026-04-01', to_date: '2026-04-30' } },
      increment: 0,
    })
  })

  test('every discount by day', async () => {
    const rows = await ask<CouponLineRow[]>(`reports/coupons?${MAY}`)
    expect(rows.map((row) => [row.date, row.discount_name, row.discount_value])).toEqual([
      ['2026-05-01', 'Promo 3x2', 4.05],
      ['2026-05-04', 'empleado-arcor', 12],
      ['2026-05-06', 'promo10', 2],
      ['2026-05-10', 'promo10', 5],
      ['2026-05-11', 'promo10', 0],
    ])
    const pages = [1, 2, 3, 4, 5].map((page) =>
      ask<CouponLineRow[]>(`reports/coupons?${MAY}&per_page=1&page=${page}`),
    )
    expect((await Promise.all(pages)).flat()).toEqual(rows)
  })

  test('lists the discounts behind a sum, without those of similar names', async () => {
    const behind = async (limits: string) =>
      (await ask<CouponLineRow[]>(`reports/coupons?${MAY}&${limits}`)).map((row) => row.discount_value)
    expect(await behind('group=massive-coupons')).toEqual([2, 5, 0])
    expect(await behind('group=all')).toEqual([4.05, 12, 2, 5, 0])
    expect(await behind('group=bank')).toEqual([])
    expect(await behind('group=employees&only_sub_group=Empleado%20Arcor')).toEqual([12])
    expect(await behind('group=employees&only_sub_group=empleado-arcor')).toEqual([12])
    expect(await behind('only_sub_group=Arcor')).toEqual([])
    expect(await behind('only_discount=promo10')).toEqual([2, 5, 0])
    expect(await behind('only_discount=promo')).toEqual([])
    expect(await behind('only_coupon=promo10')).toEqual([2, 5, 0])
    expect(await behind('only_coupon=empleado-arcor')).toEqual([])
  })

  test('shows the same company name on screen, in filters and in the file', async () => {
    const [line] = await ask<CouponLineRow[]>(`reports/coupons?${MAY}&sub_group=empleado%20arc`)
    expect(line?.sub_group).toBe('Empleado Arcor')
    const file = await app.get(
      `/api/reports/coupons?${MAY}&sub_group=empleado%20arc&export=1&csv=standard`,
      'admin',
    )
    expect(file.body).toContain(',CORPORATIVOS,Empleado Arcor,Empleados,empleado-arcor,12.00,')
    expect(file.body.trim().split('\r\n')).toHaveLength(2)
  })

  test('groups: 12.00 + 7.00 + 4.05 = 23.05 in 5 discounts', async () => {
    const groups = await ask<CouponGroups>(`reports/coupons/group?group=all&${MAY}`)
    expect(groups).toMatchObject({ TOTAL_DISCOUNTED: 23.05, TOTAL_CANT: 5 })
    expect(groups.prev_data).toEqual({ data_groups: [], TOTAL_DISCOUNTED: 0, TOTAL_CANT: 0 })
    expect(groups.data_groups).toEqual([
      {
        ...{
          group: 'CORPORATIVOS',
          color: '#4263eb',
          total_discounted: 12,
          cant: 1,
          values: 1,
          percent: 52.06,
        },
      },
      {
        ...{
          group: 'CUPONES MASIVOS',
          color: '#0ca678',
          total_discounted: 7,
          cant: 3,
          values: 3,
          percent: 30.37,
        },
      },
      {
        ...{
          group: 'DESCUENTOS POR CATEGORÍA',
          color: '#ae3ec9',
          total_discounted: 4.05,
          cant: 1,
          values: 1,
        },
        percent: 17.57,
      },
    ])
    expect(groups.rows).toEqual([
      { group: 'CORPORATIVOS', order_status: 'wc-completed', quantity: 1, 'total-discounted': 12 },
      { group: 'CUPONES MASIVOS', order_status: 'wc-completed', quantity: 2, 'total-discounted': 5 },
      {
        group: 'DESCUENTOS POR CATEGORÍA',
        order_status: 'wc-completed',
        quantity: 1,
        'total-discounted': 4.05,
      },
      { group: 'CUPONES MASIVOS', order_status: 'wc-processing', quantity: 1, 'total-discounted': 2 },
    ])
    expect(groups.sub_groups.map((row) => [row.sub_group, row.total_discounted, row.cant])).toEqual([
      ['Empleado Arcor', 12, 1],
      ['otoño', 7, 3],
      ['3x2', 4.05, 1],
    ])
  })

  test('companies: Arcor 120 − 12 + 10 of a guest = 118; customers 100.50 + 72.22 + 18.00 = 190.72', async () => {
    const { corporates, data_groups } = await ask<CouponGroups>(`reports/coupons/group?${MAY}`)
    expect(data_groups.map(({ group }) => group)).toEqual(['CORPORATIVOS'])
    expect(corporates).toEqual([
      {
        ...{ role: 'Customer', original_role: 'customer', total_users: 2, total_orders: 3 },
        ...{ total_amount: 190.72, subtotal_amount: 200.75, total_discounted: 2, total_refunded: 8.03 },
        ...{ prev_amount: 50, difference: 140.72, increment: 281.44 },
        distinct_total_orders: { '2026-05': 3 },
      },
      {
        ...{ role: 'Arcor', original_role: 'empleado_arcor', total_users: 1, total_orders: 2 },
        ...{ total_amount: 118, subtotal_amount: 130, total_discounted: 12, total_refunded: 0 },
        ...{ prev_amount: 0, difference: 118, increment: 0 },
        distinct_total_orders: { '2026-05': 2 },
      },
    ])
    expect(await ask(`reports/coupons/group?group=bank&${MAY}`)).toMatchObject({
      data_groups: [],
      corporates: [],
    })
  })

  test('sub-groups by status: otoño 5.00 completed and 2.00 processing', async () => {
    const subGroups = (query: string) => ask<SubGroupRow[]>(`reports/coupons/subgroup?${MAY}${query}`)
    expect((await subGroups('')).map(({ sub_group }) => sub_group)).toEqual([
      'Empleado Arcor',
      'otoño',
      '3x2',
    ])
    expect(await subGroups('&group=massive-coupons')).toEqual([
      {
        ...{ group: 'CUPONES MASIVOS', sub_group: 'otoño', total_discounted: 7, total_quantity: 3 },
        ...{ prev_discounted: 0, difference: 7, increment: 0 },
        orders: {
          'wc-completed': { total_discounted: 5, total_quantity: 2 },
          'wc-processing': { total_discounted: 2, total_quantity: 1 },
        },
      },
    ])
    expect(await subGroups('&sub_group=3x2')).toHaveLength(1)
    expect(await subGroups('&sub_group=empleado-arcor')).toEqual(await subGroups('&group=employees'))
  })

  test('per distributor: Sur 12 + 4.05 + 2 = 18.05, none 5.00, Norte a coupon worth nothing', async () => {
    const expected = [
      { dist_id: '102', dist_name: 'Distribuidora Sur', 'total-discount': 18.05, quantity: 3 },
      { dist_id: '0', dist_name: 'Sin distribuidor', 'total-discount': 5, quantity: 1 },
      { dist_id: '101', dist_name: 'Norte Hermanos', 'total-discount': 0, quantity: 1 },
    ]
    const call = `reports/coupons/group-by-distributors?${MAY}`
    expect(await ask(call)).toEqual(expected)
    expect(await ask(`${call}&order_by=total-discounted&order=ASC`)).toEqual(expected.toReversed())
  })
})
