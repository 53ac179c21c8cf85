// Prefetches the months before and after the one on screen.
import { useIsFetching } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { settled } from '#web/api/ask.ts'
import { useCompare } from '#web/api/compare.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { savesData } from '#web/api/saves-data.ts'
import type { Screen } from '#web/api/screen.ts'

const NONE: readonly Month[] = []

/** Prefetching starts this long after the screen has its own answers. */
const PAUSE_MS = 200

/** The neighbouring months whose data is in the cache; empty until then. */
export function usePrefetchedNeighbours(screen: Screen | undefined, month: Month): readonly Month[] {
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
