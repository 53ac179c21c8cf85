// Reportes de Distribuidores: every distributor with its orders of the month.
import { column } from '#contract/columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useGoalColumns } from '#web/lists/goal-columns.ts'
import { PlacedChange, useRunningColumns } from '#web/lists/in-preparation.tsx'
import { ListTable } from '#web/lists/list-table.tsx'
import { MonthLink } from '#web/lists/month-link.tsx'
import { Why } from '#web/lists/why.tsx'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ReportLink } from './links.tsx'
import { DISTRIBUTORS } from './queries.ts'
import { text } from './text.ts'
import { whyOfDistributor } from './why.ts'

const DETAILS = column('details', text.details, 'text', { sortable: false })

export default function ListScreen() {
  const user = useUser()
  const { month, against, query } = useMonths()
  const goals = useGoalColumns(month, 'distributor', ({ dist_id }: { dist_id: string }) => dist_id)
  const subtitle = `${text.listOf(monthName(month))}, ${against}`
  return (
    <Page>
      <ListTable
        {...DISTRIBUTORS}
        columns={[...useRunningColumns(DISTRIBUTORS.columns), ...goals.columns, DETAILS]}
        id="distributors"
        title={text.list}
        subtitle={
          mayUser(user, 'view:products') ? (
            <>
              {subtitle} ·{' '}
              <MonthLink className={shared.textLink} to="/distributors-stock-ranking">
                {text.stockRanking}
              </MonthLink>
            </>
          ) : (
            subtitle
          )
        }
        query={query}
        cells={{
          dist_name: (row) => <ReportLink distId={row.dist_id}>{row.dist_name}</ReportLink>,
          increment: (row) => (
            <Why of={whyOfDistributor(row.dist_id)}>
              <Change now={row.completed_amount} before={row.prev_completed_amount} change={row.increment} />
            </Why>
          ),
          placed_increment: (row) => <PlacedChange row={row} />,
          ...goals.cells,
          details: (row) => <ReportLink distId={row.dist_id}>{text.seeDetails}</ReportLink>,
        }}
      />
    </Page>
  )
}
