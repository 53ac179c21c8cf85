// Rows of a group as one JSON text for each column: an engine hands over a few long texts in a tenth of the time of many short rows, and
// JSON.parse reads them in a fraction of the time of splitting.
import { type Sql, sql } from '#server/store/sql.ts'

/** Of the rows of a group, by name. The columns of a query are in one order. */
export const packColumns = (columns: Readonly<Record<string, Sql>>): Sql =>
  sql.join(
    Object.entries(columns).map(
      ([name, column]) => sql`cast(array_to_json(array_agg(${column})) as text) as ${sql.identifier(name)}`,
    ),
  )

/** Columns whose values are named as they are. */
export const namedColumns = (...names: readonly string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name, sql.identifier(name)]))

export const unpackColumn = <Value extends string | number | null>(text: string): Value[] => JSON.parse(text)
