// The generic table: a panel with filters, rows and pages. Rows come from the server page by page, or are all in the browser.
import { useContext, useMemo } from 'react'
import { Coverage } from '#web/ui/coverage.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { CLIENT_FILTERS, SERVER_FILTERS } from './head.tsx'
import { rowsOf } from './rows.ts'
import { saveTable } from './save.ts'
import { withShownShares } from './shares.ts'
import { TableFrame, type TableProps } from './table-frame.tsx'
import type { ExportFormat } from './toolbar.tsx'
import { useOwnView } from './use-own-view.ts'
import { useRows } from './use-rows.ts'

const NONE: readonly never[] = []

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number }
}

/** A table that the server pages, sorts and filters: `state` is the response to `view`. */
export const ServerTable = <Row extends object>({
  state,
  ...props
}: TableProps<Row> & { state: Loadable<Paged<Row>> }) => (
  <TableFrame
    {...props}
    status={state.status}
    error={state.error}
    refetch={state.refetch}
    stale={state.isPlaceholderData}
    rows={state.data?.data ?? NONE}
    total={state.data?.meta.total}
    rule={SERVER_FILTERS}
  />
)

export interface ClientTableProps<Row extends object> extends TableProps<Row> {
  state: Loadable<readonly Row[]>
  /** Name of a file written here, without extension. */
  file: string
  /** The server has no such export, so all files are written here. */
  own?: boolean
}

/** A table with all rows in the browser. Filters match the beginning of a cell. */
export function ClientTable<Row extends object>({
  state,
  file,
  onExport,
  own = false,
  view: address,
  onView: writeAddress,
  ...props
}: ClientTableProps<Row>) {
  const { columns } = props
  const { suffix } = useContext(Coverage)
  const [view, onView] = useOwnView(address, writeAddress)
  const rows = useMemo(() => state.data && withShownShares(columns, state.data), [columns, state.data])
  const shown = useRows(rows, columns, view)
  const filtered = Object.keys(view.filters).length > 0
  // The server knows neither the filters nor the order of rows in the browser, so files of such rows are written here.
  const exportShown = async (format: ExportFormat) => {
    const all = rows ?? NONE
    const kept = rowsOf(all, columns, { ...view, page: 1, perPage: Number.MAX_SAFE_INTEGER }).rows
    const asServed = kept.length === all.length && kept.every((row, index) => row === all[index])
    if (onExport && !own && (asServed || (format === 'xlsx' && !filtered))) return onExport(format)
    const written = columns.filter(({ hasValues }) => hasValues !== false)
    // Files have the exact shares.
    const exact = new Map(all.map((row, index) => [row, state.data?.[index] ?? row]))
    const exactRows = kept.map((row) => exact.get(row) ?? row)
    await saveTable(format, { columns: written, rows: exactRows }, props.title, file + suffix)
  }
  return (
    <TableFrame
      {...props}
      view={view}
      onView={onView}
      onExport={own || onExport ? exportShown : undefined}
      status={state.status === 'success' && !shown ? 'pending' : state.status}
      error={state.error}
      refetch={state.refetch}
      stale={state.isPlaceholderData}
      rows={shown?.rows ?? NONE}
      total={shown?.total}
      rule={CLIENT_FILTERS}
    />
  )
}
