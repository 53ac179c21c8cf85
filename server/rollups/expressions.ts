// SQL expressions that several reports share.
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import { NO_BUSINESS, NO_DISTRIBUTOR, NO_SEGMENT } from '#server/domain/facts.ts'
import { type Sql, sql } from '#server/store/sql.ts'

/** Newest name from the left-joined `distributors d`, which has no row for orders without distributor. */
export const distName = sql`coalesce(d.name, ${NO_DISTRIBUTOR.name}) as dist_name`

/** Label of the role of account `c`: its company, else the role's name capitalized. */
export const roleLabel = sql`
  case when c.company <> '' then c.company else upper(substr(c.role, 1, 1)) || substr(c.role, 2) end`

/** Accounts `c` whose role has this name or label. */
export const hasRole = (role: string): Sql => sql`(c.role = ${role} or ${roleLabel} = ${role})`

/** `statuses` carry the wc- prefix; an empty list matches every status. */
export const inStatuses = (column: Sql, statuses: readonly string[]): Sql =>
  statuses.length === 0 ? sql`true` : sql`${column} in (${statuses})`

/** Like `inStatuses`, by default with the statuses that count in benefits. */
export const inBenefits = (column: Sql, statuses: readonly string[] = BENEFIT_STATUSES): Sql =>
  inStatuses(column, statuses)

/** Table of sales per product: without a scope one row per product, else one per distributor and product. */
export const productSales = (scope: readonly string[] | null): Sql =>
  scope === null ? sql`rollup_sold` : sql`rollup_products`

/** Present business and segment of product `p`. */
export const classes = sql`
  coalesce(nullif(p.business, ''), ${NO_BUSINESS}) as business,
  coalesce(nullif(p.segment, ''), ${NO_SEGMENT}) as segment`

/** Prefers the catalogue (product `p`, variation `v`) to the order line `s`. */
const soldColumn = (column: 'name' | 'sku'): Sql => {
  const of = (table: string) => sql.identifier(table, column)
  return sql`coalesce(${of('v')}, case when s.variation_id = 0 then ${of('p')} end, ${of('s')})`
}
export const soldName = soldColumn('name')
export const soldSku = soldColumn('sku')
