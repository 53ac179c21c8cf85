import type { Screen } from '#web/api/screen.ts'

export const alertsScreens: readonly Screen[] = [
  {
    path: '/analysis/alerts',
    title: 'Alertas',
    menu: 'Alertas',
    section: 'analysis',
    access: 'view:scorecard',
    monthly: false,
    load: () => import('./alerts-screen.tsx'),
  },
]
