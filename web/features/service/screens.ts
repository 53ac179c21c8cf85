import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import { SERVICE } from './queries.ts'

export const serviceScreens: readonly Screen[] = [
  {
    path: '/distributors/service',
    title: 'Servicio',
    section: 'distributors',
    access: 'view:distributors',
    monthly: true,
    load: () => import('./service-screen.tsx'),
    prefetch: ({ month }) => prefetchList(SERVICE, { month }),
  },
]
