import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import { MONTH_CHANGES, PROGRAMS, USERS as USERS_LIST, WAITING } from './queries.ts'

const shared = { section: 'settings', access: 'settings' } as const
const USERS = '/settings/users'
const CRONES = '/settings/crones'

export const settingsScreens: readonly Screen[] = [
  {
    path: USERS,
    title: 'Usuarios',
    ...shared,
    load: () => import('./users/users-screen.tsx'),
    prefetch: () => {
      prefetch('GET /api/users', WAITING)
      prefetchList(USERS_LIST, {})
    },
  },
  {
    path: '/settings/roles',
    title: 'Roles y permisos',
    under: USERS,
    palette: true,
    ...shared,
    load: () => import('./roles/roles-screen.tsx'),
  },
  {
    path: '/settings/programs',
    title: 'Accesos de programas',
    under: USERS,
    palette: true,
    ...shared,
    load: () => import('./programs/programs-screen.tsx'),
    prefetch: () => prefetch(PROGRAMS),
  },
  {
    path: '/settings/recipients',
    title: 'Correos permitidos',
    under: USERS,
    palette: true,
    ...shared,
    load: () => import('./recipients/recipients-screen.tsx'),
    prefetch: () => prefetch('GET /api/config/mail-allowances'),
  },
  {
    path: '/settings/sign-in',
    title: 'Ingreso',
    ...shared,
    load: () => import('./sign-in/sign-in-screen.tsx'),
    prefetch: () => prefetch('GET /api/config/provider'),
  },
  {
    path: '/settings/personal-data',
    title: 'Datos personales',
    ...shared,
    load: () => import('./people/people-screen.tsx'),
  },
  {
    path: '/settings/last_month',
    title: 'Ultimo mes',
    ...shared,
    load: () => import('./month/last-month-screen.tsx'),
    prefetch: () => prefetch('GET /api/config/audit', MONTH_CHANGES),
  },
  {
    path: CRONES,
    title: 'Crones',
    ...shared,
    load: () => import('./crons/crons-screen.tsx'),
    prefetch: () => {
      prefetch('GET /api/config/crones/list')
      prefetch('GET /api/config/reconciliation')
      prefetch('GET /api/config/store')
    },
  },
  {
    path: '/settings/crones/logs',
    title: 'Registro de crones',
    under: CRONES,
    palette: true,
    ...shared,
    load: () => import('./crons/cron-logs-screen.tsx'),
  },
  {
    path: '/settings/crones/unplaced',
    title: 'Sin ubicar',
    under: CRONES,
    palette: true,
    ...shared,
    load: () => import('./crons/unplaced-screen.tsx'),
    prefetch: () => prefetch('GET /api/config/reconciliation'),
  },
  {
    path: '/settings/crones/removals',
    title: 'Registros quitados',
    under: CRONES,
    palette: true,
    ...shared,
    load: () => import('./crons/removals-screen.tsx'),
  },
  {
    path: '/settings/crones/large-orders',
    title: 'Órdenes por aceptar',
    under: CRONES,
    palette: true,
    ...shared,
    load: () => import('./crons/large-orders-screen.tsx'),
  },
  {
    path: '/settings/crones/audit',
    title: 'Auditoría',
    under: CRONES,
    palette: true,
    ...shared,
    load: () => import('./audit/audit-screen.tsx'),
  },
]
