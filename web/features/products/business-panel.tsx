// The businesses as a ring, with the change against the compared month.
import { IconArrowRight } from '@tabler/icons-react'
import { businessesTable } from '#contract/lists/products.ts'
import type { BusinessRanking } from '#contract/orders.ts'
import { useMonths } from '#web/api/compare.ts'
import {
  changeCells,
  InPreparation,
  PlacedChange,
  useShownColumns,
} from '#web/shared/figures/in-preparation.tsx'
import { useGoalColumns } from '#web/shared/goals/goal-table.tsx'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { businessColor } from '#web/ui/colors.ts'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import shared from '#web/ui/shared.module.css'
import { BusinessName, RankingLink } from './links.tsx'
import { AMOUNT, type Business, businessOf, type Mode, whyOfBusiness } from './rules.ts'
import { text } from './text.ts'

export type BusinessState = Loadable<{ data: BusinessRanking; meta: { updated_at: string | null } }>

interface RingProps {
  mode: Mode
  chosen: Business | undefined
  onPick: (business: string | null) => void
}

export function BusinessPanel({ state, mode, ...ring }: RingProps & { state: BusinessState }) {
  const { month } = useMonths()
  const running = useShownColumns(businessesTable.columns)
  const goals = useGoalColumns<Business>(month, 'business', businessOf, mode.measure)
  return (
    <ChartPanel
      title={mode.title}
      subtitle={text.completedOf(monthName(month))}
      state={state}
      height={357}
      grows
      isEmpty={({ data }) => data.rows.length === 0}
      file={`${mode.file}_${month}`}
      table={({ data }) => ({
        columns: [...running, ...goals.columns],
        rows: goals.withGoals(data.rows),
        cells: {
          business: (row: Business) => <BusinessName name={row.business} />,
          ...changeCells(({ business }: Business) => whyOfBusiness(AMOUNT, business)),
        },
        foot: {
          business: text.total,
          total_amount: data.total_amount,
          total_units_sold: data.total_units_sold,
          difference: data.difference,
          prev_amount: data.prev_amount,
          increment: <WhyBadge of={whyOfBusiness(AMOUNT)} {...AMOUNT.changeOf(data)} bare />,
          preparing_amount: data.preparing_amount,
          placed_increment: <PlacedChange row={data} {...AMOUNT.changeOf(data)} of={whyOfBusiness(AMOUNT)} />,
        },
      })}
    >
      {({ data }) => (
        <>
          <InPreparation row={data} {...AMOUNT.changeOf(data)} of={whyOfBusiness(AMOUNT)} />
          <Ring {...ring} mode={mode} data={data} />
        </>
      )}
    </ChartPanel>
  )
}

function Ring({ data, mode, chosen, onPick }: RingProps & { data: BusinessRanking }) {
  const { month, against } = useMonths()
  const shown = chosen ?? data
  const slices = [...data.rows]
    .sort((a, b) => mode.value(b) - mode.value(a))
    .map((row) => ({
      key: row.business,
      label: row.business,
      value: mode.value(row),
      color: businessColor(row.business),
      note: (
        <Why of={whyOfBusiness(mode, row.business)}>
          <Change {...mode.changeOf(row)} />
        </Why>
      ),
    }))
  const ring = { slices, format: mode.write, selected: chosen?.business ?? null, onSelect: onPick }
  return (
    <div className={shared.split}>
      <Donut {...ring} label={`${mode.title}. ${text.completedOf(monthName(month))}`}>
        <DonutCentre
          title={chosen?.business ?? text.total}
          value={mode.writeShort(mode.value(shown))}
          change={<WhyBadge of={whyOfBusiness(mode, chosen?.business)} {...mode.changeOf(shown)} />}
          note={against}
        />
      </Donut>
      <DonutLegend
        {...ring}
        open={({ key }) => (
          <RankingLink of={{ business: key }} iconLabel={text.seeProducts(key)}>
            <IconArrowRight size={15} aria-hidden />
          </RankingLink>
        )}
      />
    </div>
  )
}
