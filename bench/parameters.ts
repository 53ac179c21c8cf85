// Values for `{name}` in the paths of calls.
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'

export async function pathParameters(store: Store): Promise<Record<string, string>> {
  const first = async (query: Sql): Promise<string> => {
    const row = await store.one<{ value: string | number }>(query)
    return String(row?.value ?? '')
  }
  const role = await first(
    sql`select role as value from customers where company <> '' group by role order by count(*) desc limit 1`,
  )
  return {
    dist_id: await first(
      sql`select dist_id as value from rollup_months where dist_id <> '0' group by dist_id order by sum(orders) desc limit 1`,
    ),
    category_id: await first(sql`select category_id as value from categories order by category_id limit 1`),
    role,
    role_name: role,
  }
}
