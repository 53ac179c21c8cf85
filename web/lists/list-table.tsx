// A list call as a table: view in the address, server-side paging, sorting and filtering, export.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keepPreviousQuery } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ServerTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { type ListKey, type ListOptions, type ListRow, type ListSource, listQuery } from './list-query.ts'
import { useOrderLinks } from './order-link.tsx'
import { useSubtitle } from './personal-note.tsx'

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
    />
  )
}
