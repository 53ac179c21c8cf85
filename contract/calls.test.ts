// Every call that screens and other programs rely on, with its parameters, defaults and wire names, spelled out: renaming
// or dropping one breaks a client.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const PAGED = 'per_page page'
const FILE = `${PAGED} export`

/** Parameters of path and query; `=` gives the default. */
const CALLS: Readonly<Record<string, string>> = {
  'POST /api/register': '',
  'POST /api/login': '',
  'POST /api/refresh': '',
  'POST /api/logout': '',
  'GET /api/me': '',
  'POST /api/auth/sign-up': '',
  'GET /api/config/roles': '',
  'GET /api/config/crones/list': '',
  'GET /api/config/crones/logs': `status=processed command_name ${PAGED}`,
  'GET /api/config/crones/run/{cron_id}': 'cron_id subMonths',
  'GET /api/config': '',
  'POST /api/config': '',
  'GET /api/customers/without-distributors': `email locality city state ${FILE}`,
  'GET /api/customers/employees': `email name surname employee_id company orderBy=company ${FILE}`,
  'GET /api/customers/registered/{role}': `role email name surname orderBy ${FILE}`,
  'GET /api/customers/employees/detail': `order_id name surname employee_id company orderBy start_date ${FILE}`,
  'GET /api/customers/new-customers': 'start_date',
  'GET /api/customers/new-employees': 'start_date',
  'GET /api/customers/distinct-customers-by-dates': 'start_date',
  'GET /api/customers/distinct-employees-by-dates': 'start_date',
  'GET /api/customers/employees-registered-by-companies': 'start_date',
  'GET /api/customers/group-by-states-and-period': `start_date ${PAGED}`,
  'GET /api/distributors/resume': 'start_date',
  'GET /api/distributors/get-distributors-list': `dist_id dist_name dist_email start_date ${FILE}`,
  'GET /api/distributors/get-distributors-sells': `dist_id start_date ${FILE}`,
  'GET /api/distributors/{dist_id}/get-distributors-sells': 'dist_id start_date export',
  'GET /api/orders/get-orders-by-role/{role_name}': `role_name status start_date ${FILE}`,
  'GET /api/orders': `order_id status=COMPLETADO invoice_number dist_id start_date ${FILE}`,
  'GET /api/orders/ranking-old-orders': `order_id status=PROCESANDO not_dist_ids start_date ${FILE}`,
  'GET /api/orders/ranking-orders-by-status': 'start_date',
  'GET /api/orders/ranking-orders-by-dates': 'start_date',
  'GET /api/orders/ranking-orders-by-business': 'start_date',
  'GET /api/orders/ranking-orders-by-segments': 'start_date',
  'GET /api/orders/get-totals': 'start_date',
  'GET /api/orders/get_total_units_sold': 'start_date',
  'GET /api/orders/get-orders-ranking-by-days': 'start_date orderBy=orders_completed',
  'GET /api/orders/group-by-states-and-period': `start_date status ${PAGED}`,
  'GET /api/products': `sku name status=publish start_date order_by=product_id order=DESC ${FILE}`,
  'GET /api/products/cat/{category_id}': `category_id sku product ${FILE}`,
  'GET /api/products/ranking-products-without-stock': `sku product ${FILE}`,
  'GET /api/products/distributors-without-stock': `not_dist_ids ${FILE}`,
  'GET /api/products/qty-and-total-selled': 'start_date',
  'GET /api/products/get-ranking-products-selled': 'start_date orderBy=total_amount',
  'GET /api/discounts/virtual-coupons-list': `order_id promo_name dist_id start_date order_by=promo order=DESC ${FILE}`,
  'GET /api/discounts/total-by-periods': `name line_type=coupon order_by=total_amount_discounted order start_date ${FILE}`,
  'GET /api/discounts/virtual-coupons-used-details': `order_id promo_name dist_id email name surname city state start_date promotion_ids ${FILE}`,
  'GET /api/discounts/coupon-and-discount-lists': `order_id discount_name dist_id start_date ${FILE}`,
  'GET /api/discounts/total-used-coupons': 'start_date',
  'GET /api/reports/test/business': `order_id ${PAGED}`,
  'GET /api/reports/test/business-totals': '',
  'GET /api/reports/users/mail-list': `name surname email main-city main-state allow_receive_comunications allow_receive_samples orderBy=date_registered ${FILE}`,
  'GET /api/reports/products/simple': 'start_date',
  'GET /api/reports/products/simple/detail': 'start_date',
  'GET /api/reports/distributor/order-discounts': `order_id dist_id sku product_name type=ORDEN start_date discounts order_by=order_date order ${FILE}`,
  'GET /api/reports/business': `order_id dist_id sku product_name type=ORDEN start_date discounts order_by=order_date order corporate_name ${FILE}`,
  'GET /api/reports/coupons': `order_id discount_name promo_name dist_id sub_group order_by=date start_date ${FILE}`,
  'GET /api/reports/coupons/group': 'group=employees order_by start_date',
  'GET /api/reports/coupons/subgroup': 'group sub_group order_by start_date',
  'GET /api/reports/coupons/group-by-distributors':
    'dist_id dist_name start_date order_by=total-discounted order',
  'GET /api/reports/boxes-mix': 'dist_id promo_name status order_by=order_id order',
  'GET /api/reports/wdr': `start_date order_id product_id order_status type order_by order ${FILE}`,
  'GET /api/roles-permissions': FILE,
  'POST /api/roles-permissions': '',
  'DELETE /api/roles-permissions/{roleId}': 'roleId',
  'GET /api/users': `name email role ${FILE}`,
  'POST /api/users': '',
  'DELETE /api/users/{id}': 'id',
  'GET /api/summary/main-page': 'start_date',
  'GET /api/summary/main-page/charts': 'start_date',
}

/** Response fields by call, at any depth. */
const FIELDS: Readonly<Record<string, string>> = {
  'POST /api/login': 'success data access_token user_data id display_name email',
  'GET /api/me': 'id name email role avatar',
  'GET /api/config': 'option values',
  'GET /api/summary/main-page':
    'main_month prev_month net_sale total_orders average_ticket total_units_sold new_customers distinct_customers used_coupons customers_by_companies dates-between from_date to_date',
  'GET /api/summary/main-page/charts':
    'completed_orders total_amount total_orders canceled_orders total_canceled_amount total_canceled_orders',
  'GET /api/distributors/get-distributors-list':
    'dist_id dist_name total_orders wc-completed wc-cancelled total_amount mp_enabled lyra_enabled calendar_enabled',
  'GET /api/distributors/resume': 'order_status total_amount total_orders label amount increment color',
  'GET /api/customers/group-by-states-and-period': 'state total_registered',
  'GET /api/orders/ranking-orders-by-business':
    'business total-item-amount total-orders total-units-sold total_amount total_orders total_units_sold percent_amount percent_units_sold color icon',
  'GET /api/orders/ranking-orders-by-segments':
    'business segment total-item-amount total-orders total-units-sold total_amount total_orders total_units_sold percent_amount percent_units_sold',
  'GET /api/products/get-ranking-products-selled':
    'sku name business segment total_amount units_sold total_orders url',
  'GET /api/discounts/total-by-periods': 'name total_used total_amount_discounted',
  'GET /api/customers/registered/{role}': 'date_registered name surname email',
  'GET /api/customers/employees': 'date_registered name surname email',
  'GET /api/orders/get-orders-by-role/{role_name}':
    'order_id date name surname dist_id dist_name order_subtotal discount order_total status',
  'GET /api/reports/distributor/order-discounts':
    'order_date order_id dist_id dist_name sku product_name quantity unit_price_list unit_discount_price discount_per_unit subtotal_discounts_price corporate_name corporate_discount label_unit_discount discount_unit_amount subtotal_other_discounts total_discounts net_total type',
  'GET /api/reports/products/simple':
    'period sku product_name total_users_buy total_orders_count product_quantity total_net_revenue',
  'GET /api/reports/coupons':
    'order_id date dist_id dist_name group sub_group promo_name discount_name discount_value',
  'GET /api/reports/coupons/group':
    'group order_status quantity total-discounted color total_discounted cant values percent data_groups TOTAL_DISCOUNTED TOTAL_CANT prev_data role original_role total_users total_amount total_orders subtotal_amount distinct_total_orders',
  'GET /api/reports/coupons/group-by-distributors': 'dist_name dist_id total-discount',
  'GET /api/reports/coupons/subgroup': 'group sub_group orders total_discounted total_quantity',
  'GET /api/discounts/coupon-and-discount-lists':
    'order_id date dist_id dist_name firstname surname promo_name discount_name order_subtotal total_discounted order_total',
  'GET /api/reports/boxes-mix':
    'order_id date dist_id dist_name promo_name coupon_code promo_discount status',
  'GET /api/reports/wdr': 'order_id product_id product_name product_qty discount_price order_date type',
  'GET /api/reports/users/mail-list': 'name surname main_state main_city allow_receive_comunications email',
  'GET /api/config/crones/list': 'key state message loading',
}

const byKey = new Map<string, Endpoint>(
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)
const known = (key: string): Endpoint => {
  const endpoint = byKey.get(key)
  if (!endpoint) throw new Error(`${key} is gone`)
  return endpoint
}
const record = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
const shapeOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** The parsed value of the parameter, and what an absent parameter would give. */
function standsFor({ query, list }: Endpoint, name: string, value: string) {
  const sent = record(query.parse({ [name]: value }))[name]
  const absent = record(query.parse({}))[name]
  if (!list) return { sent, absent }
  if (name === 'order') return { sent, absent: list.order }
  return { sent, absent: /^order_?by$/i.test(name) ? list.orderBy : absent }
}

/** Page sizes above the usual maximum of 1000 rows. */
const MOST: Readonly<Record<string, number>> = {
  'GET /api/products': 1_000_000,
  'GET /api/discounts/total-by-periods': 10_000,
  'GET /api/customers/registered/{role}': 100_000,
  'GET /api/orders/get-orders-by-role/{role_name}': 100_000,
}

describe('the calls', () => {
  test('return 25 rows a page, and a thousand or more on request', () => {
    const lists = [...byKey].filter(([key, { list }]) => list && key in CALLS)
    for (const [key, { query }] of lists) {
      const most = MOST[key] ?? 1000
      expect(query.safeParse({ per_page: String(most) }).success, key).toBe(true)
      expect(record(query.parse({})).per_page, key).toBe(key.includes('group-by-states') ? 50 : 25)
    }
  })

  test('accept every filter that their columns name', () => {
    for (const [call, { list }] of byKey)
      for (const { key, filter } of list?.columns ?? [])
        if (filter) expect(list?.filters[filter], `${call} ${filter}`).toBe(key)
  })

  test('number 69', () => expect(Object.keys(CALLS)).toHaveLength(69))

  test.each(Object.entries(CALLS))('%s takes its parameters', (key, parameters) => {
    const endpoint = known(key)
    const taken = [...shapeOf(endpoint.params), ...shapeOf(endpoint.query)]
    for (const wanted of parameters.split(' ').filter((word) => word !== '')) {
      const [name = '', value] = wanted.split('=')
      expect(taken).toContain(name)
      if (value === undefined) continue
      const { sent, absent } = standsFor(endpoint, name, value)
      expect({ [name]: absent }).toEqual({ [name]: sent })
    }
  })

  test.each(Object.entries(FIELDS))('%s answers with its fields', (key, fields) => {
    const text = JSON.stringify(z.toJSONSchema(known(key).response, { io: 'output' }))
    for (const field of fields.split(' ')) expect(text, field).toContain(`"${field}":`)
  })
})
