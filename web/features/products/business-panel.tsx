// The ring of businesses beside the previous month. Touches ui, text and this feature.
import { IconArrowRight } from '@tabler/icons-react'
import type { Month } from '#contract/month.ts'
import type { BusinessRanking } from '#contract/orders.ts'
import { businessesColumns } from '#contract/products-columns.ts'
import { monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { businessColor } from '#web/ui/palette.ts'
import { BusinessName } from './business-name.tsx'
import type { Business, Mode } from './mode.ts'
import css from './products.module.css'
import { RankingLink } from './ranking-link.tsx'
import { text } from './text.ts'

export type BusinessState = Loadable<{ data: BusinessRanking; meta: { updated_at: string | null } }>

const HEIGHT = 357

interface BusinessPanelProps {
  state: BusinessState
  month: Month
  compared: Month
  mode: Mode
  chosen: Business | undefined
  onPick: (business: string | null) => void
}

export function BusinessPanel({ state, month, compared, mode, chosen, onPick }: BusinessPanelProps) {
  return (
    <ChartPanel
      title={mode.title}
      subtitle={text.completedOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      isEmpty={({ data }) => data.rows.length === 0}
      file={`${mode.file}_${month}`}
      table={({ data }) => ({
        columns: businessesColumns,
        rows: data.rows,
        cells: { business: (row: Business) => <BusinessName name={row.business} /> },
        foot: {
          business: text.total,
          total_amount: data.total_amount,
          total_units_sold: data.total_units_sold,
          difference: data.difference,
          prev_amount: data.prev_amount,
          increment: <ChangeBadge change={data.increment} bare />,
        },
      })}
    >
      {({ data }) => (
        <Ring data={data} month={month} compared={compared} mode={mode} chosen={chosen} onPick={onPick} />
      )}
    </ChartPanel>
  )
}

function Ring({
  data,
  month,
  compared,
  mode,
  chosen,
  onPick,
}: Omit<BusinessPanelProps, 'state'> & { data: BusinessRanking }) {
  const selected = chosen?.business ?? null
  const slices = [...data.rows]
    .sort((a, b) => mode.value(b) - mode.value(a))
    .map((row) => ({
      key: row.business,
      label: row.business,
      value: mode.value(row),
      color: businessColor(row.business),
      note: <Change now={mode.value(row)} before={mode.previous(row)} change={mode.change(row)} />,
    }))
  return (
    <div className={css.split}>
      <Donut
        label={`${mode.title}. ${text.completedOf(monthName(month))}`}
        slices={slices}
        format={mode.write}
        selected={selected}
        onSelect={onPick}
      >
        <DonutCentre
          title={selected ?? text.total}
          value={mode.writeShort(mode.value(chosen ?? data))}
          change={<ChangeBadge change={mode.change(chosen ?? data)} />}
          note={versus(compared)}
        />
      </Donut>
      <DonutLegend
        slices={slices}
        format={mode.write}
        selected={selected}
        onSelect={onPick}
        open={({ key }) => (
          <RankingLink of={{ month, business: key }} label={text.seeProducts(key)} quiet>
            <IconArrowRight size={15} aria-hidden />
          </RankingLink>
        )}
      />
    </div>
  )
}
