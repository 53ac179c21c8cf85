import type { CompanyRegistrations } from '#contract/customers.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import { buyersByMonth, buyersOf, ordersBought, sharingEmailWith } from '#server/figures/buyers.ts'
import { distName, hasRole, inBenefits, orderNumber, roleLabel } from '#server/figures/expressions.ts'
import { accountsOf } from '#server/figures/served-accounts.ts'
import { during, tablesOf } from '#server/figures/spans.ts'
import { byScope, inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

const registered = sql`cast(c.registered_at as date) as date_registered`
const person = sql`c.first_name as name, c.last_name as surname`
const isEmployee = sql`c.company <> ''`

/** Accounts with no distributor of their own and no order through one. */
export const accountsWithoutDistributor = (scope: Scope): ScopedSql => sql`
  select c.customer_id, ${registered}, c.email, ${person}, c.locality, c.city, c.province as state
  from ${accountsOf(scope)} c
  where c.dist_id = ${NO_DISTRIBUTOR.dist_id} and not exists (
    select 1 from rollup_served s where s.customer_id = c.customer_id)`

export const employeeAccounts = (scope: Scope): ScopedSql => sql`
  select c.customer_id, ${registered}, ${person}, c.email, c.employee_id, c.company, c.role
  from ${accountsOf(scope)} c where ${isEmployee}`

/** Accounts of a role, by its name or label; `until` is a month that excludes later registrations. */
export const accountsOfRole = (role: string, until: string | undefined, scope: Scope): ScopedSql => sql`
  select c.customer_id, ${registered}, ${person}, c.email
  from ${accountsOf(scope)} c
  where ${hasRole(role)} and ${until === undefined ? sql`true` : sql`c.month <= ${until}`}`

/** Counted orders of employees in the month, also as guests with their e-mail, in the statuses of benefits. */
export const ordersOfEmployees = (month: string, scope: Scope, isCluster: boolean): ScopedSql => sql`
  with ${ordersBought({
    orders: sql`select * from orders where month = ${month} and counted and ${inBenefits(sql`status`)}`,
    inMonths: sql`g.month = ${month}`,
    accounts: sharingEmailWith(isEmployee),
    isCluster,
  })}
  select o.order_id, ${orderNumber('o')} as number, o.order_date as date, ${person}, c.employee_id, c.company, o.dist_id,
    ${distName},
    o.gross as order_subtotal, o.discount, o.refunded, o.net as order_total, o.status
  from owned o
  join customers c on c.customer_id = o.account_id and ${isEmployee}
  left join distributors d on d.dist_id = o.dist_id
  where ${inScope(scope, sql`o.dist_id`)}`

/** Accounts registered in the month: of every role, or only of companies. A limited scope counts those of its distributors. */
export async function registeredInMonth(store: Reads, span: Span, scope: Scope, who: 'all' | 'employees') {
  const only = who === 'employees' ? isEmployee : sql`true`
  const row = await store.one<{ total: number }>(
    sql`select coalesce(sum(registered), 0) as total from ${registrations(span, scope)} c where ${only}`,
  )
  return row?.total ?? 0
}

/** Distinct buyers with a completed order of the month. */
export async function distinctBuyers(store: Reads, span: Span, scope: Scope): Promise<number> {
  const row = await store.one<{ buyers: number }>(buyersByMonth([span.month], scope, tablesOf(span)))
  return row?.buyers ?? 0
}

/**
 * Distinct employees with a completed order of the month; the order of a guest counts for the account of its e-mail. Employees
 * of several distributors do not add up, so these are counted from the rows.
 */
export async function distinctEmployees(store: Reads, span: Span, scope: Scope): Promise<number> {
  const fromRollup = scope === null || scope.length === 1
  const row = await store.one<{ buyers: number }>(
    fromRollup
      ? sql`select employees as buyers from ${tablesOf(span)('rollup_buyers')} counted
            where month = ${span.month} and ${byScope(scope, sql`dist_id is null`, inScope(scope))}`
      : buyersOf(
          span.month,
          sql`account_id in (select customer_id from customers c where ${isEmployee}) and ${inScope(scope)}`,
          tablesOf(span),
        ),
  )
  return row?.buyers ?? 0
}

export const registeredByCompany = (store: Reads, month: string, scope: Scope) =>
  store.all<CompanyRegistrations>(sql`
    select ${roleLabel} as role, c.role as original_role, sum(registered) as total_registered
    from ${registrations(wholeMonth(month), scope)} c where ${isEmployee}
    group by c.role, c.company order by total_registered desc, original_role`)

export const registeredByProvince = (span: Span, scope: Scope): ScopedSql => sql`
  select province as state, sum(registered) as total_registered
  from ${registrations(span, scope)} c group by province`

const registrations = (span: Span, scope: Scope): ScopedSql =>
  byScope(
    scope,
    sql`(
      select role, company, province, registered from ${tablesOf(span)('rollup_customers')} registered
      where month = ${span.month})`,
    sql`(
      select role, company, province, 1 as registered from ${accountsOf(scope)} c
      where ${during([span], sql`registered_at`)})`,
  )
