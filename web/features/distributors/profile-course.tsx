// The distributor's net sale over thirteen months, with the notes about it.
import { column } from '#contract/columns.ts'
import { lastMonths, monthBounds } from '#contract/month.ts'
import { useMonth } from '#web/api/month.ts'
import { useMonthSteps } from '#web/shared/figures/month-steps.ts'
import { ChartNotes } from '#web/shared/notes/chart-notes.tsx'
import { marksOf, useNotes } from '#web/shared/notes/notes.ts'
import { useAskWhy } from '#web/shared/why/why.tsx'
import { money, monthName, shortMoney } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { series } from '#web/ui/colors.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import type { ProfileState } from './profile-state.ts'
import { monthsSpan, text } from './profile-text.ts'
import { whyOfDistributor } from './why.ts'

const HEIGHT = 260
/** Height of the legend above the line, px. */
const LEGEND = 29

export function ProfileCourse({ state, distId }: { state: ProfileState; distId: string }) {
  const month = useMonth()
  const ask = useAskWhy()
  const first = lastMonths(month, 13)[0] ?? month
  const last = monthBounds(month).to_date
  const notes = useNotes({ from: monthBounds(first).from_date, to: last }, distId)
  const stepsOf = useMonthSteps(month)
  const span = monthsSpan(first, month)
  return (
    <ChartPanel
      title={text.course}
      subtitle={span}
      state={state}
      height={HEIGHT}
      isEmpty={({ data }) => data.months.every(({ orders }) => orders === 0)}
      file={`ficha_${distId}_${month}`}
      table={({ data }) => ({
        columns: [
          column('name', text.month),
          column('net_sale', text.net, 'money'),
          column('orders', text.orders, 'integer'),
        ],
        rows: data.months.map((row) => ({ ...row, name: monthName(row.month) })).reverse(),
      })}
    >
      {({ data }) => (
        <>
          <LineChart
            label={`${text.net}. ${data.dist_name}, ${span}`}
            xs={stepsOf(data.months.map((row) => row.month))}
            series={[
              {
                key: 'net_sale',
                label: text.net,
                color: series.total,
                values: data.months.map(({ net_sale }) => net_sale),
              },
            ]}
            format={money}
            formatTick={shortMoney}
            height={HEIGHT - LEGEND}
            marks={marksOf(
              notes,
              'month',
              data.months.map((row) => row.month),
            )}
            onPick={(picked) => ask(whyOfDistributor(distId), picked)?.()}
          />
          <ChartNotes notes={notes} day={last} about={{ dist_id: distId, distributor: data.dist_name }} />
        </>
      )}
    </ChartPanel>
  )
}
