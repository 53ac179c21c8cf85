// Fetches the months before and after the one on screen, so that a step is instant. Draws nothing.
import { useIsFetching } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { answersOf } from '#web/api/ask.ts'
import { useCompare } from '#web/api/compare.ts'
import { useLatestMonth } from '#web/api/config.ts'
import type { Screen } from '#web/api/screen.ts'

/** What the person looks at goes first; the neighbours use the pause after it. */
const PAUSE_MS = 200

export interface Come {
  /** The view whose neighbours they are. */
  readonly view: string
  readonly months: readonly Month[]
}

interface Props {
  readonly screen: Screen | undefined
  readonly month: Month
  /** Address and month: what is fetched once. */
  readonly view: string
  /** Hears which of them have come whole. */
  readonly onCome: (come: Come) => void
}

export const Neighbours = memo(function Neighbours({ screen, month, view, onCome }: Props) {
  const compare = useCompare()
  const latest = useLatestMonth()
  const params = useParams({ strict: false })
  const busy = useIsFetching() > 0
  const fetched = useRef('')

  useEffect(() => {
    if (!screen?.monthly || !screen.prefetch || busy || fetched.current === view) return
    const timer = setTimeout(async () => {
      if (!navigator.onLine) return
      // Once per view: a neighbour that failed is asked again when somebody goes there.
      fetched.current = view
      const months = [addMonths(month, -1), addMonths(month, 1)].filter(
        (neighbour) => neighbour >= EARLIEST_MONTH && neighbour <= latest,
      )
      const answers = months.map((neighbour) =>
        answersOf(() => screen.prefetch?.({ month: neighbour, compare, params })),
      )
      const came = await Promise.all(answers)
      onCome({ view, months: months.filter((_, at) => came[at]?.every(Boolean)) })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [busy, view, screen, month, compare, latest, params, onCome])

  return null
})
