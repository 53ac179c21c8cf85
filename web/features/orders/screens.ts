import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'
import { orderCall } from './queries.ts'

export const ordersScreens: readonly Screen[] = [
  {
    path: '/orders/$order_id',
    title: 'Orden',
    section: 'customers',
    under: '/customers-orders',
    access: 'view:orders',
    load: () => import('./order-screen.tsx'),
    prefetch: ({ params }) => prefetch(...orderCall(params.order_id ?? '')),
  },
  {
    path: '/orders/$order_id/of-buyer',
    title: 'Órdenes de un cliente',
    section: 'customers',
    under: '/customers-orders',
    access: 'view:orders',
    load: () => import('./buyer-screen.tsx'),
    prefetch: ({ params }) => prefetch(...orderCall(params.order_id ?? '')),
  },
]
