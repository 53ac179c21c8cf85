import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import { OPPORTUNITIES } from './queries.ts'

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
