// Lists of the contract as sources for screens and prefetching. Imports no table code.
import type { Column } from '#contract/columns.ts'
import type { List, ListScreen } from '#contract/list.ts'
import type { TableDefaults } from '#web/ui/table/view.ts'
import type { ListKey, ListSource } from './list-query.ts'

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

/** The source of a list with the initial view of its own screen. */
export const screenSource = (
  list: List,
  { perPage = list.perPage ?? 25, orderBy = list.orderBy, order = list.order }: ListScreen,
): ListSource<ListKey> => {
  const source = listSource(list, { perPage, orderBy, order })
  // Every declared list is a call of the API.
  return { ...source, call: source.call as ListKey }
}
