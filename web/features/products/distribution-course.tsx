// The distribution of one product, segment or business over the last 13 months.
import { column } from '#contract/columns.ts'
import type { DistributionBy } from '#contract/lists/distribution.ts'
import { lastMonths, monthBounds } from '#contract/month.ts'
import { filterText, keptValue } from '#contract/questions/filter.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { useMonthSteps } from '#web/shared/figures/month-steps.ts'
import { marksOf, useNotes } from '#web/shared/notes/notes.ts'
import { numberIn } from '#web/shared/why/why-of.ts'
import { monthName, percent } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { series as colors } from '#web/ui/colors.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import { text } from './distribution-text.ts'

const MEASURES = ['numeric_distribution', 'weighted_distribution'] as const
/** A year and the month that it began with. */
const MONTHS = 13
const HEIGHT = 260
const LEGEND = 29

interface CourseProps {
  readonly by: DistributionBy
  readonly province: string | null
  /** Key of the row. */
  readonly of: string
  readonly name: string
}

export function DistributionCourse({ by, province, of, name }: CourseProps) {
  const month = useMonth()
  const months = lastMonths(month, MONTHS)
  const [from, to] = [monthBounds(months[0] ?? month).from_date, monthBounds(month).to_date]
  const notes = useNotes({ from, to })
  const places = province === null ? [] : [filterText(keptValue('province', province))]
  const state = useCall('GET /api/questions/answer', {
    query: {
      ...{ measures: MEASURES.join(), grain: 'month', from, to },
      where: [filterText(keptValue(by, of)), ...places],
    },
  })
  const stepsOf = useMonthSteps(month)
  const span = text.months(monthName(months[0] ?? month), monthName(month))
  return (
    <ChartPanel
      title={text.course(name)}
      subtitle={span}
      state={state}
      height={HEIGHT}
      isEmpty={({ data }) => data.every((row) => (numberIn(row, MEASURES[0]) ?? 0) === 0)}
      file={`distribucion_${month}`}
      table={({ data }) => ({
        columns: [
          column('name', text.month),
          column('numeric_distribution', text.numeric, 'percent2'),
          column('weighted_distribution', text.weighted, 'percent2'),
        ],
        rows: [...data].reverse().map((row) => ({ ...row, name: monthName(String(row.month)) })),
      })}
    >
      {({ data }) => {
        const rows = new Map(data.map((row) => [String(row.month), row]))
        const valuesOf = (measure: string) =>
          months.map((each) => {
            const row = rows.get(each)
            return row ? numberIn(row, measure) : null
          })
        return (
          <LineChart
            label={`${text.course(name)}. ${span}.`}
            xs={stepsOf(months)}
            series={[
              { key: 'numeric', label: text.numeric, color: colors.total, values: valuesOf(MEASURES[0]) },
              {
                ...{ key: 'weighted', label: text.weighted, color: colors.completed, dash: '6 4' },
                values: valuesOf(MEASURES[1]),
              },
            ]}
            format={(value) => percent(value, 2)}
            formatTick={(value) => percent(value)}
            height={HEIGHT - LEGEND}
            marks={marksOf(notes, 'month', months)}
            onPick={() => undefined}
          />
        )
      }}
    </ChartPanel>
  )
}
