import { prefetch } from '#web/api/call.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchGoals } from '#web/shared/goals/goal-progress.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import { profileCall } from './profile-state.ts'
import { DISTRIBUTORS_STOCK, everyDistributor } from './queries.ts'

const shared = { section: 'distributors', access: 'view:distributors', monthly: true } as const

export const distributorsScreens: readonly Screen[] = [
  {
    path: '/distributors/distributors-overview',
    title: 'Resumen Distribuidores',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,orders,cancelled_amount,cancelled_orders&by=distributor' },
    load: () => import('./overview-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetch('GET /api/distributors/resume', { query: compareParams(month, compare) }),
  },
  {
    path: '/distributors/distributors-details',
    title: 'Reportes de Distribuidores',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,orders,cancelled_amount,cancelled_orders&by=distributor' },
    load: () => import('./list-screen.tsx'),
    prefetch: ({ month, compare }) => {
      prefetch(...everyDistributor(month, compare))
      prefetchGoals(month, 'distributor', { measure: 'net_sale' })
    },
  },
  {
    path: '/distributors/distributors-details/$dist_id',
    title: 'Reporte por Distribuidor',
    under: '/distributors/distributors-details',
    ...shared,
    compares: true,
    explores: {
      query: 'measures=net_sale,orders,units,gross,discount,refunded&by=status&where=distributor:$dist_id',
    },
    load: () => import('./report-screen.tsx'),
    prefetch: ({ month, compare, params: { dist_id } }) => {
      if (dist_id)
        prefetch('GET /api/distributors/{dist_id}/get-distributors-sells', {
          params: { dist_id },
          query: compareParams(month, compare),
        })
    },
  },
  {
    path: '/distributors/distributors-details/$dist_id/profile',
    title: 'Ficha del distribuidor',
    under: '/distributors/distributors-details',
    ...shared,
    compares: true,
    explores: { query: 'measures=net_sale,orders,units,buyers,new_buyers&where=distributor:$dist_id' },
    load: () => import('./profile-screen.tsx'),
    prefetch: ({ month, compare, params: { dist_id } }) => {
      if (dist_id) prefetch(...profileCall(dist_id, month, compare))
    },
  },
  {
    path: '/distributors-stock-ranking',
    title: 'Ranking de stock',
    ...shared,
    // Stock is read with the calls of products.
    access: 'view:products',
    palette: true,
    load: () => import('./stock-screen.tsx'),
    prefetch: ({ month }) => prefetchList(DISTRIBUTORS_STOCK, { month }),
  },
]
