import type { Screen } from '#web/api/screen.ts'

export const boardsScreens: readonly Screen[] = [
  {
    path: '/analysis/board',
    title: 'Tablero',
    menu: 'Tableros y vistas',
    section: 'analysis',
    access: 'view:scorecard',
    load: () => import('./board-screen.tsx'),
  },
]
