import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import type { AnalyticsSettings } from '#server/domain/analytics-settings.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** Analytics updates its tables every 12 hours. */
const LAG = sql`interval '12 hours'`

/** Orders stored before these columns existed count with what is known about them. */
const ORDER_NET = sql`coalesce(o.analytics_net, o.gross - o.discount + o.fees)`
const REFUND_NET = sql`coalesce(r.analytics_net, r.amount)`

const inMonth = (column: Sql, month: Month): Sql => {
  const { from_date, to_date } = monthBounds(month)
  return sql`(${column} >= cast(${from_date} as date) and ${column} < cast(${to_date} as date) + 1)`
}

/** The month, and how Analytics of the shop counts. */
interface Counted extends AnalyticsSettings {
  readonly month: Month
  readonly scope: Scope
}

const DATES = { date_created: 'created_at', date_paid: 'paid_at', date_completed: 'completed_at' } as const

const dateOf = ({ date }: Counted): Sql => sql.identifier('o', DATES[date])

/** Of orders stored before the column, only the day they were made is known. */
const isDatedHere = (of: Counted): Sql =>
  sql`(o.number is null or coalesce(${inMonth(dateOf(of), of.month)}, false))`

const isIncluded = ({ leftOut, scope }: Counted): ScopedSql =>
  sql`not (o.status in (${['', ...leftOut]})) and ${inScope(scope, sql`o.dist_id`)}`

/** One row per order made in the month that Analytics counts, with its refunds of all months and those made in this one. */
const orders = (of: Counted): ScopedSql => sql`
  select o.order_id, o.counted, o.status = 'wc-completed' as completed, o.customer_id, o.net, o.created_at,
    ${ORDER_NET} as analytics, coalesce(o.included_tax, 0) as tax, coalesce(o.untaxed_fees, o.fees) as fees,
    o.analytics_net is null or o.number is null or coalesce(r.incomplete, 0) > 0 as incomplete,
    coalesce(o.gap, 0) as gap, coalesce(o.voucher_paid, 0) as paid, ${isDatedHere(of)} as dated_here,
    coalesce(r.analytics, 0) as refunds, coalesce(r.here, 0) as refunds_here,
    coalesce(r.tax, 0) as refunded_tax, coalesce(r.fees, 0) as refunded_fees
  from orders o left join (
    select r.order_id, sum(${REFUND_NET}) as analytics,
      sum(case when ${inMonth(sql`r.created_at`, of.month)} then ${REFUND_NET} else 0 end) as here,
      sum(coalesce(r.included_tax, 0)) as tax, sum(coalesce(r.untaxed_fees, 0)) as fees,
      count(case when r.analytics_net is null then 1 end) as incomplete
    from order_refunds r where r.month = ${of.month} group by r.order_id
  ) r on r.order_id = o.order_id
  where o.month = ${of.month} and ${isIncluded(of)}`

/** Orders made in other months that Analytics counts in this one. */
const madeElsewhere = (of: Counted): ScopedSql => sql`
  select count(*) as orders, coalesce(sum(${ORDER_NET}), 0) as amount
  from orders o where o.month <> ${of.month} and ${inMonth(dateOf(of), of.month)} and ${isIncluded(of)}`

const refundsOfOtherMonths = (of: Counted): ScopedSql => sql`
  select count(distinct r.order_id) as orders, coalesce(sum(${REFUND_NET}), 0) as amount
  from order_refunds r join orders o on o.order_id = r.order_id
  where ${inMonth(sql`r.created_at`, of.month)} and r.month <> ${of.month} and ${isIncluded(of)}`

/** When the newest order until today was placed; null if it is in a later month than the next one: nothing here is recent then. */
const newest = (month: Month, scope: Scope, today: string): ScopedSql => {
  const isPast = sql`${inScope(scope)} and order_date <= cast(${today} as date)`
  return sql`
    select max(created_at) as placed_at from orders
    where ${isPast} and month = (select max(month) from orders where ${isPast}) and month <= ${addMonths(month, 1)}`
}

/** Orders that fulfil a condition and the sum of an expression over them, as two columns. */
const part = (name: string, condition: Sql, amount: Sql): Sql => sql`
  count(case when ${condition} then 1 end) as ${sql.identifier(`${name}_orders`)},
  coalesce(sum(case when ${condition} then ${amount} end), 0) as ${sql.identifier(`${name}_amount`)}`

const OURS = sql`counted and completed`
const ours = (amount: Sql): Sql => sql`coalesce(sum(case when ${OURS} then ${amount} end), 0)`
const NET = ours(sql`net`)
const ELSEWHERE = ours(sql`refunds_here - refunds`)
const TAX = ours(sql`tax - refunded_tax`)
const FEES = ours(sql`refunded_fees - fees`)
const PAID = ours(sql`paid`)
const HEADER = ours(sql`-gap`)
/** The rest of the difference, so that it does not overlap with another one. */
const REST = sql`${NET} - (${ours(sql`analytics`)} - ${ours(sql`refunds`)} + ${TAX} + ${FEES} + ${PAID} + ${HEADER})`

/** Our orders with a difference, and its sum. The sum needs no condition, since the others add 0. */
const difference = (name: string, differs: Sql, amount: Sql): Sql => sql`
  count(case when ${OURS} and ${differs} then 1 end) as ${sql.identifier(`${name}_orders`)},
  ${amount} as ${sql.identifier(`${name}_amount`)}`

export type AnalyticsRow = Record<string, number>

/** Amounts from the net sales of Analytics to ours; every difference is a sum over orders or refunds. */
export const analyticsDifferences = (store: Reads, of: Counted, today: string) =>
  store.one<AnalyticsRow>(sql`
    with told as (${orders(of)}), others as (${refundsOfOtherMonths(of)}), moved as (${madeElsewhere(of)}),
      newest as (${newest(of.month, of.scope, today)})
    select
      coalesce(sum(case when dated_here then analytics else 0 end - refunds_here), 0) - (select amount from others)
        + (select amount from moved) as woocommerce,
      ${NET} as net_sale,
      count(case when incomplete then 1 end) as incomplete,
      ${part('dated_in_other_months', sql`not dated_here`, sql`analytics`)},
      (select orders from moved) as made_in_other_months_orders,
      (select -amount from moved) as made_in_other_months_amount,
      ${part('statuses', sql`counted and not completed`, sql`refunds_here - analytics`)},
      ${part('currencies', sql`not counted`, sql`refunds_here - analytics`)},
      (select orders from others) as refunds_of_other_months_orders,
      (select amount from others) as refunds_of_other_months_amount,
      ${difference('refunds_in_other_months', sql`refunds <> refunds_here`, ELSEWHERE)},
      ${difference('tax', sql`tax <> refunded_tax`, TAX)},
      ${difference('fees', sql`fees <> refunded_fees`, FEES)},
      ${difference('vouchers', sql`paid <> 0`, PAID)},
      ${difference('header', sql`gap <> 0`, HEADER)},
      ${difference('rounding', sql`net <> analytics - refunds + tax - refunded_tax - fees + refunded_fees + paid - gap`, REST)},
      ${part('guests', sql`${OURS} and customer_id = 0`, sql`net`)},
      ${part('recent', sql`created_at > (select placed_at from newest) - ${LAG}`, sql`analytics - refunds_here`)}
    from told`)
