// Calls and lists of the benefits screens, as [endpoint, options], shared by screens and prefetching.
import {
  couponLinesColumns,
  discountDetailColumns,
  virtualCouponsColumns,
} from '#contract/benefits-columns.ts'
import type { Comparison, Month } from '#contract/month.ts'
import { compareParams } from '#web/api/compare-params.ts'
import { list } from '#web/lists/list.ts'

export type CardGroup = 'massive-coupons' | 'bank'

export const groupsCall = (month: Month, compare: Comparison) =>
  ['GET /api/reports/coupons/group', { query: { group: 'all', ...compareParams(month, compare) } }] as const

export const subGroupsCall = (group: CardGroup, month: Month, compare: Comparison) =>
  ['GET /api/reports/coupons/subgroup', { query: { group, ...compareParams(month, compare) } }] as const

export const COUPON_TOTALS = 'GET /api/discounts/total-by-periods'

/** All coupons of the month in one page: the top ten are counted from them too. */
export const couponTotalsCall = (month: Month) =>
  [
    COUPON_TOTALS,
    {
      query: {
        line_type: 'coupon',
        order_by: 'total_used',
        order: 'DESC',
        per_page: 10_000,
        start_date: month,
      },
    },
  ] as const

export const PURCHASES = 'GET /api/orders/get-orders-by-role/{role_name}'

export const purchasesCall = (role: string, month: Month) =>
  [PURCHASES, { params: { role_name: role }, query: { per_page: 10_000, start_date: month } }] as const

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
