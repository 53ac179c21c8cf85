// Fetches the months before and after the one on screen, so that a step is instant. Draws nothing.
import { useIsFetching } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { addMonths, EARLIEST_MONTH } from '#contract/month.ts'
import { useCompare } from '#web/api/compare.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { useMonth } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'

/** What the person looks at goes first; the neighbours use the pause after it. */
const PAUSE_MS = 200

export function NeighbourMonths({ screen }: { screen: Screen }) {
  const month = useMonth()
  const compare = useCompare()
  const latest = useLatestMonth()
  const params = useParams({ strict: false })
  const busy = useIsFetching() > 0
  const view = JSON.stringify([screen.path, params, month, compare])
  const fetched = useRef('')

  useEffect(() => {
    if (busy || fetched.current === view) return
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      // Once per view: a neighbour that failed is asked again when somebody goes there.
      fetched.current = view
      for (const neighbour of [addMonths(month, -1), addMonths(month, 1)]) {
        if (neighbour >= EARLIEST_MONTH && neighbour <= latest)
          screen.prefetch?.({ month: neighbour, compare, params })
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [busy, view, screen, month, compare, latest, params])

  return null
}
