// The month's orders by status as a ring and a table, with the change against the compared month.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { column } from '#contract/columns.ts'
import type { Resume } from '#contract/distributors.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { money, monthName, shortMoney, sumOf } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { ColorName } from '#web/ui/color-name.tsx'
import { statusColor } from '#web/ui/colors.ts'
import { Donut, DonutCentre } from '#web/ui/donut.tsx'
import { PageLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import type { ResumeState } from './billing-panel.tsx'
import css from './distributors.module.css'
import { growthOf, splitStatuses } from './rules.ts'
import { text } from './text.ts'
import { whyOfStatus } from './why.ts'

const COLUMNS = [
  column('order_status', text.status, 'status'),
  column('total_amount', text.totals, 'money'),
  column('total_orders', text.count, 'integer'),
  column('percent_amount', text.share, 'share'),
  column('increment', text.change, 'percent'),
]

export function StatusPanel({ state }: { state: ResumeState }) {
  const { month } = useMonths()
  return (
    <ChartPanel
      title={text.statuses}
      subtitle={text.statusesOf(monthName(month))}
      state={state}
      height={300}
      loading="progress"
      isEmpty={({ data }) => data.main_month.total_orders === 0}
      empty={noOrdersIn({ month })}
      file={`estados_de_las_ordenes_${month}`}
    >
      {({ data }) => (
        <div className={`${shared.split} ${css.split}`}>
          <Ring resume={data} />
          <StatusTable resume={data} />
        </div>
      )}
    </ChartPanel>
  )
}

function Ring({ resume }: { resume: Resume }) {
  const { month, againstOrders } = useMonths()
  const [picked, setPicked] = useState<string | null>(null)
  const { shown } = splitStatuses(resume.main_month.resume)
  const chosen = shown.find((row) => row.order_status === picked)
  const before = chosen ? previousOf(resume).get(chosen.order_status) : resume.prev_month.total_amount
  return (
    <Donut
      label={`${text.statuses}. ${text.statusesOf(monthName(month))}`}
      slices={shown.map((row) => ({
        key: row.order_status,
        label: statusLabel(row.order_status),
        value: row.total_amount,
        color: statusColor(row.order_status),
      }))}
      format={money}
      selected={chosen?.order_status ?? null}
      onSelect={setPicked}
    >
      <DonutCentre
        title={chosen ? statusLabel(chosen.order_status) : text.total}
        value={shortMoney(chosen?.total_amount ?? resume.main_month.total_amount)}
        change={
          <WhyBadge
            of={whyOfStatus(chosen?.order_status)}
            now={chosen?.total_amount ?? resume.main_month.total_amount}
            before={before ?? 0}
            growth={growthOf(chosen?.order_status)}
          />
        }
        note={againstOrders(resume.prev_month.total_orders)}
      />
    </Donut>
  )
}

/** Amounts of the compared month by status. */
const previousOf = ({ prev_month }: Resume) =>
  new Map(prev_month.resume.map((row) => [row.order_status, row.total_amount]))

function StatusTable({ resume }: { resume: Resume }) {
  const { shown, hidden } = splitStatuses(resume.main_month.resume)
  const before = previousOf(resume)
  return (
    <div className={css.statuses}>
      <ViewAsTable
        caption={text.statuses}
        columns={COLUMNS}
        rows={shown}
        cells={{
          order_status: ({ order_status }) => (
            <ColorName color={statusColor(order_status)}>
              <OrdersLink status={order_status}>{statusLabel(order_status)}</OrdersLink>
            </ColorName>
          ),
          increment: (row) => (
            <Why of={whyOfStatus(row.order_status)}>
              <Change
                now={row.total_amount}
                before={before.get(row.order_status) ?? 0}
                growth={growthOf(row.order_status)}
              />
            </Why>
          ),
        }}
        foot={{
          order_status: (
            <OrdersLink status="TODOS" label={text.totalRows}>
              {text.total}
            </OrdersLink>
          ),
          total_amount: resume.main_month.total_amount,
          total_orders: resume.main_month.total_orders,
          percent_amount: 100,
          increment: (
            <WhyBadge
              of={whyOfStatus()}
              now={resume.main_month.total_amount}
              before={resume.prev_month.total_amount}
              growth="good"
              bare
            />
          ),
        }}
      />
      {hidden.length > 0 ? (
        <Text fz="xs" c="dimmed" mt={10}>
          {text.small(hidden.length, money(sumOf(hidden.map((row) => row.total_amount))))}
        </Text>
      ) : null}
    </div>
  )
}

interface OrdersLinkProps {
  /** 'TODOS' for every status. */
  status: string
  label?: string
  children: string
}

/** Links to the orders of a status, where the user may see them. */
function OrdersLink({ status, label, children }: OrdersLinkProps) {
  const { month } = useMonths()
  if (!mayUser(useUser(), 'view:orders')) return children
  return (
    <PageLink href={`/customers-orders?month=${month}&status=${status}&counted=1`} {...(label && { label })}>
      {children}
    </PageLink>
  )
}
