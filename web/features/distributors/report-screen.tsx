// Reporte por Distribuidor: one distributor's month by status, with the change against the compared month.

import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { distributorTable } from '#contract/lists/distributors.ts'
import { useMonths } from '#web/api/compare.ts'
import { ApiError } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { ClientList } from '#web/lists/client-list.tsx'
import { MonthLink } from '#web/lists/month-link.tsx'
import { Why } from '#web/lists/why.tsx'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import shared from '#web/ui/shared.module.css'
import { EmptyState } from '#web/ui/states.tsx'
import { GoalPanel } from './goal-panel.tsx'
import { ReportHeading } from './report-heading.tsx'
import { ReportRing } from './report-ring.tsx'
import { growthOf } from './rules.ts'
import { text } from './text.ts'
import { whyOfStatus } from './why.ts'

const REPORT = 'GET /api/distributors/{dist_id}/get-distributors-sells'
const HEIGHT = 280
const DEFAULTS = { perPage: 25, orderBy: 'amount', order: 'DESC' } as const

export default function ReportScreen() {
  const user = useUser()
  const { month, compared, against, query } = useMonths()
  const { dist_id = '' } = useParams({ strict: false })
  const state = useCall(REPORT, { params: { dist_id }, query })
  const report = state.data?.data
  const empty = text.noOrdersOf(report?.dist_name ?? dist_id, monthName(month))
  const noOrders = report?.main_month.total_orders === 0
  const rows = useMemo(() => (noOrders ? [] : report?.items), [report, noOrders])
  if (state.error instanceof ApiError && state.error.status === 404) return <Unknown id={dist_id} />
  const ordersOf = (status: string) =>
    `/customers-orders?month=${month}&status=${status}&dist=${encodeURIComponent(dist_id)}`
  return (
    <Page>
      <ReportHeading name={report?.dist_name} id={dist_id} failed={state.isError} />
      <ChartPanel
        title={text.byLabel}
        subtitle={text.statusesOf(monthName(month))}
        state={state}
        height={HEIGHT}
        isEmpty={({ data }) => data.main_month.total_orders === 0}
        empty={empty}
        file={`montos_${dist_id}_${month}`}
        table={({ data }) => ({ columns: distributorTable.columns, rows: data.items })}
      >
        {({ data }) => <ReportRing report={data} />}
      </ChartPanel>
      <GoalPanel distId={dist_id} />
      <ClientList
        id="distributor"
        file={`reporte_por_distribuidor_${month}`}
        title={text.comparison(monthName(compared))}
        subtitle={`${text.statusesOf(monthName(month))}, ${against}`}
        updatedAt={null}
        columns={distributorTable.columns}
        rowKey={(row) => row.order_status}
        call={REPORT}
        params={{ dist_id }}
        query={query}
        defaults={DEFAULTS}
        state={state}
        rows={rows}
        empty={empty}
        cells={{
          increment: (row) => (
            <Why of={whyOfStatus(row.order_status, dist_id)}>
              <Change
                now={row.amount}
                before={row.prev_amount}
                change={row.increment}
                growth={growthOf(row.order_status)}
              />
            </Why>
          ),
          label: ({ order_status, label }) =>
            mayUser(user, 'view:orders') ? <PageLink href={ordersOf(order_status)}>{label}</PageLink> : label,
        }}
      />
    </Page>
  )
}

/** The address contains an unknown id, so retrying would not help. */
const Unknown = ({ id }: { id: string }) => (
  <Page>
    <ReportHeading name={undefined} id={id} failed />
    <Panel title={text.unknown}>
      <EmptyState height={HEIGHT}>
        {text.unknownNote(id)}{' '}
        <MonthLink className={shared.textLink} to="/distributors/distributors-details">
          {text.seeEvery}
        </MonthLink>
      </EmptyState>
    </Panel>
  </Page>
)
