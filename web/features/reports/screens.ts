// The screens of reports, for routes, menu and titles.
import { reportLists } from '#contract/lists/reports.ts'
import { prefetch } from '#web/api/call.ts'
import { compareParams } from '#web/api/compare-params.ts'
import { prefetchList, screenSource } from '#web/shared/lists/list.ts'
import { listScreens } from '#web/shared/lists/list-screens.ts'

const { simpleReport } = reportLists

export const reportsScreens = listScreens(reportLists, 'reports', {
  simpleReport: {
    compares: true,
    explores: { query: 'measures=net_sale,orders,units,buyers&by=product', needs: 'view:products' },
    load: () => import('./simple-screen.tsx'),
    prefetch: ({ month, compare }) => {
      prefetch('GET /api/reports/products/simple/detail', { query: compareParams(month, compare) })
      prefetchList(screenSource(simpleReport, simpleReport.screen), { month })
    },
  },
})
