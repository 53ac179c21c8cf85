// What one query of a question reads, independent of the table that answers it.
import { monthOf } from '#contract/month.ts'
import type { DimensionKey, TimeGrain } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { provinceKey } from '#contract/value-labels.ts'
import { type Scope, type Sql, sql } from '#server/store/sql.ts'
import type { Part, Sum } from './catalogue.ts'
import { isNamed, presentKeys } from './former-names.ts'
import type { Window } from './windows.ts'

export interface PartQuery {
  readonly part: Part
  readonly sums: readonly Sum[]
  /** Null: every status. */
  readonly statuses: readonly string[] | null
  readonly by: readonly DimensionKey[]
  readonly grain: TimeGrain | null
  readonly where: readonly Filter[]
  readonly window: Window
  /** The window that this one is compared with: what was sold in it alone has a row too, where an absence has a value. */
  readonly beside: Window | null
  /** On the shop's clock: what is dated later has not happened. Null: everything has. */
  readonly now: string | null
  readonly scope: Scope
  /** Of the store that answers. */
  readonly isCluster: boolean
  /** Excludes rows with these keys, which are shown before the row *Resto*. */
  readonly without: Without | null
}

export interface Without {
  readonly by: readonly DimensionKey[]
  readonly grain: TimeGrain | null
  /** One key per dimension, followed by that of the time. */
  readonly keys: readonly (readonly string[])[]
}

/** Larger answers would take too much memory, and nobody reads them. */
export const MAX_ROWS = 200_000

/** Dimensions that the query's table must have. */
export const dimensionsRead = ({ by, where, without }: PartQuery): DimensionKey[] => [
  ...new Set([...by, ...where.map(({ dimension }) => dimension), ...(without?.by ?? [])]),
]

/** The step of time that the query's table must have. */
export const grainRead = ({ grain, without }: PartQuery): TimeGrain | null => grain ?? without?.grain ?? null

/** Names of the key columns in the result. */
export const keyColumn = (index: number): string => `k${index}`
export const TIME_COLUMN = 'time'

export type Expression = (dimension: DimensionKey) => Sql

const text = (value: Sql): Sql => sql`cast(${value} as text)`

/** The key of a step of time from a day; `month` is the column of the month. */
export function timeKey(grain: TimeGrain, { day, month }: { day: Sql; month: Sql }): Sql {
  if (grain === 'month') return month
  return grain === 'day' ? text(day) : text(sql`cast(date_trunc('week', ${day}) as date)`)
}

/** Keys of a row: one per dimension, followed by that of the time. */
const keysOf = (
  { by, grain }: Pick<PartQuery, 'by' | 'grain'>,
  expression: Expression,
  time: (grain: TimeGrain) => Sql,
): Sql[] => [...by.map(expression), ...(grain ? [time(grain)] : [])]

/** `select` and `group by` of the keys, and the filters, for one table. */
export function grouped(
  query: PartQuery,
  expression: Expression,
  time: (grain: TimeGrain) => Sql,
  sums: Readonly<Partial<Record<Sum, Sql>>>,
) {
  const names = [...query.by.map((_, index) => keyColumn(index)), ...(query.grain ? [TIME_COLUMN] : [])]
  const keys = keysOf(query, expression, time).map(
    (key, index) => sql`${key} as ${sql.identifier(names[index] ?? '')}`,
  )
  const totals = query.sums.map((sum) => {
    const value = sums[sum]
    if (!value) throw new Error(`No ${sum} of ${query.part}`)
    return sql`${value} as ${sql.identifier(sum)}`
  })
  const positions = names.map((_, index) => sql.raw(String(index + 1)))
  return {
    select: sql.join([...keys, ...totals]),
    names,
    group: positions.length === 0 ? sql.empty : sql`group by ${sql.join(positions)}`,
    without: withoutKeys(query.without, expression, time),
  }
}

export function withoutKeys(
  without: Without | null,
  expression: Expression,
  time: (grain: TimeGrain) => Sql,
): Sql {
  if (!without || without.keys.length === 0) return sql`true`
  const columns = keysOf(without, expression, time)
  const rows = without.keys.map((keys) => sql`(${sql.join([...keys])})`)
  return sql`(${sql.join(columns)}) not in (${sql.join(rows)})`
}

const keysFor = ({ dimension, values }: Filter): readonly string[] =>
  dimension === 'province' ? values.map(provinceKey) : values

/** A former name of a business or segment finds the present one too. */
export function filterOf(filter: Filter, column: Sql): Sql {
  const { dimension, isExcluded } = filter
  const keys = keysFor(filter)
  const own = isExcluded ? sql`${column} not in (${keys})` : sql`${column} in (${keys})`
  if (!isNamed(dimension)) return own
  const present = presentKeys(dimension, keys)
  return isExcluded
    ? sql`(${own} and ${column} not in (${present}))`
    : sql`(${own} or ${column} in (${present}))`
}

/** Rows of the window's months, by this column. */
export const inMonthsOf = (window: Window, month: Sql): Sql =>
  inWindow(window, { month, day: null, at: null })

/** Rows of the window, by its months, days and moment. */
export function inWindow(
  { from, to, until }: Window,
  columns: { month: Sql; day: Sql | null; at: Sql | null },
): Sql {
  const [first, last] = [monthOf(from), monthOf(to)]
  const months =
    first === last
      ? sql`${columns.month} = ${first}`
      : sql`${columns.month} >= ${first} and ${columns.month} <= ${last}`
  const days = columns.day
    ? sql` and ${columns.day} >= cast(${from} as date) and ${columns.day} <= cast(${to} as date)`
    : sql.empty
  const moment =
    until !== null && columns.at ? sql` and ${columns.at} <= cast(${until} as timestamp)` : sql.empty
  return sql`(${months}${days}${moment})`
}
