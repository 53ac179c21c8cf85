// How the list of distributors is asked for, from an address or ahead of it. Touches contract, api, ui and this feature.
import { distributorsListColumns } from '#contract/distributors-columns.ts'
import type { Comparison, Month } from '#contract/month.ts'
import { compareParams } from '#web/api/compare-params.ts'
import { listParameters, type TableDefaults, type TableView, viewFrom } from '#web/ui/table/view.ts'

export const LIST_DEFAULTS: TableDefaults = { perPage: 25, orderBy: 'completed_amount', order: 'DESC' }

export const parametersOf = (view: TableView, month: Month, compare: Comparison) => ({
  ...listParameters(view, distributorsListColumns),
  ...compareParams(month, compare),
})

export const listQuery = (search: Readonly<Record<string, unknown>>, month: Month, compare: Comparison) =>
  parametersOf(viewFrom(search, distributorsListColumns, LIST_DEFAULTS), month, compare)
