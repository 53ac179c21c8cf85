// Reporte por Distribuidor: one distributor's month by status, with the change against the compared month.
import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DistributorSells } from '#contract/distributors.ts'
import { distributorTable } from '#contract/lists/distributors.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { ApiError } from '#web/api/errors.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { GoalLine } from '#web/shared/goals/goal-line.tsx'
import { useGoalProgress } from '#web/shared/goals/goal-progress.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { cellText, money, monthName, shortMoney } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { statusColor } from '#web/ui/colors.ts'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { Page, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import css from './distributors.module.css'
import { ReportHeading } from './report-heading.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { growthOf } from './rules.ts'
import { text } from './text.ts'
import { UnknownDistributor } from './unknown-distributor.tsx'
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
  const empty = noOrdersIn({ month, distributor: report?.dist_name ?? dist_id })
  const noOrders = report?.main_month.total_orders === 0
  const rows = useMemo(() => (noOrders ? [] : report?.items), [report, noOrders])
  if (state.error instanceof ApiError && state.error.status === 404)
    return <UnknownDistributor id={dist_id} height={HEIGHT} />
  const ordersOf = (status: string) =>
    `/customers-orders?month=${month}&status=${status}&dist=${encodeURIComponent(dist_id)}&counted=1`
  return (
    <Page>
      <ReportHeading name={report?.dist_name} id={dist_id} failed={state.isError} />
      <ReportTabs id={dist_id} />
      <ChartPanel
        title={text.byLabel}
        subtitle={text.statusesOf(monthName(month))}
        state={state}
        height={HEIGHT}
        grows
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
              <Change now={row.amount} before={row.prev_amount} growth={growthOf(row.order_status)} />
            </Why>
          ),
          label: ({ order_status, label }) =>
            mayUser(user, 'view:orders') ? <PageLink href={ordersOf(order_status)}>{label}</PageLink> : label,
        }}
      />
    </Page>
  )
}

function ReportRing({ report }: { report: DistributorSells }) {
  const { month, againstOrders } = useMonths()
  const [picked, setPicked] = useState<string | null>(null)
  const slices = report.items
    .filter(({ amount }) => amount > 0)
    .map(({ order_status, label, amount, prev_amount }) => ({
      key: order_status,
      label,
      value: amount,
      color: statusColor(order_status),
      note: (
        <Why of={whyOfStatus(order_status, report.dist_id)}>
          <Change now={amount} before={prev_amount} growth={growthOf(order_status)} />
        </Why>
      ),
    }))
  const chosen = report.items.find(({ order_status }) => order_status === picked)
  const ring = { slices, format: money, selected: picked, onSelect: setPicked }
  return (
    <div className={`${shared.split} ${css.split}`}>
      <Donut {...ring} label={`${text.byLabel}. ${report.dist_name}, ${monthName(month)}`}>
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={shortMoney(chosen?.amount ?? report.main_month.total_amount)}
          change={
            <WhyBadge
              of={whyOfStatus(chosen?.order_status, report.dist_id)}
              now={chosen?.amount ?? report.main_month.total_amount}
              before={chosen?.prev_amount ?? report.prev_month.total_amount}
              growth={growthOf(picked)}
            />
          }
          note={againstOrders(report.prev_month.total_orders, report.dist_name)}
        />
      </Donut>
      <DonutLegend {...ring} />
    </div>
  )
}

function GoalPanel({ distId }: { distId: string }) {
  const month = useMonth()
  const goals = useGoalProgress(month, 'distributor', { key: distId })
  if (goals.length === 0) return null
  return (
    <Panel title={text.goalsOf(monthName(month))}>
      <div className={css.goals}>
        {goals.map((progress) => {
          const measure = measureOf(progress.measure)
          const write = (value: number) => cellText(value, measure)
          return (
            <section key={progress.measure} aria-label={measure.title}>
              <h3>{measure.title}</h3>
              <Text inherit fz="1.5rem" fw={600}>
                {write(progress.so_far)}
              </Text>
              <GoalLine month={month} progress={progress} write={write} />
            </section>
          )
        })}
      </div>
    </Panel>
  )
}
