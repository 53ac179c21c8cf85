// The screens of customers, as routes, menu and titles know them. May touch api, lists and this feature.
import { comparedMonth } from '#contract/month.ts'
import { prefetch } from '#web/api/ask.ts'
import type { Screen } from '#web/api/screen.ts'
import { maySee } from '#web/api/session.ts'
import { prefetchList } from '#web/lists/prefetch-list.ts'
import { BY_PROVINCE, byProvinceOf } from './by-province.ts'
import {
  BY_STATUS,
  DEFAULT_STATUS,
  ORDERS,
  BY_PROVINCE as ORDERS_BY_PROVINCE,
  ordersByProvinceOf,
} from './orders-lists.ts'

const section = 'customers'

export const customersScreens: readonly Screen[] = [
  {
    path: '/customers-overview',
    title: 'Reportes de Clientes',
    menu: 'Reportes de Clientes',
    section,
    access: 'view:customers',
    monthly: true,
    compares: true,
    load: () => import('./overview-screen.tsx'),
    prefetch: ({ month, compare }) => {
      for (const each of [month, comparedMonth(month, compare)]) {
        prefetch(BY_PROVINCE, byProvinceOf(each))
        // A user without orders sees customers alone.
        if (maySee('view:orders')) prefetch(ORDERS_BY_PROVINCE, ordersByProvinceOf(each, DEFAULT_STATUS))
      }
    },
  },
  {
    path: '/customers-orders',
    title: 'Órdenes de Clientes',
    menu: 'Órdenes de Clientes',
    section,
    access: 'view:orders',
    monthly: true,
    load: () => import('./orders-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch(BY_STATUS, { query: { start_date: month } })
      prefetch(ORDERS_BY_PROVINCE, ordersByProvinceOf(month, DEFAULT_STATUS))
      prefetchList(ORDERS, { month, query: { status: DEFAULT_STATUS } })
    },
  },
]
