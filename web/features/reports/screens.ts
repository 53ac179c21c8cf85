// The screens of reports, as routes, menu and titles know them. May touch api and this feature.
import type { Screen } from '#web/api/screen.ts'

const shared = { section: 'reports', access: 'view:reports' } as const

export const reportsScreens: readonly Screen[] = [
  {
    path: '/reports/trade-report',
    title: 'Reporte Comercial',
    menu: 'Reporte Comercial',
    monthly: true,
    ...shared,
  },
  {
    path: '/reports/buy-x-get-y',
    title: 'Reporte compro X llevo Y',
    menu: 'Compro X llevo Y',
    monthly: true,
    ...shared,
  },
  { path: '/reports/simple', title: 'Reporte SIMPLE', menu: 'Reporte SIMPLE', monthly: true, ...shared },
  {
    path: '/reports/mix-boxes',
    title: 'Reporte Cajas Surtidas',
    menu: 'Cajas Surtidas',
    monthly: true,
    ...shared,
  },
  {
    path: '/reports/users-mails',
    title: 'Lista de emails de usuarios',
    menu: 'Mailing',
    monthly: false,
    ...shared,
  },
]
