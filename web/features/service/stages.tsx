// How long orders stayed in each status: in general, and per distributor.
import { serviceLists, stagesTable } from '#contract/lists/service.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { date, integer, monthName } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { text } from './text.ts'

const BY_DISTRIBUTOR = listSource(serviceLists.distributorStages)
const ORDERS = listSource(serviceLists.stageOrders)
const PATH = '/distributors/service'
const HERE = { vista: 'etapas' }
/** Search parameter: the status whose orders are listed. */
const CHOSEN = 'etapa'
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
            {text.stagesOf(monthName(month))}. {note}
          </>
        }
        empty={note ?? ''}
        columns={stagesTable.columns}
        defaults={DEFAULTS}
        state={stages}
        rows={stages.data?.data}
        rowKey={(row) => row.status}
        cells={{ orders: ({ status, orders }) => <Count status={status} count={orders} /> }}
      />
      {chosen !== null && mayOrders ? <StageOrders status={chosen} /> : <ByDistributor note={note} />}
    </>
  )
}

function ByDistributor({ note }: { note: string | undefined }) {
  const month = useMonth()
  return (
    <ListTable
      {...BY_DISTRIBUTOR}
      id="distributor-stages"
      title={text.stagesByDistributor}
      subtitle={text.stagesByDistributorOf(monthName(month))}
      empty={note ?? ''}
      month={month}
      cells={{
        dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
        orders: ({ status, orders, ...row }) => <Count status={status} count={orders} of={row} />,
      }}
    />
  )
}

interface Of {
  readonly dist_id: string
  readonly dist_name: string
}

/** Opens the orders that it counts. */
function Count({ status, count, of }: { status: string; count: number; of?: Of }) {
  if (!mayUser(useUser(), 'view:orders')) return integer(count)
  return (
    <MonthLink
      className={shared.link}
      to={PATH}
      search={{ ...HERE, [CHOSEN]: status, distribuidor: of?.dist_id, nombre: of?.dist_name }}
      aria-label={text.seeStage(integer(count), statusLabel(status), of?.dist_name)}
    >
      {integer(count)}
    </MonthLink>
  )
}

function StageOrders({ status }: { status: string }) {
  const month = useMonth()
  const [distId] = useSearchParam('distribuidor')
  const [name] = useSearchParam('nombre')
  return (
    <ListTable
      {...ORDERS}
      id="stage-orders"
      title={text.stageOrders(statusLabel(status))}
      subtitle={
        <>
          {text.stageOrdersOf(monthName(month), name ?? distId)} ·{' '}
          <MonthLink className={shared.textLink} to={PATH} search={HERE}>
            {text.backToStages}
          </MonthLink>
        </>
      }
      month={month}
      query={{ status, ...(distId !== null && { only_dist_id: distId }) }}
    />
  )
}
