import type { Span } from '#server/domain/span.ts'
import { buyersByMonth } from '#server/figures/buyers.ts'
import { placed, preparing, roleLabel } from '#server/figures/expressions.ts'
import { accountsOf } from '#server/figures/served-accounts.ts'
import { during, monthsOf, rollupsOf } from '#server/figures/spans.ts'
import { byScope, inScope, type Scope, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

type Spans = readonly Span[]

export interface SalesRow {
  month: string
  status: 'wc-completed' | 'wc-cancelled' | 'preparing'
  orders: number
  units: number
  coupons: number
  net: number
}

/** Orders, units, coupons and net of completed orders, of cancelled ones and of those in preparation. */
export const salesByMonth = (store: Reads, spans: Spans, scope: Scope) =>
  store.all<SalesRow>(sql`
    select month, case when ${preparing} then 'preparing' else status end as status,
      sum(orders) as orders, sum(units) as units, sum(coupons) as coupons, sum(net) as net
    from ${rollupsOf(spans)('rollup_months')} sold
    where month in (${monthsOf(spans)}) and (status = 'wc-cancelled' or ${placed}) and ${inScope(scope)}
    group by 1, 2`)

export const buyersPerMonth = (store: Reads, spans: Spans, scope: Scope) =>
  store.all<{ month: string; buyers: number }>(buyersByMonth(monthsOf(spans), scope, rollupsOf(spans)))

export interface RegistrationsRow {
  month: string
  original_role: string
  role: string
  company: string
  registered: number
}

/** Accounts by month of registration and role; a limited scope counts the accounts of its distributors. */
export const registrationsPerMonth = (store: Reads, spans: Spans, scope: Scope) =>
  store.all<RegistrationsRow>(sql`
    select month, role as original_role, ${roleLabel} as role, company, sum(registered) as registered
    from ${byScope(
      scope,
      rollupsOf(spans)('rollup_customers'),
      sql`(
        select month, role, company, 1 as registered from ${accountsOf(scope)} a
        where ${during(spans, sql`registered_at`)})`,
    )} c
    where month in (${monthsOf(spans)})
    group by month, c.role, c.company
    order by registered desc, original_role`)
