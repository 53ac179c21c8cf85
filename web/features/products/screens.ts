// The screens of products, as routes, menu and titles know them. May touch api and this feature.
import type { Month } from '#contract/month.ts'
import { prefetch } from '#web/api/ask.ts'
import type { Screen } from '#web/api/screen.ts'

const section = 'products'
const access = 'view:products'
const monthly = true

const prefetchSegments = ({ month }: { month: Month }) =>
  prefetch('GET /api/orders/ranking-orders-by-segments', { query: { start_date: month } })

export const productsScreens: readonly Screen[] = [
  {
    path: '/products-overview/segments',
    title: 'Segmentos',
    menu: 'Segmentos',
    section,
    access,
    monthly,
    load: () => import('./segments-screen.tsx'),
    prefetch: prefetchSegments,
  },
  {
    path: '/products-overview/segments-table',
    title: 'Tabla de Segmentos',
    menu: 'Tabla de Segmentos',
    section,
    access,
    monthly,
    load: () => import('./segments-table-screen.tsx'),
    prefetch: prefetchSegments,
  },
  {
    path: '/products-overview/business',
    title: 'Resumen de Negocios',
    menu: 'Resumen de Negocios',
    section,
    access,
    monthly,
    load: () => import('./business-screen.tsx'),
    prefetch: ({ month }) =>
      prefetch('GET /api/orders/ranking-orders-by-business', { query: { start_date: month } }),
  },
  {
    path: '/products-sales-ranking',
    title: 'Ranking de ventas',
    menu: 'Ranking de ventas',
    section,
    access,
    monthly,
    load: () => import('./ranking-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch('GET /api/products/qty-and-total-selled', { query: { start_date: month } })
      prefetch('GET /api/products/get-ranking-products-selled', { query: { start_date: month } })
    },
  },
]
