// Calls and lists of the benefits screens, as [endpoint, options], shared by screens and prefetching.
import { benefitLists } from '#contract/lists/benefits.ts'
import { orderLists } from '#contract/lists/orders.ts'
import type { Month } from '#contract/month.ts'
import { type CompareParams, compareParams } from '#web/api/compare-params.ts'
import { listSource } from '#web/shared/lists/list.ts'

export type CardGroup = 'massive-coupons' | 'bank'

export const groupsCall = (month: Month, compare: CompareParams) =>
  ['GET /api/reports/coupons/group', { query: { group: 'all', ...compareParams(month, compare) } }] as const

export const subGroupsCall = (group: CardGroup, month: Month, compare: CompareParams) =>
  ['GET /api/reports/coupons/subgroup', { query: { group, ...compareParams(month, compare) } }] as const

/** The most used first. */
export const COUPON_TOTALS = listSource(benefitLists.couponTotals, { perPage: 15, orderBy: 'total_used' })

/** All coupons of the month in one page: the top ten are counted from them too. */
export const couponTotalsCall = (month: Month) =>
  [
    COUPON_TOTALS.call,
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

export const PURCHASES = listSource(orderLists.ordersByRole)

export const purchasesCall = (role: string, month: Month) =>
  [PURCHASES.call, { params: { role_name: role }, query: { per_page: 10_000, start_date: month } }] as const

export const DISCOUNT_DETAILS = listSource(benefitLists.discountDetails)
export const COUPON_LINES = listSource(benefitLists.couponLines, {
  limits: { group: undefined, sub_group: undefined, discount: undefined, coupon: undefined },
})
export const COUPON_USES = listSource(benefitLists.virtualCoupons)
