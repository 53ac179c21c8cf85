// The view of a table: page, size, order, filters and hidden columns, with conversion to and from search parameters.
import { CELL_FILTER, cellFiltersIn } from '#contract/cell-filter.ts'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'

export type Order = 'ASC' | 'DESC'

export interface TableView {
  readonly page: number
  readonly perPage: number
  readonly orderBy: string
  readonly order: Order
  /** Filter text by column key. */
  readonly filters: Readonly<Record<string, string>>
  /** Active restrictions of the screen itself, by search parameter. */
  readonly limits: Readonly<Record<string, string>>
  /** Keys of the hidden columns. */
  readonly hidden: readonly string[]
}

/** Returns the view after an action, from the view before it. */
export type ViewChange = (view: TableView) => TableView

/**
 * Changes the view in the address. Takes a function, because a second change may come before the first one is rendered.
 * `quietly` updates the address without rendering the page.
 */
export type ChangeView = (change: ViewChange, quietly?: boolean) => void

export interface TableDefaults extends Pick<TableView, 'perPage' | 'orderBy' | 'order'> {
  /** Search parameters with which the screen itself restricts the rows, with the values that mean no restriction. */
  readonly limits?: Readonly<Record<string, string | undefined>>
}

/** No filters and no restrictions of the screen. */
export const UNFILTERED = { page: 1, filters: {}, limits: {} } as const

/** Whether filters or restrictions of the screen leave rows out. */
export const isFiltered = ({ filters, limits }: TableView): boolean =>
  Object.keys(filters).length > 0 || Object.keys(limits).length > 0

/** Parameter with the hidden columns, so that a shared link shows the same ones. */
const HIDDEN = 'hide'

const LARGEST = 1000

const wholeNumber = (value: unknown, most: number): number | null => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most ? number : null
}

const knownKeys = (list: unknown, columns: readonly Column[]): string[] => {
  const keys = typeof list === 'string' ? list.split(',') : []
  return columns.flatMap(({ key }) => (keys.includes(key) ? [key] : []))
}

/** Reads a view from search parameters; invalid values give the defaults. */
export function viewFrom(
  search: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
  defaults: TableDefaults,
): TableView {
  const sortable = columns.some((item) => item.key === search.orderBy && item.sortable !== false)
  const orderBy = sortable ? String(search.orderBy) : defaults.orderBy
  const order = search.order === 'ASC' || search.order === 'DESC' ? search.order : defaults.order
  const limits = Object.fromEntries(
    Object.entries(defaults.limits ?? {}).flatMap(([name, unlimited = '']) => {
      const given = entryOf(search, name)
      const value = typeof given === 'string' ? given : ''
      return value === unlimited ? [] : [[name, value]]
    }),
  )
  return {
    page: wholeNumber(search.page, 1_000_000_000) ?? 1,
    perPage: wholeNumber(search.per_page, LARGEST) ?? defaults.perPage,
    orderBy,
    order: sortable ? order : defaults.order,
    filters: cellFiltersIn(search, columns),
    limits,
    hidden: knownKeys(search[HIDDEN], columns),
  }
}

/** A view as search parameters; defaults are `undefined`, which removes the parameter. */
export function searchOf(
  view: TableView,
  columns: readonly Column[],
  defaults: TableDefaults,
): Record<string, string | undefined> {
  const lifted = Object.entries(defaults.limits ?? {}).filter(
    ([name]) => entryOf(view.limits, name) === undefined,
  )
  const ordered = view.orderBy !== defaults.orderBy || view.order !== defaults.order
  return {
    page: view.page > 1 ? String(view.page) : undefined,
    per_page: view.perPage === defaults.perPage ? undefined : String(view.perPage),
    orderBy: ordered ? view.orderBy : undefined,
    order: ordered ? view.order : undefined,
    [HIDDEN]: view.hidden.length > 0 ? view.hidden.join(',') : undefined,
    ...Object.fromEntries(lifted),
    ...Object.fromEntries(
      columns.map(({ key }) => [CELL_FILTER + key, entryOf(view.filters, key) || undefined]),
    ),
  }
}

/** Toggles the order of a column, starting with ASC, and goes to the first page. */
export function sortedBy(view: TableView, key: string): TableView {
  const order = view.orderBy === key && view.order === 'ASC' ? 'DESC' : 'ASC'
  return { ...view, orderBy: key, order, page: 1 }
}

export function filteredBy(view: TableView, key: string, typed: string): TableView {
  const { [key]: _, ...others } = view.filters
  return { ...view, page: 1, filters: typed === '' ? others : { ...others, [key]: typed } }
}

/** Page sizes: 25, 50, 100; with a custom size, that one and 30, 40, 50, 100. */
export const pageSizes = (custom?: number): readonly number[] =>
  custom === undefined ? [25, 50, 100] : [...new Set([custom, 30, 40, 50, 100])].sort((a, b) => a - b)

/** Shorter filters are not sent to the server, even if they come from the address. */
export const LEAST_FILTER = 3

/** A view as the query of a list call; filters use the parameter names of the columns. */
export function listParameters(view: TableView, columns: readonly Column[]) {
  const filters = columns.flatMap(({ key, filter }) => {
    const typed = entryOf(view.filters, key)
    return filter && typed && typed.length >= LEAST_FILTER ? [[filter, typed]] : []
  })
  return {
    page: view.page,
    per_page: view.perPage,
    orderBy: view.orderBy,
    order: view.order,
    ...(Object.fromEntries(filters) as Record<string, string>),
  }
}
