import { compareParams } from '#web/api/compare-params.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import { MARGINS } from './queries.ts'

export const costScreens: readonly Screen[] = [
  {
    path: '/products-costs',
    title: 'Costos y margen',
    section: 'products',
    access: 'view:costs',
    monthly: true,
    compares: true,
    explores: {
      query: 'measures=net_sale,margin,margin_rate,cost_coverage&by=product',
      needs: 'view:products',
    },
    load: () => import('./costs-screen.tsx'),
    prefetch: ({ month, compare }) => prefetchList(MARGINS, { query: compareParams(month, compare) }),
  },
]
