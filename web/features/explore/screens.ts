// Screen of questions, for routes, menu and title. Loads nothing of the catalogue.
import { weekAsked } from '#contract/questions/periods.ts'
import type { Screen } from '#web/api/screen.ts'

export const exploreScreens: readonly Screen[] = [
  {
    path: '/analysis/explore',
    title: 'Explorar',
    section: 'analysis',
    access: 'view:scorecard',
    load: () => import('./explore-screen.tsx'),
  },
  {
    path: '/analysis/week',
    title: 'Cómo fue la semana',
    section: 'analysis',
    palette: true,
    under: '/analysis/explore',
    access: 'view:scorecard',
    explores: {
      query: 'measures=net_sale,orders,buyers&by=distributor&period=last_week&compare=previous',
      needs: 'view:distributors',
      days: ({ week }) => {
        const asked = weekAsked(typeof week === 'string' ? week : null)
        return asked === 'last_week' ? undefined : asked
      },
    },
    load: () => import('./week-screen.tsx'),
  },
]
