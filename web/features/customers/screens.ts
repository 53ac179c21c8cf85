import { comparedMonth } from '#contract/month.ts'
import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'
import { maySee } from '#web/api/session.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import {
  COMPLETED,
  customersByProvinceCall,
  ORDERS,
  ordersByProvinceCall,
  ordersByStatusCall,
} from './queries.ts'

const shared = { section: 'customers', monthly: true } as const

export const customersScreens: readonly Screen[] = [
  {
    path: '/customers-overview',
    title: 'Reportes de Clientes',
    ...shared,
    access: 'view:customers',
    compares: true,
    explores: { query: 'measures=registered&by=province' },
    load: () => import('./overview-screen.tsx'),
    prefetch: ({ month, compare }) => {
      for (const each of [month, comparedMonth(month, compare.compare ?? 'previous')]) {
        prefetch(...customersByProvinceCall(each))
        if (maySee('view:orders')) prefetch(...ordersByProvinceCall(each))
      }
    },
  },
  {
    path: '/customers-orders',
    title: 'Órdenes de Clientes',
    ...shared,
    access: 'view:orders',
    explores: { query: 'measures=net_sale,orders,units&by=status' },
    load: () => import('./orders-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch(...ordersByStatusCall(month))
      prefetch(...ordersByProvinceCall(month))
      prefetchList(ORDERS, { month, query: { status: COMPLETED } })
    },
  },
]
