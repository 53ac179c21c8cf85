import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'
import { analyticsCall } from './queries.ts'

export const analyticsScreens: readonly Screen[] = [
  {
    path: '/reconciliation/woocommerce',
    title: '¿Por qué no coincide con WooCommerce?',
    section: 'scorecard',
    under: '/',
    palette: true,
    access: 'view:orders',
    monthly: true,
    explores: { query: 'measures=net_sale,orders&by=status' },
    load: () => import('./woocommerce-screen.tsx'),
    prefetch: ({ month }) => prefetch(...analyticsCall(month)),
  },
]
