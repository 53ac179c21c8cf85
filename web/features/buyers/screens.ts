import { prefetch } from '#web/api/call.ts'
import type { Screen } from '#web/api/screen.ts'
import { cohortsCall, effectsCall, NO_CHOICE, performanceCall, repurchaseCall, rfmCall } from './queries.ts'

const shared = { section: 'customers', monthly: true, access: 'view:customers' } as const

export const buyersScreens: readonly Screen[] = [
  {
    ...shared,
    path: '/analysis/cohorts',
    title: 'Cohortes',
    menu: 'Cohortes y recompra',
    explores: {
      query: 'measures=new_buyers,returning_buyers,net_sale&grain=month',
      needs: 'view:scorecard',
    },
    load: () => import('./cohorts-screen.tsx'),
    prefetch: ({ month }) => prefetch(...cohortsCall(month, NO_CHOICE)),
  },
  {
    ...shared,
    path: '/analysis/repurchase',
    title: 'Recompra',
    menu: 'Cohortes y recompra',
    under: '/analysis/cohorts',
    load: () => import('./repurchase-screen.tsx'),
    prefetch: ({ month }) => prefetch(...repurchaseCall(month, NO_CHOICE, 'month')),
  },
  {
    ...shared,
    path: '/analysis/customer-segments',
    title: 'Grupos de clientes',
    load: () => import('./rfm-screen.tsx'),
    prefetch: ({ month }) => prefetch(...rfmCall(month)),
  },
  {
    ...shared,
    path: '/analysis/benefit-performance',
    title: 'Rendimiento de beneficios',
    menu: 'Rendimiento',
    section: 'benefits',
    access: 'view:benefits',
    explores: {
      query: 'measures=orders,net_sale,buyers,new_buyers&by=benefit_group',
      needs: 'view:scorecard',
    },
    load: () => import('./performance-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch(...performanceCall(month, 'group', 1))
      prefetch(...effectsCall(month, 'group'))
    },
  },
]
