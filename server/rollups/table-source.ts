import { type Sql, sql } from '#server/store/sql.ts'

/** The rows that a query reads under the name of a table. */
export type TableSource = (table: string) => Sql

export const wholeTables: TableSource = (table) => sql.identifier(table)
