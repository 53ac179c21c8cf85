import type { Screen } from '#web/api/screen.ts'

export const alertsScreens: readonly Screen[] = [
  {
    path: '/analysis/alerts',
    title: 'Alertas',
    menu: 'Avisos y envíos',
    section: 'analysis',
    access: 'view:scorecard',
    load: () => import('./alerts-screen.tsx'),
  },
]
