import type { RowOf } from '#contract/endpoint.ts'
import type { ordersByDays } from '#contract/orders.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import { completedSum, placed, preparingSum } from '#server/figures/expressions.ts'
import { rollupsOf, tablesOf } from '#server/figures/spans.ts'
import { inScope, type Scope, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export interface Sold {
  total_orders: number
  total_amount: number
  total_units_sold: number
  preparing_amount: number
}

const NOTHING: Sold = { total_orders: 0, total_amount: 0, total_units_sold: 0, preparing_amount: 0 }

const sold = (month: string): Sql => sql`
  ${completedSum('orders', month)} as total_orders, ${completedSum('net', month)} as total_amount,
  ${completedSum('units', month)} as total_units_sold, ${preparingSum('net', month)} as preparing_amount`

/** Completed orders of the month: net in the shop's currency, units net of refunded ones. */
export async function completedTotals(store: Reads, span: Span, scope: Scope): Promise<Sold> {
  const row = await store.one<Sold>(sql`
    select ${sold(span.month)} from ${tablesOf(span)('rollup_months')} sold
    where month = ${span.month} and ${placed} and ${inScope(scope)}`)
  return row ?? NOTHING
}

/** Orders and net per status, the highest amount first. */
export const totalsByStatus = (store: Reads, month: string, scope: Scope) =>
  store.all<{ order_status: string; total_orders: number; total_amount: number }>(sql`
    select status as order_status, sum(orders) as total_orders, sum(net) as total_amount
    from rollup_months where month = ${month} and ${inScope(scope)}
    group by status order by total_amount desc, order_status`)

export type DayRow = Omit<RowOf<typeof ordersByDays>, 'day'>

const ofStatus = (status: string, measure: Sql): Sql =>
  sql`coalesce(sum(case when status = ${status} then ${measure} end), 0)`

/** Days with a completed or cancelled order, ascending. */
export const totalsByDay = (store: Reads, month: string, scope: Scope) =>
  store.all<DayRow>(sql`
    select order_date,
      ${ofStatus('wc-completed', sql`orders`)} as orders_completed,
      ${ofStatus('wc-completed', sql`net`)} as amount_completed,
      ${ofStatus('wc-cancelled', sql`orders`)} as orders_cancelled,
      ${ofStatus('wc-cancelled', sql`net`)} as amount_cancelled,
      ${ofStatus('wc-completed', sql`units`)} as units_sold
    from rollup_orders
    where month = ${month} and status in ('wc-completed', 'wc-cancelled') and ${inScope(scope)}
    group by order_date order by order_date`)

export interface ClassRow extends Sold {
  business: string
  segment: string
  prev_amount: number
  prev_units_sold: number
  prev_preparing_amount: number
}

/** Completed orders per business or segment of the month, with amounts and units of `previous`, and what is in preparation. */
export const soldByClass = (
  store: Reads,
  by: 'business' | 'segment',
  month: string,
  previous: Span,
  scope: Scope,
) => {
  const [table, classes] =
    by === 'business' ? ['rollup_businesses', sql`business`] : ['rollup_segments', sql`business, segment`]
  const segment = by === 'business' ? sql`'' as segment` : sql`segment`
  return store.all<ClassRow>(sql`
    select * from (
      select business, ${segment},
        ${sold(month)},
        ${completedSum('net', previous.month)} as prev_amount,
        ${completedSum('units', previous.month)} as prev_units_sold,
        ${preparingSum('net', previous.month)} as prev_preparing_amount
      from ${rollupsOf([wholeMonth(month), previous])(table)} sold
      where month in (${[month, previous.month]}) and ${placed} and ${inScope(scope)}
      group by ${classes}
    ) classed
    order by total_amount desc, business, segment`)
}
