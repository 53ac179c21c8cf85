// The screens of distributors, as routes, menu and titles know them. May touch api and this feature.
import { prefetch } from '#web/api/ask.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/lists/prefetch-list.ts'
import { listQuery } from './list-query.ts'
import { DISTRIBUTORS } from './stock-lists.ts'

const section = 'distributors'
const access = 'view:distributors'
const monthly = true

export const distributorsScreens: readonly Screen[] = [
  {
    path: '/distributors/distributors-overview',
    title: 'Resumen Distribuidores',
    menu: 'Resumen Distribuidores',
    section,
    access,
    monthly,
    compares: true,
    load: () => import('./overview-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetch('GET /api/distributors/resume', { query: compareParams(month, compare) }),
  },
  {
    path: '/distributors/distributors-details',
    title: 'Reportes de Distribuidores',
    menu: 'Reportes de Distribuidores',
    section,
    access,
    monthly,
    compares: true,
    load: () => import('./list-screen.tsx'),
    prefetch: ({ month, compare }) =>
      prefetch('GET /api/distributors/get-distributors-list', { query: listQuery({}, month, compare) }),
  },
  {
    path: '/distributors/distributors-details/$dist_id',
    title: 'Reporte por Distribuidor',
    under: '/distributors/distributors-details',
    section,
    access,
    monthly,
    compares: true,
    load: () => import('./details-screen.tsx'),
    prefetch: ({ month, compare, params: { dist_id } }) => {
      if (dist_id)
        prefetch('GET /api/distributors/{dist_id}/get-distributors-sells', {
          params: { dist_id },
          query: compareParams(month, compare),
        })
    },
  },
  {
    path: '/distributors-stock-ranking',
    title: 'Ranking de stock',
    section,
    // Stock is told by the calls of products.
    access: 'view:products',
    monthly,
    palette: true,
    load: () => import('./stock-screen.tsx'),
    prefetch: ({ month }) => prefetchList(DISTRIBUTORS, { month }),
  },
]
