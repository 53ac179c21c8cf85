// Answers several parts that read the same orders with one statement.
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { AMOUNT_KEYS, lineAmount, namedAmounts } from './catalogue.ts'
import { inWindow, keyColumn, type PartQuery } from './part-query.ts'
import { distinctBuyers, expressionOf, needsOf, rowsOf } from './row-source.ts'
import { joinedWindows, type Window } from './windows.ts'

/** Whether one statement can answer it with others; not on a cluster, where their rows would all go through the coordinator. */
export function canShareRows(query: PartQuery): boolean {
  const { lines, benefits } = needsOf(query)
  const { part, sums, by, grain, without, isCluster } = query
  // Buyers, and orders of lines, do not add up.
  const isOfOrders = part === 'sales' ? !lines || !sums.includes('orders') : part === 'buyers' && !lines
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
 * Windows that begin with a month find who is new by the months of first orders, others by their days. A filter by who is new is
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
  const windows = [...new Set(queries.map((query) => query.window))]
  const keys = [
    ...queries.flatMap((query, index) =>
      query.by.map((dimension) => ({ name: keyOf(index), value: expressionOf(query)(dimension) })),
    ),
    ...windows.map((each, index) => ({ name: flagOf(index), value: isIn(each) })),
  ]
  const names = sql.join(keys.map(({ name }) => name))
  const columns = [
    needs.lines ? namedAmounts(lineAmount, 'l') : sql`o.*`,
    ...keys.map(({ name, value }) => sql`${value} as ${name}`),
  ]
  const amounts = AMOUNT_KEYS.map((key) => sql`${total(key)} as ${sql.identifier(key)}`)
  const asked = [...new Set(queries.flatMap((query) => query.sums))]
  const answers = queries.map((query, index) => {
    const isSplit = query.by.length > 0
    const isOfBuyers = query.part === 'buyers'
    const totals = asked.map((sum) => {
      const value = isOfBuyers ? distinctBuyers(query) : total(sum)
      return sql`${query.sums.includes(sum) ? value : sql`0`} as ${sql.identifier(sum)}`
    })
    return sql`
      select ${sql.whole(index)} as query, ${isSplit ? keyOf(index) : sql`''`} as ${sql.identifier(keyColumn(0))},
        ${sql.join(totals)}
      from ${sql.raw(isOfBuyers ? 'shared' : 'summed')} o where ${flagOf(windows.indexOf(query.window))}
      ${isSplit ? sql`group by ${keyOf(index)}` : sql.empty}`
  })
  // The sums by all keys together are few rows, which are added up again for each query.
  return sql`
    with ${tables}, shared as materialized (select ${sql.join(columns)} ${rows}),
    summed as materialized (select ${names}, count(*) as orders, ${sql.join(amounts)} from shared o group by ${names})
    ${sql.union(answers, 'all')}`
}

const total = (sum: string): Sql => sql`coalesce(sum(${sql.identifier('o', sum)}), 0)`

const isIn = (window: Window): Sql =>
  inWindow(window, { month: sql`o.month`, day: sql`o.order_date`, at: sql`o.created_at` })

const keyOf = (index: number): Sql => sql.identifier(`key_${index}`)
const flagOf = (index: number): Sql => sql.identifier(`in_${index}`)
