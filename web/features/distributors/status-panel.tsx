// The month's orders by status beside the month compared with: a ring and a table. Touches api, ui, text and this feature.
import { useState } from 'react'
import { column } from '#contract/columns.ts'
import type { Resume } from '#contract/distributors.ts'
import type { Month } from '#contract/month.ts'
import { isLost, statusLabel } from '#contract/statuses.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { sumOf } from '#web/text/amounts.ts'
import { money, monthName, shortMoney } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre } from '#web/ui/donut.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { statusColor } from '#web/ui/palette.ts'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './distributors.module.css'
import { text } from './text.ts'

/** Statuses at or under this share of the amount are not shown, in percent. */
const LEAST_SHARE = 1
const HEIGHT = 300

const growthOf = (status: string | undefined) => (status && isLost(status) ? 'bad' : 'good')

/** The orders of a status; 'TODOS': of every one. */
const ordersOf = (month: Month, status: string) => `/customers-orders?month=${month}&status=${status}`

const COLUMNS = [
  column('order_status', text.status, 'status'),
  column('total_amount', text.totals, 'money'),
  column('total_orders', text.count, 'integer'),
  column('percent_amount', text.share, 'percent'),
  column('increment', text.change, 'percent'),
]

interface StatusPanelProps {
  state: Loadable<{ data: Resume; meta: { updated_at: string | null } }>
  month: Month
  compared: Month
}

export function StatusPanel({ state, month, compared }: StatusPanelProps) {
  return (
    <ChartPanel
      title={text.statuses}
      subtitle={text.statusesOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      loading="progress"
      isEmpty={({ data }) => data.main_month.total_orders === 0}
      empty={text.noOrders(monthName(month))}
      file={`estados_de_las_ordenes_${month}`}
    >
      {({ data }) => <Statuses resume={data} month={month} compared={compared} />}
    </ChartPanel>
  )
}

function Statuses({ resume, month, compared }: { resume: Resume; month: Month; compared: Month }) {
  const mayOpenOrders = mayUser(useUser(), 'view:orders')
  const [picked, setPicked] = useState<string | null>(null)
  const all = resume.main_month.resume
  const shown = all.filter((row) => row.percent_amount > LEAST_SHARE)
  const hidden = all.filter((row) => row.percent_amount <= LEAST_SHARE && row.total_orders > 0)
  const chosen = shown.find((row) => row.order_status === picked)
  const before = new Map(resume.prev_month.resume.map((row) => [row.order_status, row.total_amount]))
  return (
    <div className={css.split}>
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
            <ChangeBadge
              change={chosen?.increment ?? resume.increment}
              growth={growthOf(chosen?.order_status)}
            />
          }
          note={versus(compared)}
        />
      </Donut>
      <div className={css.statuses}>
        <ViewAsTable
          caption={text.statuses}
          columns={COLUMNS}
          rows={shown}
          cells={{
            order_status: (row) => (
              <span className={css.status}>
                <span className={css.dot} style={{ background: statusColor(row.order_status) }} />
                {mayOpenOrders ? (
                  <PageLink href={ordersOf(month, row.order_status)}>
                    {statusLabel(row.order_status)}
                  </PageLink>
                ) : (
                  statusLabel(row.order_status)
                )}
              </span>
            ),
            increment: (row) => (
              <Change
                now={row.total_amount}
                before={before.get(row.order_status) ?? 0}
                change={row.increment}
                growth={growthOf(row.order_status)}
              />
            ),
          }}
          foot={{
            order_status: mayOpenOrders ? (
              <PageLink href={ordersOf(month, 'TODOS')} label={text.totalRows}>
                {text.total}
              </PageLink>
            ) : (
              text.total
            ),
            total_amount: resume.main_month.total_amount,
            total_orders: resume.main_month.total_orders,
            percent_amount: 100,
            increment: <ChangeBadge change={resume.increment} bare />,
          }}
        />
        {hidden.length > 0 ? (
          <p className={css.note}>
            {text.small(hidden.length, money(sumOf(hidden.map((row) => row.total_amount))))}
          </p>
        ) : null}
      </div>
    </div>
  )
}
