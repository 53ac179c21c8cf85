// A list call as a table: view in the address, server-side paging, sorting and filtering, export.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CELL_FILTER } from '#contract/cell-filter.ts'
import type { Column } from '#contract/columns.ts'
import { type CallOptions, type Key, keepPreviousQuery } from '#web/api/call.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { ClientTable, type ClientTableProps, ServerTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import type { TableDefaults } from '#web/ui/table/view.ts'
import { useOrderLinks } from '../links/order-link.tsx'
import { type ListKey, type ListOptions, type ListRow, type ListSource, listQuery } from './list.ts'
import { useSubtitle } from './personal-note.tsx'
import { useTableMail } from './table-mail.ts'

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly updated_at: string | null }
}

interface ListTableProps<K extends ListKey> extends ListSource<K>, ListOptions<K> {
  /** Storage key of the hidden columns. */
  id: string
  title: string
  subtitle?: ReactNode
  /** Page sizes; 25, 50 and 100 by default. */
  sizes?: readonly number[]
  cells?: Readonly<Record<string, (row: ListRow<K>) => ReactNode>>
  empty?: ReactNode
  onAddUser?: () => void
}

export function ListTable<K extends ListKey>({
  call,
  columns,
  defaults,
  month,
  params,
  query,
  ...table
}: ListTableProps<K>) {
  const user = useUser()
  const cells = useOrderLinks(table.cells)
  const subtitle = useSubtitle(table.subtitle, columns)
  const [view, onView] = useTableView(columns, defaults)
  const options = listQuery<K>(columns, { month, params, query }, view)
  const onMail = useTableMail({ call, title: table.title, columns, ...options })
  const state = useQuery(keepPreviousQuery(call, options))
  // The contract guarantees that a list call returns a page of its rows; the compiler cannot infer it for a type parameter.
  const page = state as unknown as Omit<typeof state, 'data'> & {
    data: Paged<ListRow<K> & object> | undefined
  }
  return (
    <ServerTable
      {...table}
      {...(cells && { cells })}
      subtitle={subtitle}
      columns={columns}
      state={page}
      updatedAt={page.data?.meta.updated_at}
      view={view}
      onView={onView}
      onExport={
        mayUser(user, 'export')
          ? (format) => downloadExport(call, { ...options, query: { ...options.query, format } })
          : undefined
      }
      onMail={onMail}
    />
  )
}

interface ClientListProps<K extends Key, Row extends object>
  extends Omit<ClientTableProps<Row>, 'state' | 'view' | 'onView' | 'onExport' | 'onMail'> {
  call: K
  params?: CallOptions<K>['params']
  /** Parameters of the export besides its order. */
  query?: CallOptions<K>['query']
  defaults: TableDefaults
  /** Columns by which the server can order; by default all. */
  served?: readonly Column[]
  /** Prefix of this table's parameters in the address, on a page with several. */
  prefix?: string
  state: Loadable<{ meta: { readonly updated_at: string | null } }>
  rows: readonly Row[] | undefined
}

export function ClientList<K extends Key, Row extends object>(props: ClientListProps<K, Row>) {
  const { call, params, query: asked, defaults, served, prefix, state, rows, ...table } = props
  const user = useUser()
  const cells = useOrderLinks(table.cells)
  const subtitle = useSubtitle(table.subtitle, table.columns)
  const [view, onView] = useTableView(table.columns, defaults, prefix)
  const { orderBy, order } = view
  const isServed = (served ?? table.columns).some(({ key }) => key === orderBy)
  const query = { ...asked, ...(isServed && { orderBy, order }) }
  // Every list call accepts order and format; the compiler cannot see that through the type parameter.
  const optionsFor = (format: string) =>
    ({ params, query: { ...query, format } }) as Pick<CallOptions<K>, 'params' | 'query'>
  const typed = Object.entries(view.filters).map(([key, text]) => [CELL_FILTER + key, text])
  const onMail = useTableMail({
    ...{ call, title: table.title, columns: table.columns, params },
    query: { ...query, ...Object.fromEntries(typed) },
  })
  return (
    <ClientTable
      updatedAt={state.data?.meta.updated_at}
      {...table}
      {...(cells && { cells })}
      subtitle={subtitle}
      state={{ ...state, data: rows }}
      view={view}
      onView={onView}
      onExport={mayUser(user, 'export') ? (format) => downloadExport(call, optionsFor(format)) : undefined}
      onMail={onMail}
    />
  )
}
