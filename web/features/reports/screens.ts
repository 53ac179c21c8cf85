// The screens of reports, as routes, menu and titles know them. May touch api, lists and this feature.
import { prefetch } from '#web/api/ask.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/lists/prefetch-list.ts'
import { BOXES, BUY_X_GET_Y, MAILS, SIMPLE, TRADE } from './lists.ts'

const shared = { section: 'reports', access: 'view:reports' } as const

export const reportsScreens: readonly Screen[] = [
  {
    path: '/reports/trade-report',
    title: 'Reporte Comercial',
    menu: 'Reporte Comercial',
    monthly: true,
    ...shared,
    load: () => import('./trade-screen.tsx'),
    prefetch: ({ month }) => prefetchList(TRADE, { month }),
  },
  {
    path: '/reports/buy-x-get-y',
    title: 'Reporte compro X llevo Y',
    menu: 'Compro X llevo Y',
    monthly: true,
    ...shared,
    load: () => import('./buy-x-get-y-screen.tsx'),
    prefetch: ({ month }) => prefetchList(BUY_X_GET_Y, { month }),
  },
  {
    path: '/reports/simple',
    title: 'Reporte SIMPLE',
    menu: 'Reporte SIMPLE',
    monthly: true,
    compares: true,
    ...shared,
    load: () => import('./simple-screen.tsx'),
    prefetch: ({ month, compare }) => {
      prefetch('GET /api/reports/products/simple/detail', { query: compareParams(month, compare) })
      prefetchList(SIMPLE, { month })
    },
  },
  {
    path: '/reports/mix-boxes',
    title: 'Reporte Cajas Surtidas',
    menu: 'Cajas Surtidas',
    monthly: true,
    ...shared,
    load: () => import('./boxes-screen.tsx'),
    prefetch: ({ month }) => prefetchList(BOXES, { month }),
  },
  {
    path: '/reports/users-mails',
    title: 'Lista de emails de usuarios',
    menu: 'Mailing',
    monthly: false,
    ...shared,
    load: () => import('./mails-screen.tsx'),
    prefetch: () => prefetchList(MAILS, {}),
  },
]
