import { buyersByMonth } from '#server/rollups/buyers.ts'
import { roleLabel } from '#server/rollups/expressions.ts'
import { accountsOf } from '#server/rollups/served-accounts.ts'
import { byScope, inScope, type Scope } from '#server/store/scope.ts'
import { sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

type Months = readonly string[]

export interface SalesRow {
  month: string
  status: 'wc-completed' | 'wc-cancelled'
  orders: number
  units: number
  coupons: number
  net: number
}

/** Orders, units, coupons and net of completed and of cancelled orders. */
export const salesByMonth = (store: Reads, months: Months, scope: Scope) =>
  store.all<SalesRow>(sql`
    select month, status, sum(orders) as orders, sum(units) as units, sum(coupons) as coupons, sum(net) as net
    from rollup_months
    where month in (${months}) and status in ('wc-completed', 'wc-cancelled') and ${inScope(scope)}
    group by month, status`)

export type FirstDaysRow = Pick<SalesRow, 'month' | 'orders' | 'units' | 'net'>

/** Orders, units and net of completed orders of each month's first days. */
export const salesOfFirstDays = (store: Reads, months: Months, days: number, scope: Scope) =>
  store.all<FirstDaysRow>(sql`
    select month, sum(orders) as orders, sum(units) as units, sum(net) as net
    from rollup_orders
    where month in (${months}) and status = 'wc-completed' and extract(day from order_date) <= ${days}
      and ${inScope(scope)}
    group by month`)

export const buyersPerMonth = (store: Reads, months: Months, scope: Scope) =>
  store.all<{ month: string; buyers: number }>(buyersByMonth(months, scope))

export interface RegistrationsRow {
  month: string
  original_role: string
  role: string
  company: string
  registered: number
}

/** Accounts by month of registration and role; a limited scope counts the accounts of its distributors. */
export const registrationsPerMonth = (store: Reads, months: Months, scope: Scope) =>
  store.all<RegistrationsRow>(sql`
    select month, role as original_role, ${roleLabel} as role, company, sum(registered) as registered
    from ${byScope(
      scope,
      sql`rollup_customers`,
      sql`(select month, role, company, 1 as registered from ${accountsOf(scope)} a)`,
    )} c
    where month in (${months})
    group by month, c.role, c.company
    order by registered desc, original_role`)
