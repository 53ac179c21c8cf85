import { opportunityLists } from '#contract/lists/opportunities.ts'
import type { Screen } from '#web/api/screen.ts'
import { listSource, prefetchList } from '#web/lists/list.ts'

export const OPPORTUNITIES = listSource(opportunityLists.opportunities)

export const opportunityScreens: readonly Screen[] = [
  {
    path: '/distributors/opportunities',
    title: 'Oportunidades',
    section: 'distributors',
    access: 'view:distributors',
    monthly: true,
    load: () => import('./opportunities-screen.tsx'),
    prefetch: ({ month }) => prefetchList(OPPORTUNITIES, { month }),
  },
]
