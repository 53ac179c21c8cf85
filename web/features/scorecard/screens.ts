import { prefetch } from '#web/api/call.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchGoals } from '#web/shared/goals/goal-progress.ts'
import { FIGURES, ofMonth, YEAR } from './queries.ts'

export const scorecardScreens: readonly Screen[] = [
  {
    path: '/',
    title: 'Scorecard',
    section: 'scorecard',
    access: 'view:scorecard',
    monthly: true,
    compares: true,
    explores: { query: 'measures=net_sale,orders,units,average_ticket,registered,buyers' },
    load: () => import('./scorecard-screen.tsx'),
    prefetch: ({ month, compare }) => {
      prefetch(FIGURES, { query: compareParams(month, compare) })
      prefetch(YEAR, ofMonth(month))
      prefetchGoals(month, 'all')
    },
  },
]
