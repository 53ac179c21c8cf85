// Reportes de Distribuidores: every distributor with its orders of the month. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, column } from '#contract/columns.ts'
import { distributorsListColumns } from '#contract/distributors-columns.ts'
import { askKeeping } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change.tsx'
import { Page } from '#web/ui/page.tsx'
import { ServerTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import css from './distributors.module.css'
import { LIST_DEFAULTS, parametersOf } from './list-query.ts'
import { ReportLink } from './report-link.tsx'
import { text } from './text.ts'

const LIST = 'GET /api/distributors/get-distributors-list'
const ofKey = (key: string) => distributorsListColumns.filter((each) => each.key === key)
const ENDS: readonly string[] = ['dist_name', 'dist_email']
/** The name first: it stays in sight on a phone. The e-mail last: figures are what is compared. */
const COLUMNS: readonly Column[] = [
  ...ofKey('dist_name'),
  ...distributorsListColumns.filter(({ key }) => !ENDS.includes(key)),
  ...ofKey('dist_email'),
  column('details', text.details, 'text', { sortable: false }),
]

export default function ListScreen() {
  const user = useUser()
  const month = useMonth()
  const [view, onView] = useTableView(COLUMNS, LIST_DEFAULTS)
  const query = parametersOf(view, month)
  const state = useQuery(askKeeping(LIST, { query }))
  return (
    <Page>
      <ServerTable
        id="distributors"
        title={text.list}
        subtitle={
          mayUser(user, 'view:products') ? (
            <>
              {text.listOf(monthName(month))} ·{' '}
              <Link className={css.textLink ?? ''} to="/distributors-stock-ranking" search={{ month }}>
                {text.stockRanking}
              </Link>
            </>
          ) : (
            text.listOf(monthName(month))
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
