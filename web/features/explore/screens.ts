// Screen of questions, for routes, menu and title. Loads nothing of the catalogue.
import type { Screen } from '#web/api/screen.ts'

export const exploreScreens: readonly Screen[] = [
  {
    path: '/analysis/explore',
    title: 'Explorar',
    section: 'analysis',
    access: 'view:scorecard',
    load: () => import('./explore-screen.tsx'),
  },
]
