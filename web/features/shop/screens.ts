import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'

export const shopScreens: readonly Screen[] = [
  {
    path: '/settings/store',
    title: 'Conectar tienda',
    finds: 'importar archivos csv excel deshacer importación mapeo woocommerce',
    section: 'settings',
    access: 'settings',
    load: () => import('./store-screen.tsx'),
    prefetch: () => {
      prefetch('GET /api/config/store')
      prefetch('GET /api/config/store/mapping')
      prefetch('GET /api/config/crones/list')
    },
  },
]
