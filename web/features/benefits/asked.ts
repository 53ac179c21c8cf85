// What the screens of benefits ask for, so that a menu can fetch it ahead. Touches contract, api, lists and ui.
import {
  couponLinesColumns,
  couponTotalsColumns,
  discountDetailColumns,
  virtualCouponsColumns,
} from '#contract/benefits-columns.ts'
import type { Comparison, Month } from '#contract/month.ts'
import { compareParams } from '#web/api/compare-params.ts'
import { list } from '#web/lists/list.ts'
import type { TableDefaults } from '#web/ui/table/view.ts'

export const GROUPS = 'GET /api/reports/coupons/group'
export const SUB_GROUPS = 'GET /api/reports/coupons/subgroup'
export const COUPON_TOTALS = 'GET /api/discounts/total-by-periods'
export const PURCHASES = 'GET /api/orders/get-orders-by-role/{role_name}'
export const REGISTERED = 'GET /api/customers/registered/{role}'

export const ofGroups = (month: Month, compare: Comparison) =>
  ({ query: { group: 'all', ...compareParams(month, compare) } }) as const

export type CardGroup = 'massive-coupons' | 'bank'

export const ofSubGroups = (group: CardGroup, month: Month, compare: Comparison) => ({
  query: { group, ...compareParams(month, compare) },
})

/** All coupons of the month at once: the ten most used come from them too. */
export const ofCouponTotals = (month: Month) =>
  ({
    query: {
      line_type: 'coupon',
      order_by: 'total_used',
      order: 'DESC',
      per_page: 10_000,
      start_date: month,
    },
  }) as const

export const ofPurchases = (role: string, month: Month) => ({
  params: { role_name: role },
  query: { per_page: 10_000, start_date: month },
})

export const ofRegistered = (role: string, month: Month) =>
  ({
    params: { role },
    query: { orderBy: 'surname', per_page: 100_000, start_date: month },
  }) as const

export const DISCOUNT_DETAILS = list('GET /api/discounts/coupon-and-discount-lists', discountDetailColumns, {
  perPage: 25,
  orderBy: 'order_id',
  order: 'DESC',
})

export const COUPON_LINES = list('GET /api/reports/coupons', couponLinesColumns, {
  perPage: 25,
  orderBy: 'date',
  order: 'ASC',
})

export const COUPON_USES = list('GET /api/discounts/virtual-coupons-list', virtualCouponsColumns, {
  perPage: 25,
  orderBy: 'promo',
  order: 'DESC',
})

export const TOTALS_VIEW: TableDefaults = { perPage: 15, orderBy: 'total_used', order: 'DESC' }
export const TOTALS_COLUMNS = couponTotalsColumns
