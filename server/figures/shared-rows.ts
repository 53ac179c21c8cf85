// Answers several parts that read the same orders with one statement.
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { AMOUNT_KEYS, lineAmount, namedAmounts, type Sum } from './catalogue.ts'
import { inWindow, keyColumn, type PartQuery } from './part-query.ts'
import { distinctBuyers, expressionOf, needsOf, rowsOf } from './row-source.ts'
import { joinedWindows, type Window } from './windows.ts'

/** Whether one statement can answer it with others: on a cluster, their rows would all go through the coordinator. */
export function canShareRows(query: PartQuery): boolean {
  const { lines, benefits } = needsOf(query)
  const { part, by, grain, without, isCluster } = query
  const isOfOrders = part === 'sales' || (part === 'buyers' && !lines)
  return isOfOrders && by.length <= 1 && grain === null && without === null && !benefits && !isCluster
}

interface SharedRows {
  readonly queries: readonly PartQuery[]
  /** With the rows of all of them. */
  readonly window: Window
}

/** Queries of the same orders or lines, also of windows that follow each other. */
export function sharingRows(queries: readonly PartQuery[]): SharedRows[] {
  const read = (query: PartQuery) =>
    JSON.stringify([query.statuses, query.where, query.scope, needsOf(query).lines])
  return [...Map.groupBy(queries, read).values()].flatMap((group) => {
    const joinable = new Set(group.filter(canJoinWindows).map(({ window }) => window))
    const spans = joinedWindows([...joinable], 0)
    const spanOf = ({ window }: PartQuery): Window =>
      (joinable.has(window) && spans.find(({ from, to }) => from <= window.from && window.to <= to)) || window
    return [...Map.groupBy(group, spanOf)].map(([window, queries]) => ({ window, queries }))
  })
}

/**
 * Who is new in a window that begins with its month follows from the months of first orders, whatever its end. A filter by it is
 * that of one window.
 */
const canJoinWindows = ({ window, where }: PartQuery): boolean =>
  window.from.endsWith('-01') && !where.some(({ dimension }) => dimension === 'buyer_kind')

/** Their rows, each with the position of its query in the column `query`. */
export function fromSharedRows({ queries, window }: SharedRows): ScopedSql {
  const [first] = queries
  if (!first) throw new Error('No queries share rows')
  const whole = { ...first, by: [...new Set(queries.flatMap(({ by }) => by))], window }
  const needs = { ...needsOf(whole), owners: queries.some((query) => needsOf(query).owners) }
  const { tables, rows } = rowsOf(whole, sql`true`, needs)
  const moments = sql`o.month, o.order_date, o.created_at`
  const columns = [
    needs.lines ? sql`o.order_id, ${moments}, ${namedAmounts(lineAmount, 'l')}` : sql`o.*`,
    ...queries.flatMap((query, index) =>
      query.by.map((dimension) => sql`${expressionOf(query)(dimension)} as ${keyOf(index)}`),
    ),
  ]
  const sums = sumsOf(whole, needs)
  const asked = [...new Set(queries.flatMap((query) => query.sums))]
  const answers = queries.map((query, index) => {
    const isSplit = query.by.length > 0
    const totals = asked.map((sum) => {
      const value = query.sums.includes(sum) ? sums[sum] : sql`0`
      if (!value) throw new Error(`No ${sum} of ${query.part}`)
      return sql`${value} as ${sql.identifier(sum)}`
    })
    const columnsOfWindow = { month: sql`o.month`, day: sql`o.order_date`, at: sql`o.created_at` }
    return sql`
      select ${sql.whole(index)} as query, ${isSplit ? keyOf(index) : sql`''`} as ${sql.identifier(keyColumn(0))},
        ${sql.join(totals)}
      from shared o where ${inWindow(query.window, columnsOfWindow)}
      ${isSplit ? sql`group by ${keyOf(index)}` : sql.empty}`
  })
  return sql`
    with ${tables}, shared as materialized (select ${sql.join(columns)} ${rows})
    ${sql.join(answers, sql` union all `)}`
}

/** Of rows that have their amounts under the names of the sums. */
const sumsOf = (whole: PartQuery, { lines }: { lines: boolean }): Partial<Record<Sum, Sql>> => ({
  ...Object.fromEntries(AMOUNT_KEYS.map((key) => [key, sql`coalesce(sum(${sql.identifier('o', key)}), 0)`])),
  orders: lines ? sql`count(distinct o.order_id)` : sql`count(*)`,
  buyers: distinctBuyers(whole),
})

const keyOf = (index: number): Sql => sql.identifier(`key_${index}`)
