// A list of the API as a whole table: view in the address, pages and filters asked of the server, export. Room lists: what
// screens of several features share between api and ui; may import contract, api, ui and text.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keepPreviousQuery } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ServerTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { type ListAsked, type ListKey, type ListRow, type ListSource, listAsked } from './list-query.ts'

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly updated_at: string | null }
}

interface ListTableProps<K extends ListKey> extends ListSource<K>, ListAsked<K> {
  /** Name under which hidden columns are remembered. */
  id: string
  title: string
  subtitle?: ReactNode
  /** Sizes of 'Mostrar', where they are not 25, 50, 100. */
  sizes?: readonly number[]
  rowKey: (row: ListRow<K>) => string
  cells?: Readonly<Record<string, (row: ListRow<K>) => ReactNode>>
  empty?: ReactNode
  below?: boolean
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
  const [view, onView] = useTableView(columns, defaults)
  const asked = listAsked<K>(columns, { month, params, query }, view)
  const state = useQuery(keepPreviousQuery(call, asked))
  // A list call answers a page of its rows: the contract says so, the compiler cannot follow it through a type parameter.
  const page = state as unknown as Omit<typeof state, 'data'> & {
    data: Paged<ListRow<K> & object> | undefined
  }
  return (
    <ServerTable
      {...table}
      columns={columns}
      state={page}
      updatedAt={page.data?.meta.updated_at}
      view={view}
      onView={onView}
      onExport={
        mayUser(user, 'export')
          ? (format) => downloadExport(call, { ...asked, query: { ...asked.query, format } })
          : undefined
      }
    />
  )
}
