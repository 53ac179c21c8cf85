// The neighbouring months of a screen, rendered behind it.
import { useIsFetching } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { settled } from '#web/api/call.ts'
import { useCompare } from '#web/api/compare.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { MonthContext, useMonth, useMonthInAddress } from '#web/api/month.ts'
import { savesData } from '#web/api/saves-data.ts'
import type { Screen } from '#web/api/screen.ts'
import { Prerendered } from '#web/ui/prerendered.tsx'

const viewOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  JSON.stringify([pathname, { ...search, month: undefined }])

export function PrerenderedMonths({ screen, children }: { screen: Screen | undefined; children: ReactNode }) {
  const month = useMonth()
  const view = useRouterState({ select: ({ location }) => viewOf(location) })
  const render = useCallback((own: Month) => <MonthContext value={own}>{children}</MonthContext>, [children])
  return (
    <Prerendered
      view={view}
      step={month}
      stepInAddress={useMonthInAddress()}
      neighbours={usePrefetchedNeighbours(screen, month)}
    >
      {render}
    </Prerendered>
  )
}

const NONE: readonly Month[] = []

/** Prefetching starts this long after the screen has its own answers. */
const PAUSE_MS = 200

/** The neighbouring months whose data is in the cache; empty until then. */
function usePrefetchedNeighbours(screen: Screen | undefined, month: Month): readonly Month[] {
  const compare = useCompare()
  const latest = useLatestMonth()
  const params = useParams({ strict: false })
  const href = useRouterState({ select: ({ location }) => location.href })
  // During a step, the month changes before the address does.
  const view = `${month} ${href}`
  const busy = useIsFetching() > 0
  const [fetched, setFetched] = useState<{ view: string; months: readonly Month[] }>()
  const done = fetched?.view === view

  useEffect(() => {
    if (!screen?.monthly || !screen.prefetch || busy || done || savesData()) return
    const timer = setTimeout(async () => {
      if (!navigator.onLine) return
      const months = [addMonths(month, -1), addMonths(month, 1)].filter(
        (neighbour) => neighbour >= EARLIEST_MONTH && neighbour <= latest,
      )
      const prefetched = await Promise.all(
        months.map((neighbour) => settled(() => screen.prefetch?.({ month: neighbour, compare, params }))),
      )
      setFetched({ view, months: months.filter((_, index) => prefetched[index]?.every(Boolean)) })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [busy, done, view, screen, month, compare, latest, params])

  return done ? fetched.months : NONE
}
