import type { Screen } from '#web/api/screen.ts'

export const viewsScreens: readonly Screen[] = [
  {
    path: '/analysis/views',
    title: 'Vistas',
    menu: 'Vistas',
    section: 'analysis',
    access: 'session',
    monthly: false,
    load: () => import('./views-screen.tsx'),
  },
]
