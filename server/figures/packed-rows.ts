// Rows of a group as one text: an engine hands over a few long texts in a tenth of the time of many short rows.
import { type Sql, sql } from '#server/store/sql.ts'

/** Of the rows of a group; '' stands for null. No column may hold a space or comma. */
export const packRows = (...columns: readonly Sql[]): Sql => {
  const texts = columns.map((column) => sql`coalesce(cast(${column} as text), '')`)
  return sql`array_to_string(array_agg(${sql.join(texts, sql` || ' ' || `)}), ',')`
}

/** The columns of each packed row. */
export const unpackRows = (text: string): string[][] => text.split(',').map((row) => row.split(' '))
