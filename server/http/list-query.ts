// SQL of a list: filters, order with a stable tie-breaker, page, count and export.
import type { Column } from '#contract/columns.ts'
import type { ListSpec } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Row, RowTexts } from '#server/store/store.ts'

type Direction = 'ASC' | 'DESC'

export interface ListOptions {
  /** Query parameters; those that are no filters of the list are ignored. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly orderBy: string
  readonly order: Direction
  /** Breaks ties in the direction of the order, by default in ascending order of the key. */
  readonly tieBreakFollowsOrder?: boolean
  /** False: personal columns count as empty, so that filters and order do not reveal them. */
  readonly personal: boolean
}

/** A cheaper query that finds the keys of a page; whole rows are then read for that page only. */
export interface DeferredLookup {
  readonly query: ScopedSql
  /** Columns of the list that the lookup lacks. */
  readonly lacks: readonly string[]
  /** Finding rows costs more than keeping them: page and total come from one pass, to which `rowsOf` adds what it lacks. */
  readonly singlePass?: true
  /** Some of its rows cost as much as all, as sums do. */
  readonly allAtOnce?: true
  /** In this order, rows that precede all others, which they are found without. */
  readonly leading?: { readonly orderBy: string; readonly order: Direction; readonly query: ScopedSql }
  /** Whole rows with these keys; other rows may be included. */
  rowsOf(keys: readonly Row[]): ScopedSql
}

/** A list ordered by a text. */
export interface TextOrder {
  readonly text: Sql
  readonly ascending: boolean
  /** `columns` of the rows of the list that match a condition. */
  readonly rows: (columns: Sql, condition: Sql) => ScopedSql
  /** Keys of a slice of the rows that match a condition. */
  readonly keys: (
    condition: Sql,
    slice: { backwards: boolean; rows: number; from: Sql; moreColumns: Sql },
  ) => ScopedSql
}

/** A list ordered by a text, one row per distinct text. */
export interface DistinctTextOrder {
  /** How many distinct texts some of its rows have, and the number of these rows. */
  readonly look: (rows: number) => ScopedSql
  /** The texts in order, each with the number of rows that have it. */
  readonly texts: (most: number) => ScopedSql
  /** If the list is filtered by the text: the same without that filter, and which of some texts pass it. */
  readonly filtered: {
    readonly texts: (most: number) => ScopedSql
    readonly passing: (texts: readonly string[]) => ScopedSql
  } | null
  /** A slice of the rows with these texts: whole rows, or only their keys. */
  readonly slice: (texts: readonly (string | null)[], columns: 'all' | 'key', slice: Slice) => ScopedSql
}

/** Some rows of a list; `backwards` counts from its end and returns them in reverse. */
export interface Slice {
  readonly from: number
  readonly rows: number
  readonly backwards: boolean
}

interface Ordering {
  readonly key: string
  readonly by: Sql
  readonly direction: Direction
}

const isTextual = ({ format }: Column) => format === 'text' || format === 'status'

function orderBy(orderings: readonly Ordering[], backwards: boolean): Sql {
  const terms = orderings.map(({ by, direction }) => {
    const up = (direction === 'ASC') !== backwards
    return sql`${by} ${up ? sql`asc` : sql`desc`} nulls ${backwards ? sql`first` : sql`last`}`
  })
  return sql` order by ${sql.join(terms)}`
}

const orderedSlice = (orderings: readonly Ordering[], { from, rows, backwards }: Slice): Sql =>
  sql`${orderBy(orderings, backwards)} limit ${rows} offset ${from}`

const isHidden = ({ columns }: ListSpec, { personal }: ListOptions, key: string): boolean =>
  !personal && columns.find((column) => column.key === key)?.personal === true

function conditionsOf(list: ListSpec, options: ListOptions, isMeant = (_key: string) => true): Sql[] {
  return Object.entries(list.filters).flatMap(([parameter, key]) => {
    const typed = entryOf(options.parameters, parameter)
    if (typeof typed !== 'string' || typed === '' || !isMeant(key)) return []
    if (isHidden(list, options, key)) return [sql`false`]
    return [sql.contains(sql`cast(${sql.identifier(key)} as text)`, typed)]
  })
}

/** Sort key of a text column; null for an empty cell, which comes last like a missing number. A status sorts by its label. */
function sortText({ key, format }: Column): Sql {
  const text = sql.identifier(key)
  if (format !== 'status') return sql`nullif(${text}, '')`
  const labels = Object.entries(STATUS_LABELS).map(([status, label]) => sql`when ${status} then ${label}`)
  return sql`case ${text} ${sql.join(labels, sql` `)} else regexp_replace(${text}, '^wc-', '') end`
}

/** Texts sort ignoring case and accents, then by the exact text; the key breaks the remaining ties. */
function orderingsOf(list: ListSpec, options: ListOptions): Ordering[] {
  const { orderBy: key, order: direction } = options
  const column = list.columns.find((item) => item.key === key)
  const exact = { key, by: sql.identifier(key), direction }
  const folded = column && isTextual(column) ? [{ key, by: sql`folded(${sortText(column)})`, direction }] : []
  const ties = list.key
    .filter((item) => item !== key && !isHidden(list, options, item))
    .map((item) => ({
      key: item,
      by: sql.identifier(item),
      direction: options.tieBreakFollowsOrder ? direction : ('ASC' as const),
    }))
  return isHidden(list, options, key) ? ties : [...folded, exact, ...ties]
}

export function listQuery(list: ListSpec, rows: ScopedSql, options: ListOptions) {
  const conditions = conditionsOf(list, options)
  const filtered = sql`(${rows}) as listed${whereOf(conditions)}`
  const filteredAnd = (condition: Sql): ScopedSql =>
    sql`(${rows}) as listed where ${sql.join([...conditions, condition], sql` and `)}`

  const orderings = orderingsOf(list, options)
  const key = sql.join(list.key.map((item) => sql.identifier(item)))
  const [leading] = orderings
  const byText =
    list.columns.find((column) => column.key === options.orderBy)?.format === 'text' &&
    !isHidden(list, options, options.orderBy)
  const textOrder: TextOrder | undefined =
    leading && byText
      ? {
          text: leading.by,
          ascending: leading.direction === 'ASC',
          rows: (columns, condition) => sql`select ${columns} from ${filteredAnd(condition)}`,
          keys: (condition, { backwards, rows: most, from, moreColumns }) =>
            sql`select ${key}${moreColumns} from ${filteredAnd(condition)}${orderBy(orderings, backwards)} limit ${most} offset ${from}`,
        }
      : undefined

  const distinctTextOrder = byText ? alikeOrderOf(list, rows, options, orderings) : undefined

  /** One text per row that sorts in this order; built before sorting, where all cores take part. */
  const texts = (text: Sql): ScopedSql => sql`
    select csv_line from (select *, ${text} as csv_line from ${filtered}) as written${orderBy(orderings, false)}`

  return {
    distinctTextOrder,
    all: sql`select * from ${filtered}${orderBy(orderings, false)}`,
    texts,
    /** The same rows for a cluster: a text per slice of ids if the rows are ordered by ids, otherwise a text per row. */
    rowTexts: textsOfIds(list, filtered, orderings) ?? { of: texts },
    page: (slice: Slice): ScopedSql => sql`select * from ${filtered}${orderedSlice(orderings, slice)}`,
    textOrder,
    /** The keys of the same page. */
    keys: (slice: Slice): ScopedSql => sql`select ${key} from ${filtered}${orderedSlice(orderings, slice)}`,
    /** A page whose rows carry the total, for rows that cost more to find than to keep; beyond the end, one row with nothing else. */
    pageWithTotal: (slice: Slice): ScopedSql => sql`
      with found as materialized (select * from ${filtered})
      select page.*, total_of_list
      from (select count(*) as total_of_list from found) as total
      left join (select * from found${orderedSlice(orderings, slice)}) as page on true${orderBy(orderings, false)}`,
    count: sql`select count(*) as total from ${filtered}`,
  }
}

/** Ids of the rows in one text: those of a month lie close together. */
const IDS_PER_TEXT = 1024

/** The coordinator then orders and sends a text of many rows instead of each row. */
function textsOfIds(
  { columns, hidden = [] }: ListSpec,
  filtered: ScopedSql,
  orderings: readonly Ordering[],
): RowTexts<ScopedSql> | undefined {
  const fields = new Map([...columns, ...hidden].map((field) => [field.key, field]))
  const isId = ({ key }: Ordering) => fields.get(key)?.format === 'id' && !fields.get(key)?.nullable
  const days = orderings.filter(({ key }) => fields.get(key)?.format === 'date')
  const ids = orderings.slice(days.length)
  const [first] = ids
  if (!first || !ids.every(isId) || days.length > 1) return undefined
  const slices = [...days, { ...first, by: sql`${first.by} / ${sql.whole(IDS_PER_TEXT)}` }].map(
    (ordering, index) => ({ ...ordering, slice: ordering.by, by: sql.identifier(`slice_${index}`) }),
  )
  const named = slices.map(({ slice, by }) => sql`${slice} as ${by}`)
  return {
    of: (text) => sql`
      select array_to_string(array_agg(row_text), '') as row_texts
      from (select ${text} as row_text, ${sql.join(named)} from ${filtered}) as written
      group by ${sql.join(slices.map(({ by }) => by))}${orderBy(slices, false)}`,
    compare: (one, other) => {
      for (const { key, direction } of ids) {
        const difference = Number(entryOf(one, key)) - Number(entryOf(other, key))
        if (difference !== 0) return direction === 'ASC' ? difference : -difference
      }
      return 0
    },
  }
}

const whereOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql.empty : sql` where ${sql.join(conditions, sql` and `)}`

/** A filter on the text itself is applied once per distinct text. */
function alikeOrderOf(
  list: ListSpec,
  rows: ScopedSql,
  options: ListOptions,
  orderings: readonly Ordering[],
): DistinctTextOrder {
  const text = sql.identifier(options.orderBy)
  const others = conditionsOf(list, options, (key) => key !== options.orderBy)
  const ofText = whereOf(conditionsOf(list, options, (key) => key === options.orderBy))
  const [folded, exact, ...ties] = orderings
  const byTexts = [folded, exact].filter((ordering) => ordering !== undefined)
  const from = sql`from (${rows}) as listed`
  const countOf = (ofText: Sql, most: number) => sql`
    with alike as materialized (select ${text}, count(*) as rows ${from}${whereOf(others)} group by ${text})
    select ${text} as text, rows from alike${ofText}${orderBy(byTexts, false)} limit ${most}`
  const passing = (texts: readonly string[]) =>
    wholeShop(
      'texts of rows in scope',
      sql`
        select ${text} as text
        from (values ${sql.join(texts.map((one) => sql`(cast(${one} as text))`))}) as alike (${text})${ofText}`,
    )
  return {
    filtered: ofText === sql.empty ? null : { texts: (most) => countOf(sql.empty, most), passing },
    look: (most) => sql`
      select count(distinct ${text}) as texts, count(*) as rows
      from (select ${text} ${from}${whereOf(others)} limit ${most}) as first_rows`,
    texts: (most) => countOf(ofText, most),
    slice: (texts, columns, slice) => {
      const some = texts.filter((one) => one !== null)
      const having = sql`(${text} in (${some})${some.length < texts.length ? sql` or ${text} is null` : sql.empty})`
      const ordered = texts.length === 1 && ties.length > 0 ? ties : orderings
      const key = sql.join(list.key.map((item) => sql.identifier(item)))
      const keyAndText = list.key.includes(options.orderBy) ? key : sql`${key}, ${text}`
      // Materialized, so that rows are sorted first; otherwise PostgreSQL walks through all rows by their key to find the texts.
      return sql`
        with among as materialized (select ${columns === 'all' ? sql`*` : keyAndText} ${from}${whereOf([...others, having])})
        select ${columns === 'all' ? sql`*` : key} from among${orderedSlice(ordered, slice)}`
    },
  }
}

/** Pages use the first lookup that has every filtered and ordered column; the total only needs the filtered ones. */
export function deferredPages(list: ListSpec, lookups: readonly DeferredLookup[], options: ListOptions) {
  const filtering = Object.entries(list.filters).flatMap(([parameter, column]) => {
    const typed = entryOf(options.parameters, parameter)
    return typed === undefined || typed === '' ? [] : column
  })
  const having = (columns: readonly string[]) =>
    lookups.find(({ lacks }) => !lacks.some((column) => columns.includes(column)))
  const [lookup, counted] = [having([options.orderBy, ...filtering]), having(filtering)]
  if (!lookup || !counted) return undefined
  const { keys, textOrder, distinctTextOrder, pageWithTotal } = listQuery(list, lookup.query, options)
  const { count } = listQuery(list, counted.query, options)
  const { rowsOf, singlePass, allAtOnce, leading } = lookup
  const leads = leading?.orderBy === options.orderBy && leading.order === options.order
  const leadingKeys = leads ? listQuery(list, leading.query, options).keys : undefined
  const found = { keys, leadingKeys, textOrder, distinctTextOrder, pageWithTotal }
  return { ...found, count, key: list.key, rowsOf, singlePass, allAtOnce }
}

/** A list whose rows are identified by one column: only those of a page are read in full. */
export const foundByKey = (query: ScopedSql, key: string, cost: Pick<DeferredLookup, 'allAtOnce'> = {}) => ({
  query,
  deferred: [
    {
      ...cost,
      query,
      lacks: [],
      rowsOf: (keys: readonly Row[]) => sql`
        select * from (${query}) as listed where ${sql.identifier(key)} in (${keys.map((row) => entryOf(row, key) ?? null)})`,
    },
  ],
})

/** Empties the personal columns of a row. */
export function withoutPersonal<Row extends object>(columns: readonly Column[], row: Row): Row {
  const personal = columns.filter((column) => column.personal && Object.hasOwn(row, column.key))
  const emptied = personal.map((column) => [column.key, isTextual(column) ? '' : null])
  return { ...row, ...Object.fromEntries(emptied) }
}
