// Holds the month on screen and navigates to another one.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useOptimistic } from 'react'
import type { Month } from '#contract/month.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { MonthContext, MonthNavigation, monthIn } from '#web/api/month.ts'
import { usePaintFirst } from '#web/ui/paint.ts'
import { onFirstPages } from '#web/ui/use-search-param.ts'

/** When the month changes, a table returns to its first page, which only the address holds. */
const hasLaterPage = (): boolean => /[?&]\w*page=/.test(location.search)

/** Renders a chosen month at once from prefetched answers. */
export function MonthProvider({ children }: { children: ReactNode }) {
  const latest = useLatestMonth()
  const monthInAddress = useSearch({ strict: false, select: monthIn }) ?? latest
  const [month, showMonth] = useOptimistic(monthInAddress)
  const navigate = useNavigate()
  const paintFirst = usePaintFirst()
  const setMonth = useCallback(
    (next: Month) =>
      paintFirst(hasLaterPage() ? null : () => showMonth(next), () =>
        navigate({
          to: '.',
          search: (previous: object) => ({ ...onFirstPages(previous), month: next }),
          resetScroll: false,
        }),
      ),
    [navigate, showMonth, paintFirst],
  )
  const navigation = useMemo(() => ({ monthInAddress, setMonth }), [monthInAddress, setMonth])
  return (
    <MonthNavigation value={navigation}>
      <MonthContext value={month}>{children}</MonthContext>
    </MonthNavigation>
  )
}
