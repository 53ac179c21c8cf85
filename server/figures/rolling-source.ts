// What counts once however often it occurs, such as a buyer, over every window of so many days: one query instead of one per
// window.
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Part, Sum } from './catalogue.ts'
import { keyColumn, MAX_ROWS, type PartQuery, TIME_COLUMN } from './part-query.ts'
import { productKey, rowsOf } from './row-source.ts'

interface Counted {
  readonly sum: Sum
  /** Identifies what counts once. */
  readonly what: Sql
  /** The last day on which a window that counts it may begin. */
  readonly last: Sql
}

const DAY = sql`o.order_date`
const BUYER = sql`coalesce(cast(o.buyer_id as text), '@' || o.guest)`

export const COUNTED: Readonly<Partial<Record<Part, Counted>>> = {
  buyers: { sum: 'buyers', what: BUYER, last: DAY },
  // New in windows that begin on the day of the first order or before.
  new_buyers: { sum: 'new_buyers', what: BUYER, last: sql`least(${DAY}, coalesce(f.first_day, ${DAY}))` },
  products: { sum: 'products', what: productKey('l'), last: DAY },
}

/**
 * Changes per key and day of the count in the windows of `over` days that end on that day. An order counts in the windows that end
 * from its day until a window no longer reaches back to it; of orders that follow within that time, only what they extend.
 */
export function countChanges(query: PartQuery, { what, last }: Counted, over: number): ScopedSql {
  const { expression, tables, rows } = rowsOf(query)
  const names = query.by.map((_, index) => sql.identifier(keyColumn(index)))
  const keys = query.by.map(
    (dimension, index) => sql`${expression(dimension)} as ${names[index] ?? sql.empty}`,
  )
  const listed = (...columns: Sql[]) => sql.join([...names, ...columns])
  return sql`
    with ${tables},
    counted as materialized (
      select distinct ${sql.join([...keys, sql`${DAY} as day`, sql`${what} as what`, sql`${last} as last`])} ${rows}
    ),
    spans as (
      select ${listed(
        sql`coalesce(greatest(day, lag(last) over (partition by ${listed(sql`what`)} order by day) + ${sql.whole(over)}), day) as start`,
        sql`last + ${sql.whole(over)} as stop`,
      )} from counted
    )
    select ${listed(
      sql`cast(case when edge = 1 then start else stop end as text) as ${sql.identifier(TIME_COLUMN)}`,
      sql`sum(edge) as change`,
    )}
    from spans cross join (values (1), (-1)) edges (edge)
    where start < stop
    group by ${sql.join([...names, sql.raw(String(names.length + 1))])}
    limit ${sql.whole(MAX_ROWS + 1)}`
}
