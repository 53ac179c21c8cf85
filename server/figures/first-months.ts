// The month of each buyer's first completed order, per distributor and for the whole shop. It does not grow with the
// history, and shows who is new without reading it. Guests without e-mail are new with every order and have no row.
import { type Sql, sql } from '#server/store/sql.ts'
import { type TableSource, wholeTables } from './table-source.ts'

/** Value of dist_id in the rows of the whole shop. */
export const WHOLE_SHOP = ''

/** The places at which buyers bought: each distributor, and the whole shop. */
const places = (condition: Sql, tables: TableSource): Sql => {
  const bought = sql`from ${tables('rollup_month_buyers')} bought where buyer <> '' and ${condition}`
  return sql.union(
    [
      sql`select month, dist_id, buyer ${bought}`,
      sql`select month, cast(${WHOLE_SHOP} as text) as dist_id, buyer ${bought}`,
    ],
    'all',
  )
}

export const firstMonthsAmong = (condition: Sql, tables = wholeTables): Sql => sql`
  select min(month) as month, dist_id, buyer from (${places(condition, tables)}) places group by dist_id, buyer`

/** The table's rows for these months, computed from all months, to verify it. */
export const firstMonthRows = (months: readonly string[], tables = wholeTables): Sql => sql`
  select month, dist_id, buyer from (${firstMonthsAmong(sql`true`, tables)}) firsts where month in (${months})`
