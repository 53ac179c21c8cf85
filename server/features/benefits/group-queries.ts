import type { CorporateBuyer } from '#contract/benefits.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import { inBenefits, roleLabel } from '#server/figures/expressions.ts'
import { accountsOf } from '#server/figures/served-accounts.ts'
import { rollupsOf, tablesOf } from '#server/figures/spans.ts'
import { byScope, inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { shownSubGroup } from './list-queries.ts'

export interface SubGroupSum {
  group: string
  sub_group: string
  order_status: string
  quantity: number
  amount: number
}

/** Sums per group, sub-group and status, in the statuses of benefits. */
export const sumsBySubGroup = (store: Reads, span: Span, scope: Scope) =>
  store.all<SubGroupSum>(sql`
    select "group", sub_group, order_status, sum(quantity) as quantity, sum(amount) as amount
    from (
      select x.discount_group as "group", ${shownSubGroup}, x.status as order_status, x.quantity, x.amount
      from ${tablesOf(span)('rollup_discounts')} x
      where x.month = ${span.month} and ${inBenefits(sql`x.status`)} and ${inScope(scope, sql`x.dist_id`)}
    ) shown
    group by "group", sub_group, order_status
    order by "group", sub_group, order_status`)

/** Orders with a discount of each group, in the statuses of benefits. */
export const ordersByGroup = (store: Reads, span: Span, scope: Scope) =>
  store.all<{ group: string; orders: number }>(sql`
    select discount_group as "group", count(distinct order_id) as orders
    from ${tablesOf(span)('order_discounts')} used
    where month = ${span.month} and counted and ${inBenefits(sql`status`)} and ${inScope(scope)}
    group by discount_group`)

type CorporateRow = Omit<CorporateBuyer, 'difference' | 'increment' | 'distinct_total_orders'>

/** Registrations per month and role; the rollup covers the whole shop only. */
const registrations = (scope: Scope): ScopedSql =>
  byScope(
    scope,
    sql`rollup_customers`,
    sql`(select month, role, company, 1 as registered from ${accountsOf(scope)} c)`,
  )

/** Accounts per role up to the month and their counted orders in the statuses of benefits; for `previous` only the net. */
export const corporateBuyers = (store: Reads, month: string, previous: Span, scope: Scope) =>
  store.all<CorporateRow>(sql`
    with accounts as (
      select c.role as original_role, c.company, ${roleLabel} as role, sum(c.registered) as total_users
      from ${registrations(scope)} c where c.month <= ${month}
      group by c.role, c.company
    ),
    bought as (
      select c.role as original_role, c.company, ${roleLabel} as role,
        sum(case when c.month = ${month} then c.orders else 0 end) as total_orders,
        sum(case when c.month = ${month} then c.net else 0 end) as total_amount,
        sum(case when c.month = ${month} then c.gross else 0 end) as subtotal_amount,
        sum(case when c.month = ${month} then c.discount else 0 end) as total_discounted,
        sum(case when c.month = ${month} then c.refunded else 0 end) as total_refunded,
        sum(case when c.month = ${previous.month} then c.net else 0 end) as prev_amount
      from ${rollupsOf([wholeMonth(month), previous])('rollup_companies')} c
      where c.month in (${[month, previous.month]}) and ${inBenefits(sql`c.status`)} and ${inScope(scope, sql`c.dist_id`)}
      group by c.role, c.company
    )
    select coalesce(a.role, b.role) as role, coalesce(a.original_role, b.original_role) as original_role,
      coalesce(a.total_users, 0) as total_users, coalesce(b.total_amount, 0) as total_amount,
      coalesce(b.total_orders, 0) as total_orders, coalesce(b.subtotal_amount, 0) as subtotal_amount,
      coalesce(b.total_discounted, 0) as total_discounted,
      coalesce(b.total_refunded, 0) as total_refunded, coalesce(b.prev_amount, 0) as prev_amount
    from accounts a
    full join bought b on b.original_role = a.original_role and b.company = a.company
    order by total_amount desc, original_role`)

/** Coupon codes per completed order of the month, summed. */
export async function usedCoupons(store: Reads, span: Span, scope: Scope): Promise<number> {
  const row = await store.one<{ used: number }>(sql`
    select coalesce(sum(coupons), 0) as used from ${tablesOf(span)('rollup_months')} sold
    where month = ${span.month} and status = 'wc-completed' and ${inScope(scope)}`)
  return row?.used ?? 0
}
