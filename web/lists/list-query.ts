import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import type { Column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import type { CallOptions, Key } from '#web/api/call.ts'
import { listParameters, type TableDefaults, type TableView } from '#web/ui/table/view.ts'

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
  /** React key of a row. */
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
