// A search parameter of the address as state: a mode, a status, a selection.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entryOf } from '#contract/entry.ts'

/** The parameters with every table on its first page; those of a table may have a prefix. */
export const onFirstPages = (search: object): object =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !/^([a-z]_)?page$/.test(name)))

interface Options {
  /** Adds a history entry, so that the back button undoes the change; otherwise the entry is replaced. */
  step?: boolean
}

/** Value of the parameter, null when it is absent; setting null removes it. A step resets tables to their first page. */
export function useSearchParam(
  name: string,
  { step = false }: Options = {},
): [string | null, (value: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = entryOf(search, name)
  const set = useCallback(
    (next: string | null) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({
          ...(step ? onFirstPages(previous) : previous),
          [name]: next ?? undefined,
        }),
        replace: !step,
        resetScroll: false,
      }),
    [navigate, name, step],
  )
  return [typeof value === 'string' && value !== '' ? value : null, set]
}
