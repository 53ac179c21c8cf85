// Rollups of spans: whole months are read from their tables, the beginning of a month is computed from facts.
import type { Month } from '#contract/month.ts'
import type { Span } from '#server/domain/span.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { ROLLUPS } from './rollups.ts'
import { type TableSource, wholeTables } from './table-source.ts'

/** The rows of one span in facts and rollups; the rollup of a beginning is computed by the query of its table. */
export const tablesOf = (span: Span): TableSource => (span.until === null ? wholeTables : beginningOf(span))

/** Rows of these spans, by the time in a column. */
export const during = (spans: readonly Span[], time: Sql): Sql =>
  sql`(${sql.join(
    spans.map(({ month, until }) =>
      until === null
        ? sql`month = ${month}`
        : sql`(month = ${month} and ${time} <= cast(${until} as timestamp))`,
    ),
    sql` or `,
  )})`

function beginningOf(span: Span): TableSource {
  const { month } = span
  const orders = sql`from orders where ${during([span], sql`created_at`)}`
  const tables: TableSource = (table) => {
    const rollup = ROLLUPS.find((each) => each.table === table)
    if (rollup) return sql`(${rollup.rows([month], tables)})`
    if (table === 'orders') return sql`(select * ${orders})`
    if (table === 'customers')
      return sql`(select * from customers where ${during([span], sql`registered_at`)})`
    return sql`(
      select * from ${sql.identifier(table)} where month = ${month} and order_id in (select order_id ${orders}))`
  }
  return tables
}

/** The rows of several spans, of rollups only. A query gives each of them an alias. */
export function rollupsOf(spans: readonly Span[]): TableSource {
  const partial = spans.filter(({ until }) => until !== null)
  if (partial.length === 0) return wholeTables
  const whole = spans.flatMap(({ month, until }) => (until === null ? month : []))
  return (table) => {
    const rollup = ROLLUPS.find((each) => each.table === table)
    const columns = sql.join((rollup?.columns ?? []).map((column) => sql.identifier(column)))
    const parts = [
      sql`select ${columns} from ${sql.identifier(table)} where month in (${whole})`,
      ...partial.map((span) => sql`select ${columns} from ${tablesOf(span)(table)} beginning`),
    ]
    return sql`(${sql.union(parts, 'all')})`
  }
}

export const monthsOf = (spans: readonly Span[]): Month[] => spans.map(({ month }) => month)
