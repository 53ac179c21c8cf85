import type { Screen } from '#web/api/screen.ts'

export const notesScreens: readonly Screen[] = [
  {
    path: '/analysis/notes',
    title: 'Notas',
    menu: 'Notas',
    section: 'analysis',
    access: 'view:scorecard',
    monthly: false,
    load: () => import('./notes-screen.tsx'),
  },
]
