// Reportes de Distribuidores: every distributor with its orders of the month.

import { useState } from 'react'
import { column } from '#contract/columns.ts'
import type { DistributorsListRow } from '#contract/distributors.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { PlacedChange, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { useGoalTable } from '#web/shared/goals/goal-table.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { Why } from '#web/shared/why/why.tsx'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { DISTRIBUTORS, everyDistributor } from './queries.ts'
import { SendButton } from './send/send-button.tsx'
import { text } from './text.ts'
import { whyOfDistributor } from './why.ts'

const DETAILS = column('details', text.details, 'text', { sortable: false, hasValues: false })

const distIdOf = ({ dist_id }: DistributorsListRow) => dist_id

export default function ListScreen() {
  const user = useUser()
  const { month, compare, against, query } = useMonths()
  const [notice, setNotice] = useState<string | null>(null)
  const state = useCall(...everyDistributor(month, compare))
  const columns = useShownColumns(DISTRIBUTORS.columns)
  const goals = useGoalTable(month, 'distributor', distIdOf, { columns, rows: state.data?.data })
  const subtitle = `${text.listOf(monthName(month))}, ${against}`
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <ClientList
        {...goals}
        call={DISTRIBUTORS.call}
        defaults={DISTRIBUTORS.defaults}
        columns={[...goals.columns, DETAILS]}
        state={state}
        id="distributors"
        rowKey={distIdOf}
        file={`reportes_de_distribuidores_${month}`}
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
        actions={
          <>
            {goals.actions}
            <SendButton fallen={state.data?.data} onDone={setNotice} />
          </>
        }
        cells={{
          dist_name: (row) => <ReportLink distId={row.dist_id}>{row.dist_name}</ReportLink>,
          increment: (row) => (
            <Why of={whyOfDistributor(row.dist_id)}>
              <Change now={row.completed_amount} before={row.prev_completed_amount} />
            </Why>
          ),
          placed_increment: (row) => (
            <PlacedChange
              row={row}
              now={row.completed_amount}
              before={row.prev_completed_amount}
              of={whyOfDistributor(row.dist_id)}
            />
          ),
          details: (row) => <ReportLink distId={row.dist_id}>{text.seeDetails}</ReportLink>,
        }}
      />
    </Page>
  )
}
