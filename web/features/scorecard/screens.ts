// The scorecard's screen, as routes, menu and titles know it. May touch api and this feature.
import { prefetch } from '#web/api/ask.ts'
import type { Screen } from '#web/api/screen.ts'

export const scorecardScreens: readonly Screen[] = [
  {
    path: '/',
    title: 'Scorecard',
    menu: 'Scorecard',
    section: 'scorecard',
    access: 'view:scorecard',
    monthly: true,
    load: () => import('./scorecard-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch('GET /api/summary/main-page', { query: { start_date: month } })
      prefetch('GET /api/summary/main-page/charts', { query: { start_date: month } })
    },
  },
]
