import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Options by name; callers list the names, so that secrets are never read with them. */
export async function optionsOf(queries: Queries, names: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await queries.all<{ option: string; value: string }>(
    sql`select option, value from settings where option in (${names})`,
  )
  return new Map(rows.map(({ option, value }) => [option, JSON.parse(value)]))
}

/** The newest day with an order, until today. */
export async function lastDayOf(
  queries: Queries,
  months: readonly string[],
  today: string,
): Promise<string | null> {
  const month = months.findLast((one) => one <= today.slice(0, 7))
  if (month === undefined) return null
  const row = await queries.one<{ day: string | null }>(
    sql`select max(order_date) as day from rollup_orders where month = ${month} and order_date <= cast(${today} as date)`,
  )
  return row?.day ?? null
}

/** Months with orders in the shop's currency, oldest first (rollup_months). */
export async function monthsWithOrders(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ month: string }>(
    sql`select distinct month from rollup_months order by month`,
  )
  return rows.map(({ month }) => month)
}
