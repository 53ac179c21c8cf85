import type { Resume } from '#contract/distributors.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import {
  cancelledSum,
  completedSum,
  incrementOf,
  isListed,
  nameOfDistributor,
  placed,
  preparingSum,
} from '#server/figures/expressions.ts'
import { monthsOf, rollupsOf } from '#server/figures/spans.ts'
import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export interface StatusRow {
  month: string
  order_status: string
  total_amount: number
  total_orders: number
}

/** Orders and net per status, the highest amount first; optionally of one distributor. */
export const totalsByStatus = (store: Reads, spans: readonly Span[], scope: Scope, distId?: string) =>
  store.all<StatusRow>(sql`
    select month, status as order_status, sum(net) as total_amount, sum(orders) as total_orders
    from ${rollupsOf(spans)('rollup_months')} sold
    where month in (${monthsOf(spans)}) and ${inScope(scope)}
      and ${distId === undefined ? sql`true` : sql`dist_id = ${distId}`}
    group by month, status
    order by total_amount desc, order_status`)

export type BillingRow = Omit<
  Resume['billing']['items'][number],
  'percent_amount' | 'difference' | 'increment' | 'placed_increment' | 'color'
> & { is_listed: number }

/** Placed orders per distributor of either month, the highest amount of `month` first. */
export const billingByDistributor = (store: Reads, month: string, previous: Span, scope: Scope) =>
  store.all<BillingRow>(sql`
    select b.dist_id, ${nameOfDistributor(sql`b.dist_id`)} as label, amount, total_orders, prev_amount,
      preparing_amount, prev_preparing_amount, is_listed
    from (
      select dist_id,
        ${completedSum('net', month)} as amount,
        ${completedSum('orders', month)} as total_orders,
        ${completedSum('net', previous.month)} as prev_amount,
        ${preparingSum('net', month)} as preparing_amount,
        ${preparingSum('net', previous.month)} as prev_preparing_amount,
        ${isListed(month, previous)}
      from ${rollupsOf([wholeMonth(month), previous])('rollup_months')} sold
      where month in (${[month, previous.month]}) and ${placed} and ${inScope(scope)}
      group by dist_id
    ) b left join distributors d on d.dist_id = b.dist_id
    order by amount desc, prev_amount desc, b.dist_id`)

/** Every distributor, known or with sales only, with its orders of both months. */
export const distributorsOfMonth = (month: string, previous: Span, scope: Scope): ScopedSql => sql`
  select t.*, completed_amount - prev_completed_amount as difference,
    ${incrementOf(sql`completed_amount`, sql`prev_completed_amount`)} as increment,
    ${incrementOf(
      sql`(completed_amount + preparing_amount)`,
      sql`(prev_completed_amount + prev_preparing_amount)`,
    )} as placed_increment
  from (
    select k.dist_id, ${nameOfDistributor(sql`k.dist_id`)} as dist_name, coalesce(e.email, d.email, '') as dist_email,
      ${completedSum('orders', month)} as completed_orders,
      ${completedSum('net', month)} as completed_amount,
      ${completedSum('net', previous.month)} as prev_completed_amount,
      ${preparingSum('net', month)} as preparing_amount,
      ${preparingSum('net', previous.month)} as prev_preparing_amount,
      ${cancelledSum('orders', month)} as cancelled_orders,
      ${cancelledSum('net', month)} as cancelled_amount,
      coalesce(sum(case when s.month = ${month} then s.orders end), 0) as all_orders,
      coalesce(sum(case when s.month = ${month} then s.net end), 0) as all_amount,
      coalesce(d.mp_enabled, 0) as mp_enabled, coalesce(d.lyra_enabled, 0) as lyra_enabled,
      coalesce(d.calendar_enabled, 0) as calendar_enabled
    from (${sql.union([
      sql`select dist_id from distributors`,
      sql`select dist_id from rollup_months where month in (${[month, previous.month]})`,
    ])}) k
    left join distributors d on d.dist_id = k.dist_id
    left join distributor_emails e on e.dist_id = k.dist_id
    left join ${rollupsOf([wholeMonth(month), previous])('rollup_months')} s
      on s.dist_id = k.dist_id and s.month in (${[month, previous.month]})
    where ${inScope(scope, sql`k.dist_id`)}
    group by k.dist_id, d.name, d.email, e.email, d.mp_enabled, d.lyra_enabled, d.calendar_enabled
  ) t`

export const sellsOfMonth = (month: string, scope: Scope): ScopedSql => sql`
  select s.dist_id, ${nameOfDistributor(sql`s.dist_id`)} as dist_name, s.status as order_status,
    s.orders as total_orders, s.units as total_units_sold, s.gross as subtotal_amount,
    s.discount as total_discounted, s.refunded as total_refunded, s.net as total_amount
  from rollup_months s left join distributors d on d.dist_id = s.dist_id
  where s.month = ${month} and ${inScope(scope, sql`s.dist_id`)}`

/** A distributor in scope by its id, or undefined; one with sales only has its id as name. */
export const distributor = (store: Reads, distId: string, scope: Scope) =>
  store.one<{ dist_id: string; dist_name: string; dist_email: string }>(sql`
    select k.dist_id, ${nameOfDistributor(sql`k.dist_id`)} as dist_name, coalesce(e.email, d.email, '') as dist_email
    from (${sql.union([
      sql`select dist_id from distributors where dist_id = ${distId}`,
      sql`select dist_id from rollup_buyers where dist_id = ${distId}`,
      sql`select ${NO_DISTRIBUTOR.dist_id} where ${distId} = ${NO_DISTRIBUTOR.dist_id}`,
    ])}) k left join distributors d on d.dist_id = k.dist_id
    left join distributor_emails e on e.dist_id = k.dist_id
    where ${inScope(scope, sql`k.dist_id`)}`)
