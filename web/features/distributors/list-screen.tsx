// Reportes de Distribuidores: every distributor with its orders of the month. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, column } from '#contract/columns.ts'
import { distributorsListColumns } from '#contract/distributors-columns.ts'
import { keepPreviousQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { Page } from '#web/ui/page.tsx'
import { ServerTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import css from './distributors.module.css'
import { LIST_DEFAULTS, parametersOf } from './list-query.ts'
import { ReportLink } from './report-link.tsx'
import { text } from './text.ts'

const LIST = 'GET /api/distributors/get-distributors-list'
/** The name first: it stays in sight on a phone, beside what it billed and how that changed. The e-mail last. */
const FIRST = ['dist_name', 'completed_amount', 'increment', 'difference', 'prev_completed_amount']
const LAST = ['dist_email']
const ofKeys = (keys: readonly string[]) =>
  keys.flatMap((key) => distributorsListColumns.filter((each) => each.key === key))
const COLUMNS: readonly Column[] = [
  ...ofKeys(FIRST),
  ...distributorsListColumns.filter(({ key }) => !FIRST.includes(key) && !LAST.includes(key)),
  ...ofKeys(LAST),
  column('details', text.details, 'text', { sortable: false }),
]

export default function ListScreen() {
  const user = useUser()
  const { month, compare, compared } = useMonths()
  const [view, onView] = useTableView(COLUMNS, LIST_DEFAULTS)
  const query = parametersOf(view, month, compare)
  const of = `${text.listOf(monthName(month))}, ${versus(compared)}`
  const state = useQuery(keepPreviousQuery(LIST, { query }))
  return (
    <Page>
      <ServerTable
        id="distributors"
        title={text.list}
        subtitle={
          mayUser(user, 'view:products') ? (
            <>
              {of} ·{' '}
              <Link className={css.textLink ?? ''} to="/distributors-stock-ranking" search={{ month }}>
                {text.stockRanking}
              </Link>
            </>
          ) : (
            of
          )
        }
        updatedAt={state.data?.meta.updated_at}
        columns={COLUMNS}
        rowKey={(row) => row.dist_id}
        state={state}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) => downloadExport(LIST, { query: { ...query, format } })
            : undefined
        }
        cells={{
          dist_name: (row) => (
            <ReportLink distId={row.dist_id} month={month}>
              {row.dist_name}
            </ReportLink>
          ),
          increment: (row) => (
            <Change now={row.completed_amount} before={row.prev_completed_amount} change={row.increment} />
          ),
          details: (row) => (
            <ReportLink distId={row.dist_id} month={month}>
              {text.seeDetails}
            </ReportLink>
          ),
        }}
      />
    </Page>
  )
}
