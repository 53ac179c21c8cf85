import { distributionLists } from '#contract/lists/distribution.ts'
import { productLists } from '#contract/lists/products.ts'
import { prefetch } from '#web/api/call.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen, ScreenAsked } from '#web/api/screen.ts'
import { listSource, prefetchList } from '#web/shared/lists/list.ts'

const shared = { section: 'products', access: 'view:products', monthly: true } as const

const prefetchSegments = ({ month, compare }: ScreenAsked) =>
  prefetch('GET /api/orders/ranking-orders-by-segments', { query: compareParams(month, compare) })

export const productsScreens: readonly Screen[] = [
  {
    path: '/products-overview/segments',
    title: 'Segmentos',
    ...shared,
    explores: { query: 'measures=net_sale,units,orders&by=business,segment' },
    load: () => import('./segments-screen.tsx'),
    prefetch: prefetchSegments,
  },
  {
    path: '/products-overview/segments-table',
    title: 'Tabla de Segmentos',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,units,orders&by=business,segment' },
    load: () => import('./segments-table-screen.tsx'),
    prefetch: prefetchSegments,
  },
  {
    path: '/products-overview/business',
    title: 'Resumen de Negocios',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,units,orders&by=business' },
    load: () => import('./business-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetch('GET /api/orders/ranking-orders-by-business', { query: compareParams(month, compare) }),
  },
  {
    path: '/products-sales-ranking',
    title: 'Ranking de ventas',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,units,orders&by=product' },
    load: () => import('./ranking-screen.tsx'),
    prefetch: ({ month, compare }) => {
      const query = compareParams(month, compare)
      prefetch('GET /api/products/qty-and-total-selled', { query })
      prefetch('GET /api/products/get-ranking-products-selled', { query })
    },
  },
  {
    path: '/products-by-distributor',
    title: 'Productos por Distribuidor',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,units,orders&by=distributor,product', needs: 'view:distributors' },
    load: () => import('./by-distributor-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetchList(listSource(productLists.productsByDistributor), { query: compareParams(month, compare) }),
  },
  {
    path: '/products-distribution',
    title: 'Distribución',
    ...shared,
    compares: true,
    load: () => import('./distribution-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetchList(listSource(distributionLists.distribution), {
        query: { ...compareParams(month, compare), by: 'product' },
      }),
  },
]
