import { type Month, monthBounds } from '#contract/month.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** Statuses that WooCommerce Analytics leaves out by default. */
const LEFT_OUT = ['wc-pending', 'wc-cancelled', 'wc-failed']

/** Analytics updates its tables every 12 hours. */
const LAG = sql`interval '12 hours'`

/** Orders stored before these columns existed count with what is known about them. */
const ORDER_NET = sql`coalesce(o.analytics_net, o.gross - o.discount + o.fees)`
const REFUND_NET = sql`coalesce(r.analytics_net, r.amount)`

const inMonth = (column: Sql, month: Month): Sql => {
  const { from_date, to_date } = monthBounds(month)
  return sql`(${column} >= cast(${from_date} as date) and ${column} < cast(${to_date} as date) + 1)`
}

/** One row per order of the month that Analytics counts, with its refunds of all months and those made in this one. */
const orders = (month: Month, scope: Scope): ScopedSql => sql`
  select o.order_id, o.counted, o.status = 'wc-completed' as completed, o.customer_id, o.net, o.created_at,
    ${ORDER_NET} as analytics, coalesce(o.included_tax, 0) as tax, coalesce(o.untaxed_fees, o.fees) as fees,
    o.analytics_net is null or coalesce(r.incomplete, 0) > 0 as incomplete,
    coalesce(r.analytics, 0) as refunds, coalesce(r.here, 0) as refunds_here,
    coalesce(r.tax, 0) as refunded_tax, coalesce(r.fees, 0) as refunded_fees
  from orders o left join (
    select r.order_id, sum(${REFUND_NET}) as analytics,
      sum(case when ${inMonth(sql`r.created_at`, month)} then ${REFUND_NET} else 0 end) as here,
      sum(coalesce(r.included_tax, 0)) as tax, sum(coalesce(r.untaxed_fees, 0)) as fees,
      count(case when r.analytics_net is null then 1 end) as incomplete
    from order_refunds r where r.month = ${month} group by r.order_id
  ) r on r.order_id = o.order_id
  where o.month = ${month} and not (o.status in (${LEFT_OUT})) and ${inScope(scope, sql`o.dist_id`)}`

const refundsOfOtherMonths = (month: Month, scope: Scope): ScopedSql => sql`
  select count(distinct r.order_id) as orders, coalesce(sum(${REFUND_NET}), 0) as amount
  from order_refunds r join orders o on o.order_id = r.order_id
  where ${inMonth(sql`r.created_at`, month)} and r.month <> ${month}
    and not (o.status in (${LEFT_OUT})) and ${inScope(scope, sql`o.dist_id`)}`

/** When the newest order was placed, which is in the last month: PostgreSQL would read all orders. */
const newest = (scope: Scope): ScopedSql => sql`
  select max(created_at) from orders
  where ${inScope(scope)} and month = (select max(month) from orders where ${inScope(scope)})`

/** Orders that fulfil a condition and the sum of an expression over them, as two columns. */
const part = (name: string, condition: Sql, amount: Sql): Sql => sql`
  count(case when ${condition} then 1 end) as ${sql.identifier(`${name}_orders`)},
  coalesce(sum(case when ${condition} then ${amount} end), 0) as ${sql.identifier(`${name}_amount`)}`

const OURS = sql`counted and completed`
const ELSEWHERE = sql`refunds - refunds_here`
const TAX = sql`tax - refunded_tax`
const FEES = sql`fees - refunded_fees`
/** Computed per order, so that it does not overlap with another difference. */
const REST = sql`net - (analytics - refunds + ${TAX} - (${FEES}))`

const differing = (amount: Sql): Sql => sql`${OURS} and ${amount} <> 0`

export type AnalyticsRow = Record<string, number>

/** Amounts from the net sales of Analytics to ours; every difference is a sum over orders or refunds. */
export const analyticsDifferences = (store: Reads, month: Month, scope: Scope) =>
  store.one<AnalyticsRow>(sql`
    with told as (${orders(month, scope)}), others as (${refundsOfOtherMonths(month, scope)})
    select
      coalesce(sum(analytics - refunds_here), 0) - (select amount from others) as woocommerce,
      coalesce(sum(case when ${OURS} then net end), 0) as net_sale,
      count(case when incomplete then 1 end) as incomplete,
      ${part('statuses', sql`counted and not completed`, sql`refunds_here - analytics`)},
      ${part('currencies', sql`not counted`, sql`refunds_here - analytics`)},
      (select orders from others) as refunds_of_other_months_orders,
      (select amount from others) as refunds_of_other_months_amount,
      ${part('refunds_in_other_months', differing(ELSEWHERE), sql`refunds_here - refunds`)},
      ${part('tax', differing(TAX), TAX)},
      ${part('fees', differing(FEES), sql`refunded_fees - fees`)},
      ${part('rounding', differing(REST), REST)},
      ${part('guests', sql`${OURS} and customer_id = 0`, sql`net`)},
      ${part('recent', sql`created_at > (${newest(scope)}) - ${LAG}`, sql`analytics - refunds_here`)}
    from told`)
