// The screens of products, as routes, menu and titles know them. May touch api and this feature.
import { prefetch } from '#web/api/ask.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen, ScreenAsked } from '#web/api/screen.ts'

const section = 'products'
const access = 'view:products'
const monthly = true

const prefetchSegments = ({ month, compare }: ScreenAsked) =>
  prefetch('GET /api/orders/ranking-orders-by-segments', { query: compareParams(month, compare) })

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
    compares: true,
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
    compares: true,
    load: () => import('./business-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetch('GET /api/orders/ranking-orders-by-business', { query: compareParams(month, compare) }),
  },
  {
    path: '/products-sales-ranking',
    title: 'Ranking de ventas',
    menu: 'Ranking de ventas',
    section,
    access,
    monthly,
    compares: true,
    load: () => import('./ranking-screen.tsx'),
    prefetch: ({ month, compare }) => {
      prefetch('GET /api/products/qty-and-total-selled', { query: compareParams(month, compare) })
      prefetch('GET /api/products/get-ranking-products-selled', { query: { start_date: month } })
    },
  },
]
