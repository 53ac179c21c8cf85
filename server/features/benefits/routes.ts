import { benefitGroup } from '#contract/benefit-groups.ts'
import { benefitCalls, couponGroups, couponSubGroups, totalUsedCoupons } from '#contract/benefits.ts'
import { isMonth } from '#contract/month.ts'
import { differenceOf } from '#server/domain/money.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import { wholeMonth } from '#server/domain/span.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads } from '#server/http/send-json.ts'
import { corporateBuyers, ordersByGroup, sumsBySubGroup, usedCoupons } from './group-queries.ts'
import { groupSummary, groupsByStatus, isSubGroup, subGroupComparison, subGroupTotals } from './groups.ts'
import {
  couponUses,
  couponUsesWithBuyer,
  discountDetails,
  discountLines,
  totalsByDistributor,
  totalsByName,
} from './list-queries.ts'

export function benefitRoutes(app: App): void {
  benefitLists(app)
  benefitGroups(app)
}

function benefitLists(app: App): void {
  listRoute(app, benefitCalls.virtualCoupons, couponUses)
  listRoute(app, benefitCalls.couponTotals, (call) => totalsByName(call, call.query.line_type))
  listRoute(app, benefitCalls.couponsUsed, (call) =>
    couponUsesWithBuyer(call, call.query.promotion_ids ?? []),
  )

  listRoute(app, benefitCalls.discountDetails, ({ month, scope, query }) => ({
    ...discountDetails({
      month,
      scope,
      group: groupName(query.group),
      subGroup: query.sub_group,
      statuses: query.status,
    }),
    ...(query.sub_group && { file: `detalle_de_descuento_${query.sub_group}` }),
  }))

  listRoute(app, benefitCalls.couponLines, ({ month, scope, query }) =>
    discountLines({
      month,
      scope,
      group: groupName(query.group),
      subGroup: query.only_sub_group,
      discount: query.only_discount,
      coupon: query.only_coupon,
    }),
  )

  listRoute(app, benefitCalls.groupDistributors, totalsByDistributor)
}

function benefitGroups(app: App): void {
  const { store } = app

  monthRoute(app, totalUsedCoupons, (call) =>
    compareMonths(
      call,
      async (span) => ({ used_coupons: await usedCoupons(store, span, call.scope) }),
      (main, previous) => ({ increment: percentChange(main.used_coupons, previous.used_coupons, 0) }),
    ),
  )

  monthRoute(app, couponGroups, async ({ month, compared, scope, query, versions }) => {
    const main = wholeMonth(month)
    const group = benefitGroup(query.group)?.name
    const inGroup = <Row extends { group: string }>(rows: Row[]) =>
      group === undefined ? rows : rows.filter((row) => row.group === group)
    const withCompanies = query.group === 'employees' || query.group === 'all'
    const [sums, orders, prevSums, prevOrders, companies] = await Promise.all([
      sumsBySubGroup(store, main, scope),
      ordersByGroup(store, main, scope),
      sumsBySubGroup(store, compared, scope),
      ordersByGroup(store, compared, scope),
      withCompanies ? corporateBuyers(store, month, compared, scope) : [],
    ])
    // Accounts are counted by their months of registration, up to this one.
    const earlierMonths = [...versions.keys()].filter((name) => isMonth(name) && name <= month)
    return {
      months: [month, compared.month],
      reads: withCompanies ? [...earlierMonths, ...accountReads(scope)] : [],
      data: {
        ...groupSummary(inGroup(sums), orders),
        prev_data: groupSummary(inGroup(prevSums), prevOrders),
        rows: groupsByStatus(inGroup(sums), query.order_by),
        sub_groups: subGroupTotals(inGroup(sums)),
        corporates: companies.map((row) => ({
          ...row,
          difference: differenceOf(row.total_amount, row.prev_amount),
          increment: percentChange(row.total_amount, row.prev_amount, 0),
          distinct_total_orders: { [month]: row.total_orders },
        })),
      },
    }
  })

  monthRoute(app, couponSubGroups, async ({ month, compared, scope, query }) => {
    const group = benefitGroup(query.group)?.name
    const [sums, prevSums] = await Promise.all([
      sumsBySubGroup(store, wholeMonth(month), scope),
      sumsBySubGroup(store, compared, scope),
    ])
    const selected = sums.filter(
      (row) =>
        (group === undefined || row.group === group) &&
        (query.sub_group === undefined || isSubGroup(row, query.sub_group)),
    )
    return { months: [month, compared.month], data: subGroupComparison(selected, prevSums, query.order_by) }
  })
}

/** The name of the group; undefined for all groups. */
const groupName = (group: string | undefined): string | undefined =>
  group === undefined || group === 'all' ? undefined : (benefitGroup(group)?.name ?? group)
