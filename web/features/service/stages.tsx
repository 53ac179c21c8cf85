// How long orders stayed in each status: in general, and per distributor.
import { serviceLists, stagesTable } from '#contract/lists/service.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { date, monthName } from '#web/text/format.ts'
import { text } from './text.ts'

const BY_DISTRIBUTOR = listSource(serviceLists.distributorStages)
const DEFAULTS = { perPage: 25, orderBy: '', order: 'ASC' } as const

export function Stages() {
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
      />
      <ListTable
        {...BY_DISTRIBUTOR}
        id="distributor-stages"
        title={text.stagesByDistributor}
        subtitle={text.stagesByDistributorOf(monthName(month))}
        empty={note ?? ''}
        month={month}
        cells={{
          dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
        }}
      />
    </>
  )
}
