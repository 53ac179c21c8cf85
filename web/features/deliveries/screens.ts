// Screen of scheduled mails and of the user's own notices, for routes, menu and title.
import type { Screen } from '#web/api/screen.ts'

export const deliveryScreens: readonly Screen[] = [
  {
    path: '/analysis/deliveries',
    title: 'Envíos',
    finds: 'correo mail programar webhook',
    menu: 'Avisos y envíos',
    under: '/analysis/alerts',
    section: 'analysis',
    access: 'session',
    load: () => import('./deliveries-screen.tsx'),
  },
]
