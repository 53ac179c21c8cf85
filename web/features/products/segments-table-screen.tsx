// Segmentos, Tabla: every segment with sales in the month.
import { segmentsTable } from '#contract/lists/products.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { changeCells, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { useGoalTable } from '#web/shared/goals/goal-table.tsx'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { BusinessName, RankingLink, SegmentsTabs } from './links.tsx'
import { segmentOf, whyOfSegment } from './rules.ts'
import { text } from './text.ts'

const SEGMENTS = 'GET /api/orders/ranking-orders-by-segments'
const DEFAULTS = { perPage: 25, orderBy: 'total_amount', order: 'DESC' } as const

export default function SegmentsTableScreen() {
  const { month, against, query } = useMonths()
  const state = useCall(SEGMENTS, { query })
  const columns = useShownColumns(segmentsTable.columns)
  const table = useGoalTable(month, 'segment', segmentOf, { columns, rows: state.data?.data.rows })
  return (
    <Page>
      <SegmentsTabs />
      <ClientList
        id="segments"
        file={`segmentos_${month}`}
        title={text.segmentsTable}
        subtitle={`${text.completedOf(monthName(month))}, ${against}`}
        {...table}
        rowKey={(row) => `${row.business} ${row.segment}`}
        call={SEGMENTS}
        query={query}
        defaults={DEFAULTS}
        state={state}
        cells={{
          segment: (row) => <RankingLink of={row}>{row.segment}</RankingLink>,
          business: (row) => <BusinessName name={row.business} />,
          ...changeCells(whyOfSegment),
        }}
      />
    </Page>
  )
}
