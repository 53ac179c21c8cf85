// Who billed how much: a ring and a list of distributors beside the month compared with. Touches ui, text and this feature.
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { column } from '#contract/columns.ts'
import type { Resume } from '#contract/distributors.ts'
import type { Month } from '#contract/month.ts'
import { changeOf, sumOf, toCents } from '#web/text/amounts.ts'
import { integer, money, monthName, shortMoney, signedShortMoney } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { linkLook } from '#web/ui/button.tsx'
import { Change } from '#web/ui/change.tsx'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { categorical, categoricalColor, rest } from '#web/ui/palette.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import css from './distributors.module.css'
import { ReportLink } from './report-link.tsx'
import { text } from './text.ts'

type Item = Resume['billing']['items'][number]

const REST = 'rest'
const ARROW = <IconArrowRight size={15} aria-hidden />
const HEIGHT = 340

interface BillingSlice {
  key: string
  label: string
  value: number
  previous: number
  color: string
  change: number
}

/** The largest have a colour each; the others are one grey slice. */
function slicesOf(items: readonly Item[]): BillingSlice[] {
  const places = items.length > categorical.length ? categorical.length - 1 : categorical.length
  const own = items.slice(0, places).map((item, index) => ({
    key: item.dist_id,
    label: item.label,
    value: item.amount,
    previous: item.prev_amount,
    color: item.color ?? categoricalColor(index),
    change: item.increment,
  }))
  const others = items.slice(places)
  if (others.length === 0) return own
  const value = sumOf(others.map(({ amount }) => amount))
  const previous = sumOf(others.map(({ prev_amount }) => prev_amount))
  const label = text.others(integer(others.length))
  return [...own, { key: REST, label, value, previous, color: rest, change: changeOf(value, previous) }]
}

const COLUMNS = [
  column('label', text.distributor),
  column('amount', text.amount, 'money'),
  column('total_orders', text.orders, 'integer'),
  column('percent_amount', text.share, 'percent'),
  column('increment', text.change, 'percent'),
  column('difference', text.difference, 'money'),
  column('prev_amount', text.previousAmount, 'money'),
]

interface BillingPanelProps {
  state: Loadable<{ data: Resume; meta: { updated_at: string | null } }>
  month: Month
  compared: Month
}

export function BillingPanel({ state, month, compared }: BillingPanelProps) {
  return (
    <ChartPanel
      title={text.billing}
      subtitle={text.billingOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      loading="progress"
      isEmpty={({ data }) => data.main_month.total_orders === 0}
      empty={text.noOrders(monthName(month))}
      file={`facturacion_por_distribuidor_${month}`}
      actions={() => <FellMost month={month} />}
      table={({ data }) => ({
        columns: COLUMNS,
        rows: data.billing.items,
        cells: {
          label: (row: Item) => (
            <ReportLink distId={row.dist_id} month={month}>
              {row.label}
            </ReportLink>
          ),
          increment: (row: Item) => (
            <Change now={row.amount} before={row.prev_amount} change={row.increment} />
          ),
        },
        foot: {
          label: text.total,
          amount: data.billing.total_amount,
          total_orders: sumOf(data.billing.items.map((item) => item.total_orders)),
          increment: <ChangeBadge change={data.billing.increment} bare />,
          difference: data.billing.difference,
          prev_amount: data.billing.prev_amount,
        },
      })}
    >
      {({ data }) => <Ring billing={data.billing} month={month} compared={compared} />}
    </ChartPanel>
  )
}

/** The whole list, by what each distributor lost in pesos. */
const FellMost = ({ month }: { month: Month }) => (
  <RouteLink
    {...linkLook({ frame: 'bordered', low: true })}
    to="/distributors/distributors-details"
    search={{ month, orderBy: 'difference', order: 'ASC' }}
  >
    {text.fellMost}
  </RouteLink>
)

function Ring({ billing, month, compared }: { billing: Resume['billing']; month: Month; compared: Month }) {
  const [picked, setPicked] = useState<string | null>(null)
  const slices = slicesOf(billing.items)
  const chosen = slices.find(({ key }) => key === picked)
  return (
    <div className={css.split}>
      <Donut
        label={`${text.billing}. ${text.billingOf(monthName(month))}`}
        slices={slices}
        format={money}
        selected={chosen?.key ?? null}
        onSelect={setPicked}
      >
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={shortMoney(chosen?.value ?? billing.total_amount)}
          change={<ChangeBadge change={chosen?.change ?? billing.increment} />}
          note={versus(compared)}
        />
      </Donut>
      <div className={css.list}>
        <DonutLegend
          slices={slices.map((slice) => ({
            ...slice,
            note: (
              <span className={css.changes}>
                <Change now={slice.value} before={slice.previous} change={slice.change} />
                <span>{signedShortMoney(toCents(slice.value - slice.previous))}</span>
              </span>
            ),
          }))}
          format={money}
          selected={chosen?.key ?? null}
          onSelect={setPicked}
          open={({ key, label }) =>
            key === REST ? (
              <RouteLink
                className={css.quietLink}
                to="/distributors/distributors-details"
                search={{ month }}
                aria-label={text.seeAll}
              >
                {ARROW}
              </RouteLink>
            ) : (
              <ReportLink distId={key} month={month} label={text.seeReport(label)} quiet>
                {ARROW}
              </ReportLink>
            )
          }
        />
      </div>
    </div>
  )
}
