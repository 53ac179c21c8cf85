// The month on screen. It lives in the address (`?month=YYYY-MM`), so it is shared, kept and gone back to with it.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { createContext, use, useCallback } from 'react'
import { EARLIEST_MONTH, isMonth, type Month } from '#contract/month.ts'
import { useLatestMonth } from './config.ts'
import { createStore } from './create-store.ts'

/** The month of an address; null when it names none. */
export const monthIn = (search: object): Month | null => {
  const month: unknown = 'month' in search ? search.month : undefined
  return typeof month === 'string' && isMonth(month) ? month : null
}

/** A month that was chosen is drawn at once; the address, and all that hangs on it, follows after the paint. */
let ahead: Month | null = null
const drawn = createStore(0)

function draw(month: Month | null): void {
  ahead = month
  drawn.set(drawn.get() + 1)
}

/** Only the month, so that typing a filter into the address draws nothing that shows the month. */
const monthShown = (search: object): Month | null => ahead ?? monthIn(search)

/** The month that was asked for: the address's, else the latest one. */
export function useAskedMonth(): Month {
  const latest = useLatestMonth()
  drawn.use()
  return useSearch({ strict: false, select: monthShown }) ?? latest
}

/** The month of a screen, which may stand hidden as a neighbour of the one asked for. */
export const MonthOf = createContext<Month>(EARLIEST_MONTH)

/** The month that this screen shows. */
export const useMonth = (): Month => use(MonthOf)

/** A table on a later page starts anew with the month, and only the address can tell it both. */
const onLaterPage = (): boolean => /[?&]\w*page=/.test(location.search)

/** A frame later the one that shows the month is on its way to the screen. */
const FRAME_MS = 16

/** After the next paint, or at once where nothing is painted. */
function afterPaint(run: () => void): void {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run, FRAME_MS))
}

/** Puts another month into the address; the rest of it stays, except the page of a table. */
export function useSetMonth(): (month: Month) => void {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (month) => {
      const go = () =>
        navigate({
          to: '.',
          search: (previous: object) => ({ ...previous, month, page: undefined }),
          resetScroll: false,
        })
      if (onLaterPage()) return void go()
      draw(month)
      afterPaint(async () => {
        await go()
        if (ahead !== month) return
        ahead = null
        // Where the address became another one than asked for, that one holds.
        if (monthIn(router.state.location.search) !== month) draw(null)
      })
    },
    [navigate, router],
  )
}
