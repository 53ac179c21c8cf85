// How a list is asked for, by its screen and ahead of it. Room lists: may import contract, api, ui and text.
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import type { Column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import type { CallOptions, Key } from '#web/api/call.ts'
import { listParameters, type TableDefaults, type TableView } from '#web/ui/table/view.ts'

/** Calls that answer a page of rows. */
export type ListKey = {
  [K in Key]: Api[K] extends { list: object } ? K : never
}[Key]

export type ListRow<K extends ListKey> =
  z.output<Api[K]['response']> extends { data: readonly (infer Row)[] } ? Row : never

export interface ListSource<K extends ListKey> {
  call: K
  /** Columns of the contract; more may be given for cells of the screen's own. */
  columns: readonly Column[]
  defaults: TableDefaults
}

export interface ListAsked<K extends ListKey> {
  month?: Month | undefined
  params?: CallOptions<K>['params'] | undefined
  query?: CallOptions<K>['query'] | undefined
}

/** The call's options for a view of the list. */
export function listAsked<K extends ListKey>(
  columns: readonly Column[],
  { month, params, query }: ListAsked<K>,
  view: TableView,
): Pick<CallOptions<K>, 'params' | 'query'> & { query: NonNullable<CallOptions<K>['query']> } {
  const asked = { ...listParameters(view, columns), ...(month && { start_date: month }), ...query }
  // Names of filters come from the columns, which the contract ties to the call's parameters.
  return { query: asked as unknown as NonNullable<CallOptions<K>['query']>, ...(params && { params }) }
}
