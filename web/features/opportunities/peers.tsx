// The peers of a distributor, and what they sold of a product that it does not sell.
import type { RowOf } from '#contract/endpoint.ts'
import { opportunityLists } from '#contract/lists/opportunities.ts'
import { lastMonths, monthBounds } from '#contract/month.ts'
import type { opportunityCalls } from '#contract/opportunities.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ExploreLink } from '#web/shared/links/explore-link.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { money, units } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { text } from './text.ts'

type Peer = RowOf<typeof opportunityCalls.opportunityPeers>

const PEERS = listSource(opportunityLists.opportunityPeers)

export function Peers({ distId, of }: { distId: string; of: string }) {
  const month = useMonth()
  const [distributor] = useSearchParam('nombre')
  const [product] = useSearchParam('producto')
  const summary = useCall('GET /api/distributors/opportunities/summary', {
    query: { start_date: month, dist_id: distId },
  })
  const months = summary.data?.data.months
  const [first, last] = [months?.[0], months?.at(-1)]
  /** Opens the months that add up to what a peer sold. */
  const sold = ({ dist_id, dist_name, total_amount, units_sold }: Peer, figure: string) =>
    first && last && (total_amount !== 0 || units_sold !== 0) ? (
      <ExploreLink
        asked={{
          ...{ measures: 'net_sale,units', grain: 'month' },
          ...{ from: monthBounds(first).from_date, to: monthBounds(last).to_date },
        }}
        where={[keptValue('product', of), keptValue('distributor', dist_id)]}
        label={text.seeMonths(dist_name)}
      >
        {figure}
      </ExploreLink>
    ) : (
      figure
    )
  return (
    <ListTable
      {...PEERS}
      id="opportunity-peers"
      title={text.peersOf(distributor ?? distId)}
      subtitle={
        <>
          {summary.isPending ? (
            <StandIn>{text.peersNote(product ?? of, lastMonths(month, 3))}</StandIn>
          ) : (
            text.peersNote(product ?? of, months)
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
        total_amount: (row) => sold(row, money(row.total_amount)),
        units_sold: (row) => sold(row, units(row.units_sold)),
        dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
      }}
    />
  )
}
