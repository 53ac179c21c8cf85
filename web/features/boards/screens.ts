import type { Screen } from '#web/api/screen.ts'

export const boardsScreens: readonly Screen[] = [
  {
    path: '/analysis/board',
    title: 'Tablero',
    section: 'analysis',
    access: 'view:scorecard',
    load: () => import('./board-screen.tsx'),
  },
]
