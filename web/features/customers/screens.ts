// The screens of customers, as routes, menu and titles know them. May touch api and this feature.
import type { Screen } from '#web/api/screen.ts'

const section = 'customers'

export const customersScreens: readonly Screen[] = [
  {
    path: '/customers-overview',
    title: 'Reportes de Clientes',
    menu: 'Reportes de Clientes',
    section,
    access: 'view:customers',
    monthly: true,
  },
  {
    path: '/customers-orders',
    title: 'Órdenes de Clientes',
    menu: 'Órdenes de Clientes',
    section,
    access: 'view:orders',
    monthly: true,
  },
]
