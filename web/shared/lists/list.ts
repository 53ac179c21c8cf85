// Lists of the contract as sources for screens and prefetching. Imports no table code.
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import type { Column } from '#contract/columns.ts'
import type { List, ListScreen } from '#contract/list.ts'
import type { Month } from '#contract/month.ts'
import { type CallOptions, type Key, prefetch } from '#web/api/call.ts'
import { listParameters, type TableDefaults, type TableView, viewFrom } from '#web/ui/table/view.ts'

/** Call, columns, key and initial view of a list; `defaults` are deviations of the screen. */
export const listSource = <const Path extends string, Columns extends readonly Column[]>(
  { path, columns, key, perPage = 25, orderBy, order }: List<Path, Columns>,
  defaults: Partial<TableDefaults> = {},
) => ({
  call: `GET ${path}` as const,
  columns,
  defaults: { perPage, orderBy, order, ...defaults } as TableDefaults,
  rowKey: (row: object) => key.map((name) => Reflect.get(row, name)).join(' '),
})

/** The columns with a name in front, which stays visible on a phone. */
export const nameFirst = <C extends Column>(columns: readonly C[], name: string): readonly C[] => [
  ...columns.filter(({ key }) => key === name),
  ...columns.filter(({ key }) => key !== name),
]

/** The source of a list with the initial view of its own screen. */
export const screenSource = (
  list: List,
  { perPage = list.perPage ?? 25, orderBy = list.orderBy, order = list.order }: ListScreen,
): ListSource<ListKey> => {
  const source = listSource(list, { perPage, orderBy, order })
  // Every declared list is a call of the API.
  return { ...source, call: source.call as ListKey }
}

/** Calls that return a page of rows. */
export type ListKey = {
  [K in Key]: Api[K] extends { list: object } ? K : never
}[Key]

export type ListRow<K extends ListKey> =
  z.output<Api[K]['response']> extends { data: readonly (infer Row)[] } ? Row : never

export interface ListSource<K extends ListKey> {
  call: K
  /** Columns of the contract, plus columns for the screen's own cells. */
  columns: readonly Column[]
  defaults: TableDefaults
  rowKey: (row: object) => string
}

export interface ListOptions<K extends ListKey> {
  month?: Month | undefined
  params?: CallOptions<K>['params'] | undefined
  query?: CallOptions<K>['query'] | undefined
}

/** The call's options for a view of the list. */
export function listQuery<K extends ListKey>(
  columns: readonly Column[],
  { month, params, query }: ListOptions<K>,
  view: TableView,
): Pick<CallOptions<K>, 'params' | 'query'> & { query: NonNullable<CallOptions<K>['query']> } {
  const all = { ...listParameters(view, columns), ...(month && { start_date: month }), ...query }
  // Filter names come from the columns, which the contract ties to the parameters of the call.
  return { query: all as unknown as NonNullable<CallOptions<K>['query']>, ...(params && { params }) }
}

export function prefetchList<K extends ListKey>(
  { call, columns, defaults }: ListSource<K>,
  options: ListOptions<K>,
): void {
  prefetch(call, listQuery(columns, options, viewFrom({}, columns, defaults)))
}
