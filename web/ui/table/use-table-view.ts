// The table's view lives in the address. Touches the router and this room.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Column } from '#contract/columns.ts'
import { searchOf, type TableDefaults, type TableView, viewFrom, type WriteView } from './view.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address follows what is typed into a filter. */
    typed?: boolean
  }
}

type Search = Readonly<Record<string, unknown>>

/** The parameters of one table among those of a page with several: theirs begin with the table's prefix. */
const ownOf = (search: Search, prefix: string): Search =>
  prefix === ''
    ? search
    : Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
        ),
      )

const named = (search: Search, prefix: string): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [prefix + name, value]))

/** Past the router, which would draw the page: it hears of the address when the typing pauses. */
const writeQuietly = (href: string): void =>
  History.prototype.replaceState.call(history, history.state, '', href)

/**
 * Reads the view from the address and writes it back; a page is a step of the history, typing a filter is not.
 * `prefix` tells the tables of a page apart in the address; one of them needs none.
 */
export function useTableView(
  columns: readonly Column[],
  defaults: TableDefaults,
  prefix = '',
): [TableView, WriteView] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const view = useMemo(
    () => viewFrom(ownOf(search, prefix), columns, defaults),
    [search, columns, defaults, prefix],
  )
  const onView = useCallback(
    (next: TableView, quietly = false) => {
      const target = {
        to: '.',
        search: (previous: object) => ({ ...previous, ...named(searchOf(next, columns, defaults), prefix) }),
      } as const
      if (quietly) return writeQuietly(router.buildLocation(target).href)
      const typed = JSON.stringify(next.filters) !== JSON.stringify(view.filters)
      void navigate({ ...target, replace: typed, ...(typed && { state: { typed } }), resetScroll: false })
    },
    [navigate, router, columns, defaults, view, prefix],
  )
  return [view, onView]
}
