// A list of the API whose rows are all in the browser: view in the address, export through the call.
import type { CallOptions, Key } from '#web/api/call.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { ClientTable, type ClientTableProps } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import type { TableDefaults } from '#web/ui/table/view.ts'
import { useOrderLinks } from './order-link.tsx'
import { useSubtitle } from './personal-note.tsx'

interface Answer {
  readonly meta: { readonly updated_at: string | null }
}

interface ClientListProps<K extends Key, Row extends object>
  extends Omit<ClientTableProps<Row>, 'state' | 'view' | 'onView' | 'onExport'> {
  call: K
  params?: CallOptions<K>['params']
  /** Parameters of the export besides its order. */
  query?: CallOptions<K>['query']
  defaults: TableDefaults
  /** Prefix of this table's parameters in the address, on a page with several. */
  prefix?: string
  state: Loadable<Answer>
  rows: readonly Row[] | undefined
}

export function ClientList<K extends Key, Row extends object>(props: ClientListProps<K, Row>) {
  const { call, params, query, defaults, prefix, state, rows, ...table } = props
  const user = useUser()
  const cells = useOrderLinks(table.cells)
  const subtitle = useSubtitle(table.subtitle, table.columns)
  const [view, onView] = useTableView(table.columns, defaults, prefix)
  const { orderBy, order } = view
  // Every list call accepts order and format; the compiler cannot see that through the type parameter.
  const optionsFor = (format: string) =>
    ({ params, query: { ...query, orderBy, order, format } }) as Pick<CallOptions<K>, 'params' | 'query'>
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
    />
  )
}
