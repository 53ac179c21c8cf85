import type { Screen } from '#web/api/screen.ts'

export const notesScreens: readonly Screen[] = [
  {
    path: '/analysis/notes',
    title: 'Notas',
    section: 'analysis',
    palette: true,
    access: 'view:scorecard',
    load: () => import('./notes-screen.tsx'),
  },
]
