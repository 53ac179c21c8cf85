// Holds the month on screen and navigates to another one.
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
} from 'react'
import type { Month } from '#contract/month.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { MonthContext, MonthNavigation, monthIn } from '#web/api/month.ts'

const FRAME_MS = 16

/** Resolves after the next paint, or at once in a hidden tab. */
const nextPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve, FRAME_MS))
  })

/** A table on a later page goes back to the first page with the month, and only the address holds both. */
const hasLaterPage = (): boolean => /[?&]\w*page=/.test(location.search)

/** Aborted when the component is unmounted. */
function useLifetime(): { readonly current: AbortSignal } {
  const lifetime = useRef(new AbortController().signal)
  useEffect(() => {
    const controller = new AbortController()
    lifetime.current = controller.signal
    return () => controller.abort()
  }, [])
  return lifetime
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

/**
 * Renders a chosen month at once from prefetched answers and navigates after the paint: navigation costs as much time as a
 * whole month step may take.
 */
export function MonthProvider({ children }: { children: ReactNode }) {
  const latest = useLatestMonth()
  const monthInAddress = useSearch({ strict: false, select: monthIn }) ?? latest
  const [month, showMonth] = useOptimistic(monthInAddress)
  const navigate = useNavigate()
  const lifetime = useLifetime()
  const setMonth = useCallback(
    (next: Month) =>
      startTransition(async () => {
        const signal = lifetime.current
        if (!hasLaterPage()) {
          showMonth(next)
          await nextPaint()
        }
        if (signal.aborted) return
        const navigated = navigate({
          to: '.',
          search: (previous: object) => ({ ...previous, month: next, page: undefined }),
          resetScroll: false,
        })
        // A navigation without its screen never ends, and React holds back every later transition until this one has ended.
        await Promise.race([navigated, aborted(signal)])
      }),
    [navigate, showMonth, lifetime],
  )
  const navigation = useMemo(() => ({ monthInAddress, setMonth }), [monthInAddress, setMonth])
  return (
    <MonthNavigation value={navigation}>
      <MonthContext value={month}>{children}</MonthContext>
    </MonthNavigation>
  )
}
