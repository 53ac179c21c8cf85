// The month on screen. It lives in the address (`?month=YYYY-MM`), so it is shared, kept and gone back to with it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isMonth, type Month } from '#contract/month.ts'
import { useLatestMonth } from './config.ts'

/** The month of an address; null when it names none. */
export const monthIn = (search: object): Month | null => {
  const month: unknown = 'month' in search ? search.month : undefined
  return typeof month === 'string' && isMonth(month) ? month : null
}

/** The month that the screen shows: the address's, else the latest one. */
export function useMonth(): Month {
  const latest = useLatestMonth()
  // Only the month, so that typing a filter into the address draws nothing that shows the month.
  return useSearch({ strict: false, select: monthIn }) ?? latest
}

/** Puts another month into the address; the rest of it stays, except the page of a table. */
export function useSetMonth(): (month: Month) => void {
  const navigate = useNavigate()
  return useCallback(
    (month) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, month, page: undefined }),
        resetScroll: false,
      }),
    [navigate],
  )
}
