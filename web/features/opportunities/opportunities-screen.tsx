// Oportunidades: what distributors do not sell and their peers do, by what it would bring.
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { MonthLink } from '#web/lists/month-link.tsx'
import { ReportLink } from '#web/lists/report-link.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { OPPORTUNITIES } from './queries.ts'
import { text } from './text.ts'

const PATH = '/distributors/opportunities'

export default function OpportunitiesScreen() {
  const month = useMonth()
  const user = useUser()
  const [distId] = useSearchParam('distribuidor')
  const query = distId === null ? {} : { dist_id: distId }
  const summary = useCall('GET /api/distributors/opportunities/summary', {
    query: { start_date: month, ...query },
  }).data?.data
  const product = ({ key, product_name }: Opportunity) =>
    mayUser(user, 'view:products') ? (
      <MonthLink
        className={shared.link}
        to="/products-distribution"
        search={{ by: 'product', de: key, nombre: product_name }}
        aria-label={text.seeSellers(product_name)}
      >
        {product_name}
      </MonthLink>
    ) : (
      product_name
    )
  return (
    <Page>
      <ListTable
        {...OPPORTUNITIES}
        id="opportunities"
        title={text.title}
        subtitle={
          <>
            {summary?.state === 'ok' ? said(summary) : text.note}
            {distId === null ? null : (
              <>
                {' · '}
                <MonthLink className={shared.textLink} to={PATH}>
                  {text.every}
                </MonthLink>
              </>
            )}
          </>
        }
        empty={summary ? said(summary) : undefined}
        month={month}
        query={query}
        cells={{
          product_name: product,
          dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
          last_sold: ({ last_sold }) => last_sold ?? text.never,
        }}
      />
    </Page>
  )
}

function said({ state, months, distributors, opportunities, estimated_net }: OpportunitySummary): string {
  if (state === 'few-months') return text.fewMonths(months)
  if (state === 'few-distributors') return text.fewDistributors(distributors)
  return opportunities === 0 ? text.none : text.found(opportunities, estimated_net, months)
}
