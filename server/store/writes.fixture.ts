// Writes to `categories`, the smallest table.
import { sql } from './sql.ts'
import type { Queries, Value } from './store.ts'

export const COLUMNS = ['category_id', 'parent_id', 'name', 'slug']
export const category = (id: number, name: string): Value[] => [id, 0, name, '']
export const insert = (queries: Queries, rows: Iterable<Value[]>) =>
  queries.bulkInsert({ table: 'categories', columns: COLUMNS, rows })
export const names = async (queries: Queries) => {
  const rows = await queries.all<{ name: string }>(sql`select name from categories order by category_id`)
  return rows.map(({ name }) => name)
}
