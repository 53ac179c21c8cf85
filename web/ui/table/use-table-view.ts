// The view of a table (page, size, order, filters, hidden columns) as search parameters of the address.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Column } from '#contract/columns.ts'
import {
  type ChangeView,
  searchOf,
  type TableDefaults,
  type TableView,
  type ViewChange,
  viewFrom,
} from './view.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set for navigations that come from typing into a filter. */
    typed?: boolean
  }
}

type Search = Readonly<Record<string, unknown>>

/** The search parameters of one table, without its prefix. */
const withoutPrefix = (search: Search, prefix: string): Search =>
  prefix === ''
    ? search
    : Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
        ),
      )

const withPrefix = (search: Search, prefix: string): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [prefix + name, value]))

/** Replaces the address without the router, which would render the page between two key presses. */
const replaceAddress = (href: string): void =>
  History.prototype.replaceState.call(history, history.state, '', href)

/**
 * Reads the view from the address and writes it back. Paging adds a history entry; typing a filter and hiding a column replace
 * it. `prefix` separates the parameters of several tables on a page.
 */
export function useTableView(
  columns: readonly Column[],
  defaults: TableDefaults,
  prefix = '',
): [TableView, ChangeView] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const view = useMemo(
    () => viewFrom(withoutPrefix(search, prefix), columns, defaults),
    [search, columns, defaults, prefix],
  )
  const onView = useCallback(
    (change: ViewChange, quietly = false) => {
      const current = viewFrom(withoutPrefix(router.latestLocation.search, prefix), columns, defaults)
      const next = change(current)
      const target = {
        to: '.',
        search: (previous: object) => ({
          ...previous,
          ...withPrefix(searchOf(next, columns, defaults), prefix),
        }),
      } as const
      if (quietly) return replaceAddress(router.buildLocation(target).href)
      const typed = JSON.stringify(next.filters) !== JSON.stringify(current.filters)
      const replace = typed || next.hidden.join() !== current.hidden.join()
      void navigate({ ...target, replace, ...(typed && { state: { typed } }), resetScroll: false })
    },
    [navigate, router, columns, defaults, prefix],
  )
  return [view, onView]
}
