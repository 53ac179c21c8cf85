// SQL expressions that several reports share.
import { type Month, monthBounds } from '#contract/month.ts'
import { BENEFIT_STATUSES, PLACED_STATUSES, PREPARING_STATUSES } from '#contract/statuses.ts'
import { NO_BUSINESS, NO_DISTRIBUTOR, NO_SEGMENT } from '#server/domain/facts.ts'
import type { Span } from '#server/domain/span.ts'
import { quotient } from '#server/store/quotient.ts'
import { inScope, type Scope, type Sql, sql } from '#server/store/sql.ts'
import { wholeTables } from './table-source.ts'

/** Newest name from the left-joined `distributors d`, which has no row for orders without distributor. */
export const distName = sql`coalesce(d.name, ${NO_DISTRIBUTOR.name}) as dist_name`

/** The name of a distributor in the left-joined `distributors d`; an id without a row there is its own name. */
export const nameOfDistributor = (dist_id: Sql): Sql => sql`
  coalesce(d.name, case when ${dist_id} = ${NO_DISTRIBUTOR.dist_id} then ${NO_DISTRIBUTOR.name} else ${dist_id} end)`

/** The name in `distributors d`, with the id if others of the scope have the same name: of rows that show no id beside it. */
export const distinctName = (scope: Scope): Sql => sql`
  case when d.name in (
    select twin.name from distributors twin where ${inScope(scope, sql`twin.dist_id`)}
    group by twin.name having count(*) > 1
  ) then d.name || ' (' || d.dist_id || ')' else d.name end`

/** What the shop calls an order: its own number where a plug-in gives one, else the id. */
export const orderNumber = (orders: string): Sql =>
  sql`coalesce(nullif(${sql.identifier(orders, 'number')}, ''), cast(${sql.identifier(orders, 'order_id')} as text))`

/** Letters that a locale's upper() may leave or change: both engines translate them alike. */
const SMALL = 'abcdefghijklmnopqrstuvwxyzáàâãäåçéèêëíìîïñóòôõöúùûüýøæœðþłđ'
const CAPITAL = SMALL.toUpperCase()

/** Label of the role of account `c`: its company, else the role's name capitalized. */
export const roleLabel = sql`
  case when c.company <> '' then c.company else translate(substr(c.role, 1, 1), ${SMALL}, ${CAPITAL}) || substr(c.role, 2) end`

/** Accounts `c` whose role has this name or label; indexes of PostgreSQL find them without computing every label. */
export const hasRole = (role: string): Sql => {
  const uncapitalized = role.charAt(0).toLowerCase() + role.slice(1)
  return sql`(
    c.role = ${role} or (c.company <> '' and c.company = ${role})
    or (c.company = '' and c.role = ${uncapitalized} and ${roleLabel} = ${role}))`
}

/** `statuses` carry the wc- prefix; an empty list matches every status. */
export const inStatuses = (column: Sql, statuses: readonly string[]): Sql =>
  statuses.length === 0 ? sql`true` : sql`${column} in (${statuses})`

const COMPLETED = sql`status = 'wc-completed'`
export const preparing = sql`status in (${PREPARING_STATUSES})`

/** Completed orders and those in preparation. */
export const placed = sql`status in (${PLACED_STATUSES})`

/**
 * Groups to list: those sold in either span, and in a running month those that are only in preparation. With `=` instead of `>`,
 * PostgreSQL would expect few groups and look up their names one by one.
 */
export const soldBeside = (month: string, { until }: Span): Sql => sql`
  max(case when ${COMPLETED} or ${until === null ? sql`false` : sql`month = ${month}`} then 1 else 0 end) > 0`

/** `soldBeside` as 1 or 0, for reports that add up their totals before they leave groups out. */
export const isListed = (month: string, previous: Span): Sql => sql`
  case when ${soldBeside(month, previous)} then 1 else 0 end as is_listed`

const summedWhere =
  (which: Sql) =>
  (column: 'net' | 'orders' | 'units', month: string): Sql =>
    sql`coalesce(sum(case when ${which} and month = ${month} then ${sql.identifier(column)} end), 0)`

export const completedSum = summedWhere(COMPLETED)
export const cancelledSum = summedWhere(sql`status = 'wc-cancelled'`)
export const preparingSum = summedWhere(preparing)

/** Change in percent between two columns; 0 if the previous value is 0. */
export const incrementOf = (now: Sql, before: Sql): Sql => sql`
  coalesce(${quotient(sql`(100 * (${now} - ${before}))`, sql`abs(${before})`, 2)}, 0)`

/** Like `inStatuses`, by default with the statuses that count in benefits. */
export const inBenefits = (column: Sql, statuses: readonly string[] = BENEFIT_STATUSES): Sql =>
  inStatuses(column, statuses)

/** Table of sales per product: without a scope one row per product, else one per distributor and product. */
export const productSales = (scope: readonly string[] | null, tables = wholeTables): Sql =>
  tables(scope === null ? 'rollup_sold' : 'rollup_products')

/** Present business and segment of product `p`. */
export const business = sql`coalesce(nullif(p.business, ''), ${NO_BUSINESS})`
export const segment = sql`coalesce(nullif(p.segment, ''), ${NO_SEGMENT})`
export const classes = sql`${business} as business, ${segment} as segment`

/** Distinguishes deleted products, which have no id, in lines or rollups of products. */
export const nameOfDeleted = sql`case when product_id = 0 then name else '' end`

/** Identifies products and variations; a deleted product by its name. */
export const soldProduct = sql`product_id, variation_id, ${nameOfDeleted} as deleted`

/** Up to this many values are looked up one by one. */
const FEW = 3

/** Conditions that find the rows of any of the values: DuckDB decompresses only the column of an equality to do so. */
export const conditionsOn = (column: Sql, values: readonly (string | number)[]): Sql[] =>
  values.length > FEW ? [sql`${column} in (${values})`] : values.map((value) => sql`${column} = ${value}`)

/** The first day of a month, whose orders lead lists by date, and their ids: DuckDB finds these ten times as fast as their dates. */
export const firstDay = (month: Month): Readonly<Record<'day' | 'orders', Sql>> => {
  const day = sql`cast(${monthBounds(month).from_date} as date)`
  return { day, orders: sql`(select order_id from orders where month = ${month} and order_date = ${day})` }
}
