import type { Screen } from '#web/api/screen.ts'

export const goalsScreens: readonly Screen[] = [
  {
    path: '/analysis/goals',
    title: 'Metas',
    finds: 'objetivos pronóstico cierre del mes',
    section: 'analysis',
    access: 'view:scorecard',
    monthly: true,
    load: () => import('./goals-screen.tsx'),
  },
]
