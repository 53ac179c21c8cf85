// One word of the address as state: a mode, a status, a selection. Touches the router.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What starts anew when the question of a table changes. */
const FIRST_PAGE = { page: undefined }

interface Options {
  /** A step of the history, so that "back" undoes it; without, the address is only kept up to date. */
  step?: boolean
}

/** The parameter's text, null when the address has none; null removes it. A step takes a table to its first page. */
export function useSearchParam(
  name: string,
  { step = false }: Options = {},
): [string | null, (value: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = useCallback(
    (next: string | null) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...(step && FIRST_PAGE), [name]: next ?? undefined }),
        replace: !step,
        resetScroll: false,
      }),
    [navigate, name, step],
  )
  return [typeof value === 'string' && value !== '' ? value : null, set]
}
