// Reportes de Distribuidores: every distributor with its orders of the month.
import { column } from '#contract/columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { shareOf } from '#web/lists/goal-line.tsx'
import { useGoalProgress } from '#web/lists/goal-progress.ts'
import { PlacedChange, useRunningColumns } from '#web/lists/in-preparation.tsx'
import { ListTable } from '#web/lists/list-table.tsx'
import { MonthLink } from '#web/lists/month-link.tsx'
import { goalText } from '#web/lists/text.ts'
import { Why } from '#web/lists/why.tsx'
import { money, monthName, percent } from '#web/text/format.ts'
import { Change } from '#web/ui/change.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ReportLink } from './links.tsx'
import { DISTRIBUTORS } from './queries.ts'
import { text } from './text.ts'
import { whyOfDistributor } from './why.ts'

const DETAILS = column('details', text.details, 'text', { sortable: false })
const UNSORTED = { sortable: false, nullable: true } as const
const GOALS = [
  column('goal', goalText.goal, 'money', UNSORTED),
  column('goal_share', goalText.share, 'percent', UNSORTED),
  column('goal_forecast', goalText.monthEnd, 'money', UNSORTED),
]
const COLUMNS = [...DISTRIBUTORS.columns, DETAILS]
const WITH_GOALS = [...DISTRIBUTORS.columns, ...GOALS, DETAILS]

const written = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? null : write(value)

export default function ListScreen() {
  const user = useUser()
  const { month, against, query } = useMonths()
  const goals = new Map(useGoalProgress(month, 'distributor').map((each) => [each.key, each]))
  const subtitle = `${text.listOf(monthName(month))}, ${against}`
  return (
    <Page>
      <ListTable
        {...DISTRIBUTORS}
        columns={useRunningColumns(goals.size > 0 ? WITH_GOALS : COLUMNS)}
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
        rowKey={(row) => row.dist_id}
        cells={{
          dist_name: (row) => <ReportLink distId={row.dist_id}>{row.dist_name}</ReportLink>,
          increment: (row) => (
            <Why of={whyOfDistributor(row.dist_id)}>
              <Change now={row.completed_amount} before={row.prev_completed_amount} change={row.increment} />
            </Why>
          ),
          placed_increment: (row) => <PlacedChange row={row} />,
          goal: ({ dist_id }) => written(goals.get(dist_id)?.goal, money),
          goal_share: ({ dist_id }) => {
            const progress = goals.get(dist_id)
            return written(progress && shareOf(progress), percent)
          },
          goal_forecast: ({ dist_id }) => written(goals.get(dist_id)?.forecast, money),
          details: (row) => <ReportLink distId={row.dist_id}>{text.seeDetails}</ReportLink>,
        }}
      />
    </Page>
  )
}
