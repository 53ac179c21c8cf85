// The generic table: one panel with header, filters, rows and pages, fed by the server or by rows that are all here.
// Touches React, the virtualiser, text and contract's columns; knows nothing of what the rows mean.
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Column } from '#contract/columns.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { Panel, type PanelProps } from '#web/ui/panel.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { text } from '#web/ui/text.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { saveFile } from '../save-file.ts'
import { Body, ROW_HEIGHT, SkeletonBody } from './body.tsx'
import { csvOf } from './csv.ts'
import css from './data-table.module.css'
import { CLIENT_FILTERS, type FilterRule, Head, SERVER_FILTERS } from './head.tsx'
import { Pager, pageCountOf } from './pager.tsx'
import { rowsOf } from './rows.ts'
import { type ExportFormat, Toolbar } from './toolbar.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useOwnView } from './use-own-view.ts'
import { useRows } from './use-rows.ts'
import { pageSizes, type TableView, type WriteView } from './view.ts'

interface TableProps<Row extends object> extends Pick<PanelProps, 'title' | 'subtitle' | 'updatedAt'> {
  /** Name under which hidden columns are remembered. */
  id: string
  columns: readonly Column[]
  rowKey: (row: Row) => string
  /** Cells that are more than their text (links, badges), by column. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  view: TableView
  onView: WriteView
  /** Sizes of 'Mostrar'. */
  sizes?: readonly number[]
  empty?: ReactNode
  /** Makes the file of all rows that pass the filters; rejects when that failed. */
  onExport?: ((format: ExportFormat) => Promise<unknown>) | undefined
  onAddUser?: () => void
}

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number }
}

/** The server pages, sorts and filters: `state` is the answer to `view`. */
export function ServerTable<Row extends object>({
  state,
  ...props
}: TableProps<Row> & { state: Loadable<Paged<Row>> }) {
  return (
    <Frame
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
}

export interface ClientTableProps<Row extends object> extends TableProps<Row> {
  state: Loadable<readonly Row[]>
  /** Name of the file of filtered rows, without its ending. */
  file: string
  /** The server has no such file: what is here is written, filtered or not. */
  own?: boolean
}

/** All rows are here; filters match the beginning of a cell. */
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
  const [view, onView] = useOwnView(address, writeAddress)
  const shown = useRows(state.data, columns, view)
  const filtered = Object.keys(view.filters).length > 0
  // The server knows neither these filters nor this order: what it would write otherwise is written here.
  const exportShown = async (format: ExportFormat) => {
    const all = state.data ?? NONE
    const { rows } = rowsOf(all, columns, { ...view, page: 1, perPage: Number.MAX_SAFE_INTEGER })
    const asServed = rows.length === all.length && rows.every((row, index) => row === all[index])
    if (onExport && !own && (asServed || format === 'xlsx')) return onExport(format)
    saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${file}.csv`)
  }
  return (
    <Frame
      {...props}
      view={view}
      onView={onView}
      onExport={own || onExport ? exportShown : undefined}
      onlyCsv={own || filtered}
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

const NONE: readonly never[] = []
const NO_CELLS = {}
const SIZES = pageSizes()
/** So many columns can be read on upright paper. */
const UPRIGHT_COLUMNS = 8
/** Grey rows of a table that was never filled. */
const FIRST_SKELETON = 12

interface FrameProps<Row extends object> extends TableProps<Row> {
  onlyCsv?: boolean
  status: Loadable<unknown>['status']
  error: unknown
  refetch: () => unknown
  stale: boolean
  rows: readonly Row[]
  total: number | undefined
  rule: FilterRule
}

function Frame<Row extends object>({
  id,
  title,
  subtitle,
  updatedAt,
  columns,
  rowKey,
  cells = NO_CELLS,
  view,
  onView,
  sizes = SIZES,
  empty,
  onExport,
  onlyCsv = false,
  onAddUser,
  status,
  error,
  refetch,
  stale,
  rows,
  total,
  rule,
}: FrameProps<Row>) {
  const { hidden, toggle } = useHiddenColumns(id)
  const scroller = useRef<HTMLElement>(null)
  const shown = useMemo(() => {
    const left = columns.filter(({ key }) => !hidden.has(key))
    return left.length > 0 ? left : columns
  }, [columns, hidden])

  useLastPage(view, onView, status === 'success' && !stale ? total : undefined)
  useTopOnNewPage(scroller, view)
  const skeletonRows = useRowsBefore(rows.length)

  const filtered = Object.keys(view.filters).length > 0
  const toggleColumn = useStable(toggle)
  const exportAs = useStable((format: ExportFormat) => onExport?.(format) ?? Promise.resolve())
  const addUser = useStable(() => onAddUser?.())
  const clearFilters = useStable(() => onView({ ...view, filters: {}, page: 1 }))
  const onPage = useStable((page: number) => onView({ ...view, page }))
  const onPerPage = useStable((perPage: number) => onView({ ...view, perPage, page: 1 }))
  const loaded = status === 'success'
  const body = useMemo(
    () => <Body columns={shown} rows={rows} rowKey={rowKey} cells={cells} />,
    [shown, rows, rowKey, cells],
  )
  const pager = (
    <Pager
      page={view.page}
      perPage={view.perPage}
      onPage={onPage}
      onPerPage={onPerPage}
      total={loaded ? total : undefined}
      sizes={sizes}
    />
  )
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      updatedAt={updatedAt}
      flush
      busy={status === 'pending' || stale}
      actions={
        <Toolbar
          columns={columns}
          hidden={hidden}
          onToggle={toggleColumn}
          onExport={onExport && exportAs}
          onlyCsv={onlyCsv}
          onAddUser={onAddUser && addUser}
          onClearFilters={filtered ? clearFilters : undefined}
        />
      }
    >
      <section
        className={css.scroller}
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrollable by keyboard
        tabIndex={0}
        aria-label={text.tableOf(title)}
        data-wide={shown.length > UPRIGHT_COLUMNS || undefined}
      >
        <table
          className={css.table}
          data-stale={stale || undefined}
          aria-rowcount={rows.length > 100 ? rows.length + 1 : undefined}
        >
          <Head columns={shown} view={view} onView={onView} filters={rule} pending={status === 'pending'} />
          {status === 'pending' ? <SkeletonBody columns={shown.length} rows={skeletonRows} /> : null}
          {loaded ? body : null}
        </table>
        {status === 'error' ? <ErrorState height={ROW_HEIGHT * 5} error={error} onRetry={refetch} /> : null}
        {loaded && rows.length === 0 ? <EmptyState height={ROW_HEIGHT * 5}>{empty}</EmptyState> : null}
      </section>
      {pager}
    </Panel>
  )
}

/** An address may ask for a page that is no more: the last one is shown instead. */
function useLastPage(view: TableView, onView: (view: TableView) => void, total: number | undefined) {
  const last = total === undefined ? undefined : pageCountOf(total, view.perPage)
  useEffect(() => {
    if (last !== undefined && view.page > last) onView({ ...view, page: last })
  }, [last, view, onView])
}

function useTopOnNewPage(scroller: RefObject<HTMLElement | null>, view: TableView) {
  const place = `${view.page} ${view.perPage} ${view.orderBy} ${view.order}`
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    scroller.current?.scrollTo({ top: 0 })
  }, [place, scroller])
}

/** As many grey rows as there were rows, so that a change of month does not move the page. */
function useRowsBefore(count: number): number {
  const before = useRef(FIRST_SKELETON)
  useEffect(() => {
    if (count > 0) before.current = Math.min(count, 100)
  }, [count])
  return before.current
}
