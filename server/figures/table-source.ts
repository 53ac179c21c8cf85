import { type Sql, sql } from '#server/store/sql.ts'

/** Returns the rows that a query reads under the name of a table. */
export interface TableSource {
  (table: string): Sql
  /** The accounts in which buyers are looked up, by default all. */
  readonly accounts?: Sql
}

export const wholeTables: TableSource = (table) => sql.identifier(table)

/** Accounts with their customer_id, email, names, role and company. */
export const accountsFrom = ({ accounts = sql`customers` }: TableSource): Sql => accounts
