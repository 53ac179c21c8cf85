import type { Screen } from '#web/api/screen.ts'

export const boardsScreens: readonly Screen[] = [
  {
    path: '/analysis/board',
    title: 'Tablero',
    menu: 'Tablero',
    section: 'analysis',
    access: 'view:scorecard',
    monthly: false,
    load: () => import('./board-screen.tsx'),
  },
]
