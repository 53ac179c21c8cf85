// Turns a list's one query into its page, its count and its export: filters, order with a stable tie-break, limits.
import type { Column } from '#contract/columns.ts'
import type { ListSpec } from '#contract/endpoint.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

export interface ListWish {
  /** Query parameter → what was typed; parameters that are not filters of the list are ignored. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly orderBy: string
  readonly order: 'ASC' | 'DESC'
  /** Columns of the query that tell all rows apart; default: every column of the list in turn. */
  readonly key?: readonly string[]
  /** False: personal columns count as empty, so they cannot be guessed by filter or order either. */
  readonly personal: boolean
}

/** Where whole rows cost much: a page is found among fewer columns of the same rows, then its own rows are asked. */
export interface LeanRows {
  readonly query: Sql
  /** Columns of the list that the query has not. */
  readonly lacks: readonly string[]
  /** Whole rows of these keys and, if need be, others. */
  rowsOf(keys: readonly Row[]): Sql
}

const textual = (column: Column) => column.format === 'text' || column.format === 'status'

export function listQuery(list: ListSpec, rows: Sql, wish: ListWish) {
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

  // Texts sort as people expect, case and accents aside; the raw text then settles what folds alike.
  const by = (key: string, direction: Sql): Sql[] => {
    if (hidden(key)) return []
    const name = sql.identifier(key)
    const column = columns.get(key)
    const exact = sql`${name} ${direction} nulls last`
    return column && textual(column) ? [sql`${sql.folded(name)} ${direction} nulls last`, exact] : [exact]
  }
  const keys = wish.key ?? list.columns.map((column) => column.key)
  const ties = keys.filter((key) => key !== wish.orderBy)
  const order = [
    ...by(wish.orderBy, wish.order === 'ASC' ? sql`asc` : sql`desc`),
    ...ties.filter((key) => !hidden(key)).map((key) => sql`${sql.identifier(key)} asc nulls last`),
  ]
  const selected = (what: Sql) =>
    sql`select ${what} from ${filtered}${order.length === 0 ? sql.empty : sql` order by ${sql.join(order)}`}`
  const ordered = selected(sql`*`)
  const limited = (query: Sql, page: number, perPage: number) =>
    sql`${query} limit ${perPage} offset ${(page - 1) * perPage}`

  return {
    all: ordered,
    /** One text made of the columns of each row, in their order; only rows that lie in it get theirs, so the first comes soon. */
    texts: (text: Sql): Sql => sql`select ${text} as csv_line from (${ordered}) as sorted`,
    page: (page: number, perPage: number): Sql => limited(ordered, page, perPage),
    /** Of the same page what tells its rows apart. */
    keys: (page: number, perPage: number): Sql =>
      limited(selected(sql.join(keys.map((key) => sql.identifier(key)))), page, perPage),
    count: sql`select count(*) as total from ${filtered}`,
  }
}

/** Pages by lean rows, where these have every column that filters and orders. */
export function leanPages(list: ListSpec, lean: LeanRows | undefined, wish: ListWish) {
  const key = wish.key ?? []
  const uses = [
    wish.orderBy,
    ...Object.keys(list.filters).flatMap((parameter) => {
      const typed = wish.parameters[parameter]
      return typed === undefined || typed === '' ? [] : (list.filters[parameter] ?? [])
    }),
  ]
  if (!lean || lean.lacks.some((column) => uses.includes(column))) return undefined
  const { keys, count } = listQuery(list, lean.query, wish)
  return { keys, count, key, rowsOf: lean.rowsOf }
}

/** Empties personal columns of rows on their way out. */
export function withoutPersonal<Row extends object>(columns: readonly Column[], row: Row): Row {
  const emptied = { ...row } as Record<string, unknown>
  for (const column of columns) {
    if (column.personal && column.key in emptied) emptied[column.key] = textual(column) ? '' : null
  }
  return emptied as Row
}
