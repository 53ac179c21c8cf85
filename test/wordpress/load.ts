// Writes the recorded store, or another, into an empty database, in the form of either WooCommerce layout.
import type { Connection } from 'mysql2/promise'
import { recordedShop, type WrittenShop } from './recorded.ts'
import { type Cell, type Tables, tablesOf } from './rows.ts'
import { createTables, type Layout } from './schema.ts'

const ROWS = 2000

/** The connection has selected the database for the tables; `more` adds rows before the indexes are created. */
export const loadRecordedShop = (
  connection: Connection,
  layout: Layout,
  prefix = 'wp_',
  more?: () => Promise<void>,
): Promise<void> => loadShop(connection, recordedShop(), layout, prefix, more)

export async function loadShop(
  connection: Connection,
  shop: WrittenShop,
  layout: Layout,
  prefix = 'wp_',
  more?: () => Promise<void>,
): Promise<void> {
  const { tables, indexes } = createTables(layout, prefix)
  for (const table of tables) await connection.query(table)
  await insertTables(connection, tablesOf(shop, layout, prefix), prefix)
  await more?.()
  for (const index of indexes) await connection.query(index)
}

async function insertTables(connection: Connection, tables: Tables, prefix: string): Promise<void> {
  // A row may omit columns, which take their default.
  await connection.query(
    "set session sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0, autocommit = 0",
  )
  for (const [table, rows] of tables) {
    const groups = Map.groupBy(rows, (row) => Object.keys(row).join())
    for (const group of groups.values()) {
      const columns = Object.keys(group[0]!)
      const names = columns.map((column) => `\`${column}\``).join()
      for (let from = 0; from < group.length; from += ROWS) {
        const values: Cell[][] = group
          .slice(from, from + ROWS)
          .map((row) => columns.map((column) => row[column] ?? null))
        await connection.query(`insert into \`${prefix}${table}\` (${names}) values ?`, [values])
      }
    }
  }
  await connection.query('commit')
}
