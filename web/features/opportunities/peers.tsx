// The peers of a distributor, and what they sold of a product that it does not sell.
import { opportunityLists } from '#contract/lists/opportunities.ts'
import { lastMonths } from '#contract/month.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { text } from './text.ts'

const PEERS = listSource(opportunityLists.opportunityPeers)

export function Peers({ distId, of }: { distId: string; of: string }) {
  const month = useMonth()
  const [distributor] = useSearchParam('nombre')
  const [product] = useSearchParam('producto')
  const summary = useCall('GET /api/distributors/opportunities/summary', {
    query: { start_date: month, dist_id: distId },
  })
  const months = summary.data?.data.months
  return (
    <ListTable
      {...PEERS}
      id="opportunity-peers"
      title={text.peersOf(distributor ?? distId)}
      subtitle={
        <>
          {months ? (
            text.peersNote(product ?? of, months)
          ) : (
            <StandIn>{text.peersNote(product ?? of, lastMonths(month, 3))}</StandIn>
          )}{' '}
          ·{' '}
          <MonthLink
            className={shared.textLink}
            to="/distributors/opportunities"
            search={{ distribuidor: distId }}
          >
            {text.backToVoids}
          </MonthLink>
        </>
      }
      month={month}
      params={{ dist_id: distId, key: of }}
      cells={{
        dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
      }}
    />
  )
}
