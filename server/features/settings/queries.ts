// Options of the shop and the months that hold orders. Feature settings: may import contract, domain, store, rollups, http.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Options by name as JSON holds them; the names are asked for one by one, so no secret comes along. */
export async function optionsOf(queries: Queries, names: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await queries.all<{ option: string; value: string }>(
    sql`select option, value from settings where option in (${names})`,
  )
  return new Map(rows.map(({ option, value }) => [option, JSON.parse(value)]))
}

/** Newest day of a month that has an order. */
export async function lastDayOf(queries: Queries, month: string): Promise<string | null> {
  const row = await queries.one<{ day: string | null }>(
    sql`select max(order_date) as day from rollup_orders where month = ${month}`,
  )
  return row?.day ?? null
}

/** Months with orders in the store's currency, oldest first (rollup_months). */
export async function monthsWithOrders(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ month: string }>(
    sql`select distinct month from rollup_months order by month`,
  )
  return rows.map(({ month }) => month)
}
