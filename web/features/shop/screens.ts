// Screen of the shop's connection, for routes, menu and title.
import { prefetch } from '#web/api/ask.ts'
import type { Screen } from '#web/api/screen.ts'

export const shopScreens: readonly Screen[] = [
  {
    path: '/settings/store',
    title: 'Conectar tienda',
    menu: 'Conectar tienda',
    section: 'settings',
    access: 'settings',
    monthly: false,
    load: () => import('./store-screen.tsx'),
    prefetch: () => {
      prefetch('GET /api/config/store')
      prefetch('GET /api/config/store/mapping')
      prefetch('GET /api/config/crones/list')
    },
  },
]
