// The frame of a table: panel, toolbar, grid and pager.
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Column } from '#contract/columns.ts'
import { Button } from '#web/ui/button.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Panel, type PanelProps } from '#web/ui/page.tsx'
import { PaperWords } from '#web/ui/paper-words.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { text } from '#web/ui/text.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { Body, ROW_HEIGHT, SkeletonBody } from './body.tsx'
import css from './data-table.module.css'
import { type FilterRule, filterWords, Head } from './head.tsx'
import { Pager, pageCountOf } from './pager.tsx'
import { phoneOrder } from './phone-order.ts'
import { ScrollHint } from './scroll-hint.tsx'
import { type ExportFormat, Toolbar } from './toolbar.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { type ChangeView, isFiltered, pageSizes, type TableView, UNFILTERED } from './view.ts'

export interface TableProps<Row extends object> extends Pick<PanelProps, 'title' | 'subtitle' | 'updatedAt'> {
  /** Storage key of the hidden columns. */
  id: string
  columns: readonly Column[]
  rowKey: (row: Row) => string
  /** Custom cell content (links, badges) by column. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  view: TableView
  onView: ChangeView
  sizes?: readonly number[]
  empty?: ReactNode
  /** Exports all rows that pass the filters. */
  onExport?: ((format: ExportFormat) => Promise<unknown>) | undefined
  /** Opens the form of a mail with the table. */
  onMail?: (() => void) | undefined
  onAddUser?: () => void
  /** Actions before those of the table. */
  actions?: ReactNode
  /** Rows that stay visible below the others, such as totals; receives the columns shown. */
  foot?: ((columns: readonly Column[]) => ReactNode) | undefined
}

interface FrameProps<Row extends object> extends TableProps<Row> {
  status: Loadable<unknown>['status']
  error: unknown
  refetch: () => unknown
  stale: boolean
  rows: readonly Row[]
  total: number | undefined
  rule: FilterRule
}

const PHONE = '(max-width: 36em)'
const SIZES = pageSizes()

export function TableFrame<Row extends object>({ columns, ...props }: FrameProps<Row>) {
  const { id, view, onView, onExport, onMail, onAddUser, status, stale, total } = props
  const { hidden, toggle } = useHiddenColumns(id, view, onView)
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const shown = useMemo(() => {
    const left = columns.filter(({ key }) => !hidden.has(key))
    const some = left.length > 0 ? left : columns
    return isPhone ? phoneOrder(some) : some
  }, [columns, hidden, isPhone])
  const loaded = status === 'success'
  useLastPage(view, onView, loaded && !stale ? total : undefined)

  const exportAs = useStable((format: ExportFormat) => onExport?.(format) ?? Promise.resolve())
  const mail = useStable(() => onMail?.())
  const addUser = useStable(() => onAddUser?.())
  const clearFilters = useStable(() => onView((latest) => ({ ...latest, filters: {}, page: 1 })))
  const onPage = useStable((page: number) => onView((latest) => ({ ...latest, page })))
  const onPerPage = useStable((perPage: number) => onView((latest) => ({ ...latest, perPage, page: 1 })))
  return (
    <Panel
      title={props.title}
      subtitle={props.subtitle}
      updatedAt={props.updatedAt}
      flush
      busy={status === 'pending' || stale}
      actions={
        <>
          {props.actions}
          <Toolbar
            columns={columns}
            hidden={hidden}
            onToggle={toggle}
            onExport={onExport && exportAs}
            onMail={onMail && mail}
            onAddUser={onAddUser && addUser}
            onClearFilters={Object.keys(view.filters).length > 0 ? clearFilters : undefined}
          />
        </>
      }
    >
      <PaperWords words={filterWords(columns, view, props.rule)} />
      <Grid {...props} columns={shown} />
      <Pager
        page={view.page}
        perPage={view.perPage}
        onPage={onPage}
        onPerPage={onPerPage}
        total={loaded ? total : undefined}
        sizes={props.sizes ?? SIZES}
      />
    </Panel>
  )
}

const NO_CELLS = {}
/** Tables with more columns are set closer on notebooks and printed in landscape. */
const PORTRAIT_COLUMNS = 7
/** A page with more rows scrolls in its own box. */
const FEW_ROWS = 25

function Grid<Row extends object>(props: FrameProps<Row>) {
  const { title, columns, rows, rowKey, cells = NO_CELLS, view, status, stale } = props
  const scroller = useRef<HTMLElement>(null)
  useTopOnNewPage(scroller, view)
  const skeletonRows = useRowsBefore(rows.length)
  const loaded = status === 'success'
  const body = useMemo(
    () => <Body columns={columns} rows={rows} rowKey={rowKey} cells={cells} />,
    [columns, rows, rowKey, cells],
  )
  return (
    <div style={{ position: 'relative' }}>
      <section
        className={css.scroller}
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be scrollable by keyboard
        tabIndex={0}
        aria-label={text.tableOf(title)}
        data-wide={columns.length > PORTRAIT_COLUMNS || undefined}
        data-few={view.perPage <= FEW_ROWS || undefined}
      >
        <table
          className={css.table}
          data-stale={stale || undefined}
          aria-rowcount={rows.length > 100 ? rows.length + 1 : undefined}
        >
          <Head
            columns={columns}
            view={view}
            onView={props.onView}
            filters={props.rule}
            pending={status === 'pending'}
          />
          {status === 'pending' ? <SkeletonBody columns={columns.length} rows={skeletonRows} /> : null}
          {loaded ? body : null}
          {loaded && rows.length > 0 && props.foot ? (
            <tfoot className={css.foot}>{props.foot(columns)}</tfoot>
          ) : null}
        </table>
        {status === 'error' ? (
          <ErrorState height={ROW_HEIGHT * 5} error={props.error} onRetry={props.refetch} />
        ) : null}
        {loaded && rows.length === 0 ? (
          <NoRows view={view} onView={props.onView} empty={props.empty} />
        ) : null}
      </section>
      <ScrollHint scroller={scroller} />
    </div>
  )
}

/** Tells a view without rows from filters that no row matches. */
function NoRows({ view, onView, empty }: Pick<TableProps<never>, 'view' | 'onView' | 'empty'>) {
  const height = ROW_HEIGHT * 5
  if (!isFiltered(view)) return <EmptyState height={height}>{empty}</EmptyState>
  return (
    <EmptyState
      height={height}
      action={
        <Button
          frame="bordered"
          onClick={() => onView((latest) => ({ ...latest, ...UNFILTERED }))}
          data-no-print
        >
          <IconFilterOff size={14} aria-hidden />
          {text.clearAllFilters}
        </Button>
      }
    >
      {text.noMatch}
    </EmptyState>
  )
}

/** Goes to the last page when the address names a later one. */
function useLastPage(view: TableView, onView: ChangeView, total: number | undefined) {
  const last = total === undefined ? undefined : pageCountOf(total, view.perPage)
  useEffect(() => {
    if (last !== undefined && view.page > last) onView((latest) => ({ ...latest, page: last }))
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

const FIRST_SKELETON_ROWS = 12

/** Row count of the skeleton: that of the previous rows, which avoids layout shifts. */
function useRowsBefore(count: number): number {
  const before = useRef(FIRST_SKELETON_ROWS)
  useEffect(() => {
    if (count > 0) before.current = Math.min(count, 100)
  }, [count])
  return before.current
}
