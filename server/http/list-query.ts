// Turns a list's one query into its page, its count and its export: filters, order with a stable tie-break, limits.
import type { Column } from '#contract/columns.ts'
import type { ListSpec } from '#contract/endpoint.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'
import type { Banded } from './list-band.ts'

export interface ListOptions {
  /** Query parameter → what was typed; parameters that are not filters of the list are ignored. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly orderBy: string
  readonly order: 'ASC' | 'DESC'
  /** Columns of the query that tell all rows apart; default: every column of the list in turn. */
  readonly key?: readonly string[]
  /** Rows that are ordered alike stand in the same direction, by their key: a trail, whose times are told to the second. */
  readonly tiesFollow?: boolean
  /** False: personal columns count as empty, so they cannot be guessed by filter or order either. */
  readonly personal: boolean
}

/** Where whole rows cost much: a page is found among the keys of the same rows, then its own rows are asked. */
export interface DeferredLookup {
  readonly query: Sql
  /** Columns of the list that the query has not. */
  readonly lacks: readonly string[]
  /** Whole rows of these keys and, if need be, others. */
  rowsOf(keys: readonly Row[]): Sql
}

const textual = (column: Column) => column.format === 'text' || column.format === 'status'

export function listQuery(list: ListSpec, rows: Sql, wish: ListOptions) {
  const columns = new Map(list.columns.map((column) => [column.key, column]))
  const hidden = (key: string) => !wish.personal && columns.get(key)?.personal === true

  const conditions = Object.entries(list.filters).flatMap(([parameter, key]) => {
    const typed = wish.parameters[parameter]
    if (typeof typed !== 'string' || typed === '') return []
    if (hidden(key)) return [sql`false`]
    return [sql.contains(sql`cast(${sql.identifier(key)} as text)`, typed)]
  })
  const where = conditions.length === 0 ? sql.empty : sql` where ${sql.join(conditions, sql` and `)}`
  const filtered = sql`(${rows}) as listed${where}`
  const filteredAnd = (condition: Sql): Sql =>
    sql`(${rows}) as listed where ${sql.join([...conditions, condition], sql` and `)}`

  // Texts sort as people expect, case and accents aside; the raw text then settles what folds alike.
  const by = (key: string, direction: 'ASC' | 'DESC'): Ordering[] => {
    if (hidden(key)) return []
    const name = sql.identifier(key)
    const column = columns.get(key)
    const exact = { what: name, direction }
    return column && textual(column) ? [{ what: sql.folded(name), direction }, exact] : [exact]
  }
  const keys = wish.key ?? list.columns.map((column) => column.key)
  const ties = keys.filter((key) => key !== wish.orderBy && !hidden(key))
  const orderings = [
    ...by(wish.orderBy, wish.order),
    ...ties.map((key) => ({
      what: sql.identifier(key),
      direction: wish.tiesFollow ? wish.order : ('ASC' as const),
    })),
  ]
  const ordered = sql`select * from ${filtered}${orderBy(orderings, false)}`
  const named = sql.join(keys.map((key) => sql.identifier(key)))
  const [leading] = orderings
  const byText = columns.get(wish.orderBy)?.format === 'text' && !hidden(wish.orderBy)
  const banded: Banded | undefined =
    leading && byText
      ? {
          text: leading.what,
          up: leading.direction === 'ASC',
          rows: (what, condition) => sql`select ${what} from ${filteredAnd(condition)}`,
          keys: (condition, { backwards, rows: most, from, more }) =>
            sql`select ${named}${more} from ${filteredAnd(condition)}${orderBy(orderings, backwards)} limit ${most} offset ${from}`,
        }
      : undefined

  return {
    all: ordered,
    /** One text made of the columns of each row, in their order; made before they are sorted, where every core takes part. */
    texts: (text: Sql): Sql => sql`
      select csv_line from (select *, ${text} as csv_line from ${filtered}) as written${orderBy(orderings, false)}`,
    page: (part: Part): Sql => sql`select * from ${filtered}${cut(orderings, part)}`,
    banded,
    /** Of the same page what tells its rows apart. */
    keys: (part: Part): Sql => sql`select ${named} from ${filtered}${cut(orderings, part)}`,
    /** A page whose rows carry the total, for rows that are dearer to find than to hold. */
    pageWithTotal: (part: Part): Sql => sql`
      with found as materialized (select * from ${filtered})
      select found.*, (select count(*) from found) as total_of_list from found${cut(orderings, part)}`,
    count: sql`select count(*) as total from ${filtered}`,
  }
}

interface Ordering {
  readonly what: Sql
  readonly direction: 'ASC' | 'DESC'
}

/** Some rows of a list; `backwards` counts them from its end and gives them in reverse. */
export interface Part {
  readonly from: number
  readonly rows: number
  readonly backwards: boolean
}

function orderBy(orderings: readonly Ordering[], backwards: boolean): Sql {
  if (orderings.length === 0) return sql.empty
  const terms = orderings.map(({ what, direction }) => {
    const up = (direction === 'ASC') !== backwards
    return sql`${what} ${up ? sql`asc` : sql`desc`} nulls ${backwards ? sql`first` : sql`last`}`
  })
  return sql` order by ${sql.join(terms)}`
}

const cut = (orderings: readonly Ordering[], { from, rows, backwards }: Part): Sql =>
  sql`${orderBy(orderings, backwards)} limit ${rows} offset ${from}`

/**
 * Pages by the leanest rows that have every column that filters and orders; they are counted among rows that have those
 * that filter.
 */
export function deferredPages(list: ListSpec, leanest: readonly DeferredLookup[], wish: ListOptions) {
  const filtering = Object.entries(list.filters).flatMap(([parameter, column]) => {
    const typed = wish.parameters[parameter]
    return typed === undefined || typed === '' ? [] : column
  })
  const having = (columns: readonly string[]) =>
    leanest.find(({ lacks }) => !lacks.some((column) => columns.includes(column)))
  const [lean, counted] = [having([wish.orderBy, ...filtering]), having(filtering)]
  if (!lean || !counted) return undefined
  const { keys, banded } = listQuery(list, lean.query, wish)
  const { count } = listQuery(list, counted.query, wish)
  return { keys, count, banded, key: wish.key ?? [], rowsOf: lean.rowsOf }
}

/** Rows that one column tells apart, and by which the engine finds them: only those of a page are made whole. */
export const foundByKey = (query: Sql, key: string) => ({
  query,
  key: [key],
  lean: [
    {
      query,
      lacks: [],
      rowsOf: (keys: readonly Row[]) => sql`
        select * from (${query}) as listed where ${sql.identifier(key)} in (${keys.map((row) => row[key] ?? null)})`,
    },
  ],
})

/** Empties personal columns of rows on their way out. */
export function withoutPersonal<Row extends object>(columns: readonly Column[], row: Row): Row {
  const emptied = { ...row } as Record<string, unknown>
  for (const column of columns) {
    if (column.personal && column.key in emptied) emptied[column.key] = textual(column) ? '' : null
  }
  return emptied as Row
}
