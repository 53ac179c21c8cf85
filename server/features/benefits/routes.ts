// Routes of benefits: coupons, discounts and their groups. Room features/benefits: may import contract, domain, store, rollups and http.
import { BENEFIT_GROUPS, benefitGroup } from '#contract/benefit-groups.ts'
import {
  couponGroups,
  couponLines,
  couponSubGroups,
  couponsUsed,
  couponTotals,
  discountDetails as discountDetailsCall,
  groupDistributors,
  totalUsedCoupons,
  virtualCoupons,
} from '#contract/benefits.ts'
import { comparedMonth, isMonth, monthBounds } from '#contract/month.ts'
import { companyName } from '#server/domain/company-name.ts'
import { differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange, percentOf } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import {
  corporateBuyers,
  ordersByGroup,
  type SubGroupSum,
  sumsBySubGroup,
  usedCoupons,
} from './group-queries.ts'
import {
  couponUses,
  couponUsesWithBuyer,
  discountDetails,
  discountLines,
  totalsByDistributor,
  totalsByName,
} from './list-queries.ts'

const BY_DISCOUNT = ['order_id', 'discount_id']

export function benefitRoutes(app: App): void {
  const { store } = app

  listRoute(app, virtualCoupons, (call) => ({ query: couponUses(call), key: BY_DISCOUNT }))

  listRoute(app, couponTotals, (call) => ({
    query: totalsByName(call, call.query.line_type),
    key: ['name'],
  }))

  listRoute(app, couponsUsed, (call) => ({
    query: couponUsesWithBuyer(call, call.query.promotion_ids ?? []),
    key: BY_DISCOUNT,
  }))

  listRoute(app, discountDetailsCall, ({ month, scope, query }) => ({
    query: discountDetails({
      month,
      scope,
      group: groupAsked(query.group),
      subGroup: query.sub_group,
      statuses: query.status,
    }),
    key: BY_DISCOUNT,
    ...(query.sub_group && { file: `detalle_de_descuento_${query.sub_group}` }),
  }))

  listRoute(app, couponLines, ({ month, scope, query }) => ({
    query: discountLines({
      month,
      scope,
      group: groupAsked(query.group),
      subGroup: query.only_sub_group,
      discount: query.only_discount,
      coupon: query.only_coupon,
    }),
    key: BY_DISCOUNT,
  }))

  listRoute(app, groupDistributors, (call) => ({ query: totalsByDistributor(call), key: ['dist_id'] }))

  monthRoute(app, totalUsedCoupons, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const [main, prev] = await Promise.all([
      usedCoupons(store, month, scope),
      usedCoupons(store, previous, scope),
    ])
    return {
      months: [month, previous],
      data: {
        main_month: { used_coupons: main, 'dates-between': monthBounds(month) },
        prev_month: { used_coupons: prev, 'dates-between': monthBounds(previous) },
        increment: percentChange(main, prev, 0),
      },
    }
  })

  monthRoute(app, couponGroups, async ({ month, scope, query, versions }) => {
    const previous = comparedMonth(month, query.compare)
    const asked = benefitGroup(query.group)?.name
    const within = <Row extends { group: string }>(rows: Row[]) =>
      asked === undefined ? rows : rows.filter(({ group }) => group === asked)
    const withCompanies = query.group === 'employees' || query.group === 'all'
    const [sums, orders, prevSums, prevOrders, companies] = await Promise.all([
      sumsBySubGroup(store, month, scope),
      ordersByGroup(store, month, scope),
      sumsBySubGroup(store, previous, scope),
      ordersByGroup(store, previous, scope),
      withCompanies ? corporateBuyers(store, month, previous, scope) : [],
    ])
    const bySum = query.order_by
    // Accounts are counted by their months of registration, up to this one.
    const earlier = [...versions.keys()].filter((name) => isMonth(name) && name <= month)
    return {
      months: [month, previous],
      reads: withCompanies ? earlier : [],
      data: {
        ...groupsOf(within(sums), orders),
        prev_data: groupsOf(within(prevSums), prevOrders),
        rows: summed(within(sums), ({ group, order_status }) => `${group}\n${order_status}`)
          .map(({ group, order_status, quantity, amount }) => ({
            group,
            order_status,
            quantity,
            'total-discounted': amount,
          }))
          .sort((a, b) => (bySum === 'group' ? a.group.localeCompare(b.group) : b[bySum] - a[bySum])),
        sub_groups: summed(within(sums), ({ group, sub_group }) => `${group}\n${sub_group}`)
          .map(({ group, sub_group, quantity, amount }) => ({
            group,
            sub_group,
            total_discounted: amount,
            cant: quantity,
          }))
          .sort((a, b) => b.total_discounted - a.total_discounted),
        corporates: companies.map((row) => ({
          ...row,
          difference: differenceOf(row.total_amount, row.prev_amount),
          increment: percentChange(row.total_amount, row.prev_amount, 0),
          distinct_total_orders: { [month]: row.total_orders },
        })),
      },
    }
  })

  monthRoute(app, couponSubGroups, async ({ month, scope, query }) => {
    const group = benefitGroup(query.group)?.name
    const asked = (row: SubGroupSum) =>
      (group === undefined || row.group === group) &&
      (query.sub_group === undefined || isSubGroup(row, query.sub_group))
    const previous = comparedMonth(month, query.compare)
    const [sums, prevSums] = await Promise.all([
      sumsBySubGroup(store, month, scope),
      sumsBySubGroup(store, previous, scope),
    ])
    const by = query.order_by
    const before = Map.groupBy(prevSums, subGroupKey)
    const rows = [...Map.groupBy(sums.filter(asked), subGroupKey)].flatMap(([key, of]) =>
      subGroupRow(of, before.get(key) ?? []),
    )
    rows.sort((a, b) => (by === 'sub_group' ? a.sub_group.localeCompare(b.sub_group, 'es') : b[by] - a[by]))
    return { months: [month, previous], data: rows }
  })
}

/** The store's word for none is shown as OTROS, and a company's code as its name; each may be asked for by either. */
const isSubGroup = ({ group, sub_group }: SubGroupSum, asked: string): boolean =>
  sub_group === (asked === 'others' ? 'OTROS' : asked) ||
  (group === 'CORPORATIVOS' && sub_group === companyName(asked))

/** The group's name; undefined for all of them. */
const groupAsked = (group: string | undefined): string | undefined =>
  group === undefined || group === 'all' ? undefined : (benefitGroup(group)?.name ?? group)

/** One row per key with its quantity and amount summed; the rest is the first row's. */
function summed(rows: readonly SubGroupSum[], key: (row: SubGroupSum) => string): SubGroupSum[] {
  return [...Map.groupBy(rows, key).values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const all = [first, ...more]
    return {
      ...first,
      quantity: all.reduce((total, { quantity }) => total + quantity, 0),
      amount: sumOf(all, ({ amount }) => amount),
    }
  })
}

function groupsOf(sums: readonly SubGroupSum[], orders: readonly { group: string; orders: number }[]) {
  const whole = sumOf(sums, ({ amount }) => amount)
  const ordersOf = new Map(orders.map((row) => [row.group, row.orders]))
  const data_groups = summed(sums, ({ group }) => group)
    .map(({ group, quantity, amount }) => ({
      group,
      color: BENEFIT_GROUPS.find(({ name }) => name === group)?.color ?? '#868e96',
      total_discounted: amount,
      cant: quantity,
      values: ordersOf.get(group) ?? 0,
      percent: percentOf(amount, whole),
    }))
    .sort((a, b) => b.total_discounted - a.total_discounted)
  return {
    data_groups,
    TOTAL_DISCOUNTED: whole,
    TOTAL_CANT: sums.reduce((total, { quantity }) => total + quantity, 0),
  }
}

const subGroupKey = (row: SubGroupSum) => `${row.group}\n${row.sub_group}`

function subGroupRow(rows: readonly SubGroupSum[], before: readonly SubGroupSum[]) {
  const [first] = rows
  if (!first) return []
  const { group, sub_group } = first
  const total_discounted = sumOf(rows, ({ amount }) => amount)
  const prev_discounted = sumOf(before, ({ amount }) => amount)
  const orders = Object.fromEntries(
    rows.map((row) => [row.order_status, { total_discounted: row.amount, total_quantity: row.quantity }]),
  )
  return {
    group,
    sub_group,
    orders,
    total_discounted,
    total_quantity: rows.reduce((total, { quantity }) => total + quantity, 0),
    prev_discounted,
    difference: differenceOf(total_discounted, prev_discounted),
    increment: percentChange(total_discounted, prev_discounted, 0),
  }
}
