// Segmentos, Tabla: every segment that sold in the month. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { segmentsColumns } from '#contract/products-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { Page } from '#web/ui/page.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { BusinessName } from './business-name.tsx'
import { RankingLink } from './ranking-link.tsx'
import { SegmentsTabs } from './segments-tabs.tsx'
import { text } from './text.ts'

const SEGMENTS = 'GET /api/orders/ranking-orders-by-segments'
const DEFAULTS = { perPage: 25, orderBy: 'total_amount', order: 'DESC' } as const

export default function SegmentsTableScreen() {
  const user = useUser()
  const { month, compared, asked } = useMonths()
  const [view, onView] = useTableView(segmentsColumns, DEFAULTS)
  const state = useQuery(fetchQuery(SEGMENTS, { query: asked }))
  return (
    <Page>
      <SegmentsTabs />
      <ClientTable
        id="segments"
        file={`segmentos_${month}`}
        title={text.segmentsTable}
        subtitle={`${text.completedOf(monthName(month))}, ${versus(compared)}`}
        updatedAt={state.data?.meta.updated_at}
        columns={segmentsColumns}
        rowKey={(row) => `${row.business} ${row.segment}`}
        state={{ ...state, data: state.data?.data.rows }}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) =>
                downloadExport(SEGMENTS, {
                  query: { ...asked, orderBy: view.orderBy, order: view.order, format },
                })
            : undefined
        }
        cells={{
          segment: (row) => <RankingLink of={{ month, ...row }}>{row.segment}</RankingLink>,
          business: (row) => <BusinessName name={row.business} />,
          increment: (row) => (
            <Change now={row.total_amount} before={row.prev_amount} change={row.increment} />
          ),
        }}
      />
    </Page>
  )
}
