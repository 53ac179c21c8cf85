// The table's view lives in the address. Touches the router and this room.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Column } from '#contract/columns.ts'
import { searchOf, type TableDefaults, type TableView, viewFrom } from './view.ts'

/** Reads the view from the address and writes it back; a page is a step of the history, typing a filter is not. */
export function useTableView(
  columns: readonly Column[],
  defaults: TableDefaults,
): [TableView, (view: TableView) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = useMemo(() => viewFrom(search, columns, defaults), [search, columns, defaults])
  const onView = useCallback(
    (next: TableView) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...searchOf(next, columns, defaults) }),
        replace: JSON.stringify(next.filters) !== JSON.stringify(view.filters),
        resetScroll: false,
      }),
    [navigate, columns, defaults, view],
  )
  return [view, onView]
}
