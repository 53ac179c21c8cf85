import type { Screen } from '#web/api/screen.ts'

export const viewsScreens: readonly Screen[] = [
  {
    path: '/analysis/views',
    title: 'Vistas',
    menu: 'Tableros y vistas',
    under: '/analysis/board',
    section: 'analysis',
    access: 'session',
    load: () => import('./views-screen.tsx'),
  },
]
