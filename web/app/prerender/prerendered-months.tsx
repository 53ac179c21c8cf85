// The neighbouring months of a screen, rendered behind it.
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import type { Month } from '#contract/month.ts'
import { MonthContext, useMonth, useMonthInAddress } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { Prerendered } from '#web/ui/prerendered.tsx'
import { usePrefetchedNeighbours } from './use-prefetched-neighbours.ts'

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
