// How long orders stayed in each status: in general, and per distributor or per province.
import { stagesTable } from '#contract/lists/service.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { cellText, date, integer, monthName } from '#web/text/format.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import {
  Above,
  Behind,
  BY_PROVINCE,
  DISTRIBUTOR,
  type OfRow,
  ofDistributor,
  ofProvince,
  RowChoice,
  useByProvince,
  useRowOf,
} from './behind.tsx'
import { STAGE_ORDERS, STAGES_OF_DISTRIBUTORS, STAGES_OF_PROVINCES } from './queries.ts'
import { text } from './text.ts'

const HERE = { vista: 'etapas' }
/** Search parameter: the status whose orders are listed. */
const CHOSEN = 'etapa'
const DAYS = { format: 'decimal2' } as const
const DEFAULTS = { perPage: 25, orderBy: '', order: 'ASC' } as const

export function Stages() {
  const mayOrders = mayUser(useUser(), 'view:orders')
  const [chosen] = useSearchParam(CHOSEN)
  const month = useMonth()
  const query = { start_date: month }
  const stages = useCall('GET /api/distributors/service/stages', { query })
  const { data: since } = useCall('GET /api/distributors/service/stages/since')
  const note = since && text.seenSince(since.data.since === null ? null : date(since.data.since))
  return (
    <>
      <ClientList
        call="GET /api/distributors/service/stages"
        query={query}
        id="stages"
        prefix="e_"
        file={stagesTable.file}
        title={text.stages}
        subtitle={
          <>
            {text.stagesOf(monthName(month))}
            {since?.data.since ? `. ${note}` : ''}
          </>
        }
        empty={note ?? ''}
        columns={stagesTable.columns}
        defaults={DEFAULTS}
        state={stages}
        rows={stages.data?.data}
        rowKey={(row) => row.status}
        cells={cellsOf()}
      />
      {chosen !== null && mayOrders ? <StageOrders status={chosen} /> : <ByRow note={note} />}
    </>
  )
}

function ByRow({ note }: { note: string | undefined }) {
  const month = useMonth()
  const byProvince = useByProvince()
  return (
    <>
      <RowChoice view={HERE} />
      {byProvince ? (
        <ListTable
          key="provinces"
          {...STAGES_OF_PROVINCES}
          id="province-stages"
          title={text.stagesByProvince}
          subtitle={text.stagesByProvinceOf(monthName(month))}
          empty={note ?? ''}
          month={month}
          cells={cellsOf<Stage & { province: string }>(ofProvince)}
        />
      ) : (
        <ListTable
          key="distributors"
          {...STAGES_OF_DISTRIBUTORS}
          id="distributor-stages"
          title={text.stagesByDistributor}
          subtitle={text.stagesByDistributorOf(monthName(month))}
          empty={note ?? ''}
          month={month}
          cells={{
            dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
            ...cellsOf<Stage & { dist_id: string; dist_name: string }>(ofDistributor),
          }}
        />
      )}
    </>
  )
}

interface Stage {
  readonly status: string
  readonly orders: number
  readonly median_days: number | null
  readonly p90_days: number | null
}

/** Each number of a stage opens the orders that left it. */
function cellsOf<Row extends Stage>(of: (row: Row) => OfRow = () => ({})) {
  const cell = (row: Row, figure: string) => (
    <Behind of={of(row)} list={{ ...HERE, [CHOSEN]: row.status }} what={statusLabel(row.status)}>
      {figure}
    </Behind>
  )
  return {
    median_days: (row: Row) => cell(row, cellText(row.median_days, DAYS)),
    p90_days: (row: Row) => cell(row, cellText(row.p90_days, DAYS)),
    orders: (row: Row) => cell(row, integer(row.orders)),
  }
}

function StageOrders({ status }: { status: string }) {
  const month = useMonth()
  const { limits, name } = useRowOf()
  const view = { ...HERE, ...(limits.province !== undefined && BY_PROVINCE) }
  return (
    <ListTable
      {...STAGE_ORDERS}
      id="stage-orders"
      cells={DISTRIBUTOR}
      title={text.stageOrders(statusLabel(status))}
      subtitle={<Above words={text.createdIn(monthName(month), name)} view={view} back={text.backToStages} />}
      month={month}
      query={{ status, ...limits }}
    />
  )
}
