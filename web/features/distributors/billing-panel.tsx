// Billing per distributor as a ring and a list, with the change against the compared month.
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { column } from '#contract/columns.ts'
import type { Resume } from '#contract/distributors.ts'
import { preparing } from '#contract/lists/preparing.ts'
import { useMonths } from '#web/api/compare.ts'
import { InPreparation, PlacedChange, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { money, monthName, shortMoney, signedShortMoney, sumOf, toCents } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { linkLook } from '#web/ui/button.tsx'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import shared from '#web/ui/shared.module.css'
import css from './distributors.module.css'
import { billingSlices, OTHERS, toldApart } from './rules.ts'
import { text } from './text.ts'
import { whyOfDistributor, whyOfOthers } from './why.ts'

export type ResumeState = Loadable<{ data: Resume; meta: { updated_at: string | null } }>

type Item = Resume['billing']['items'][number]

const ARROW = <IconArrowRight size={15} aria-hidden />

const COLUMNS = [
  column('label', text.distributor),
  column('amount', text.amount, 'money'),
  column('total_orders', text.orders, 'integer'),
  column('percent_amount', text.share, 'share'),
  column('increment', text.change, 'percent'),
  column('difference', text.difference, 'money'),
  column('prev_amount', text.previousAmount, 'money'),
  ...preparing,
]

export function BillingPanel({ state }: { state: ResumeState }) {
  const { month } = useMonths()
  const columns = useShownColumns(COLUMNS)
  return (
    <ChartPanel
      title={text.billing}
      subtitle={text.billingOf(monthName(month))}
      state={state}
      height={340}
      loading="progress"
      grows
      isEmpty={({ data }) => data.main_month.total_orders === 0}
      empty={noOrdersIn({ month })}
      file={`facturacion_por_distribuidor_${month}`}
      actions={
        <MonthLink
          {...linkLook({ frame: 'bordered', low: true })}
          to="/distributors/distributors-details"
          search={{ orderBy: 'difference', order: 'ASC' }}
        >
          {text.fellMost}
        </MonthLink>
      }
      table={({ data: { billing } }) => ({
        columns,
        rows: toldApart(billing.items),
        cells: {
          label: (row: Item) => <ReportLink distId={row.dist_id}>{row.label}</ReportLink>,
          increment: (row: Item) => (
            <Why of={whyOfDistributor(row.dist_id)}>
              <Change now={row.amount} before={row.prev_amount} />
            </Why>
          ),
          placed_increment: (row: Item) => (
            <PlacedChange
              row={row}
              now={row.amount}
              before={row.prev_amount}
              of={whyOfDistributor(row.dist_id)}
            />
          ),
        },
        foot: {
          label: text.total,
          amount: billing.total_amount,
          total_orders: sumOf(billing.items.map((item) => item.total_orders)),
          increment: <WhyBadge of={whyOfDistributor()} {...changeOfAll(billing)} bare />,
          difference: billing.difference,
          prev_amount: billing.prev_amount,
          preparing_amount: billing.preparing_amount,
          placed_increment: <PlacedChange row={billing} {...changeOfAll(billing)} of={whyOfDistributor()} />,
        },
      })}
    >
      {({ data }) => (
        <>
          <InPreparation row={data.billing} {...changeOfAll(data.billing)} of={whyOfDistributor()} />
          <Ring {...data} />
        </>
      )}
    </ChartPanel>
  )
}

/** The change of the whole. */
const changeOfAll = ({ total_amount, prev_amount }: Resume['billing']) => ({
  now: total_amount,
  before: prev_amount,
})

function Ring({ billing, prev_month }: Resume) {
  const { month, againstOrders } = useMonths()
  const [picked, setPicked] = useState<string | null>(null)
  const slices = billingSlices(toldApart(billing.items))
  const chosen = slices.find(({ key }) => key === picked)
  const named = slices.map(({ key }) => key).filter((key) => key !== OTHERS)
  const whyOfSlice = (key?: string) => (key === OTHERS ? whyOfOthers(named) : whyOfDistributor(key))
  const ring = { slices, format: money, selected: chosen?.key ?? null, onSelect: setPicked }
  return (
    <div className={`${shared.split} ${css.split}`}>
      <Donut {...ring} label={`${text.billing}. ${text.billingOf(monthName(month))}`}>
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={shortMoney(chosen?.value ?? billing.total_amount)}
          change={
            <WhyBadge
              of={whyOfSlice(chosen?.key)}
              {...(chosen ? { now: chosen.value, before: chosen.previous } : changeOfAll(billing))}
            />
          }
          note={againstOrders(prev_month.total_orders)}
        />
      </Donut>
      <div className={css.list}>
        <DonutLegend
          {...ring}
          slices={slices.map((slice) => ({
            ...slice,
            note: (
              <span className={css.changes}>
                <Why of={whyOfSlice(slice.key)}>
                  <Change now={slice.value} before={slice.previous} />
                </Why>
                <span>{signedShortMoney(toCents(slice.value - slice.previous))}</span>
              </span>
            ),
          }))}
          open={({ key, label }) =>
            key === OTHERS ? (
              <MonthLink
                className={shared.iconLink}
                to="/distributors/distributors-details"
                aria-label={text.seeAll}
              >
                {ARROW}
              </MonthLink>
            ) : (
              <ReportLink distId={key} iconLabel={text.seeReport(label)}>
                {ARROW}
              </ReportLink>
            )
          }
        />
      </div>
    </div>
  )
}
