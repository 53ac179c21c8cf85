// Every goal of the month: sum so far, pace, forecast. A row opens its course.
import { column } from '#contract/columns.ts'
import { type GoalDimension, scopeText } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { useCall } from '#web/api/call.ts'
import { useIsOver } from '#web/shared/goals/goal-progress.ts'
import { cellText, monthName, percent, short, shortMoney } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './goals.module.css'
import { text } from './text.ts'
import { toneOf } from './tone.ts'

interface ProgressPanelProps {
  measure: MeasureKey
  by: GoalDimension
  month: Month
  scope: string
  asOf: string | undefined
  onPick: (scope: string) => void
}

export function ProgressPanel({ measure, by, month, scope, asOf: as_of, onPick }: ProgressPanelProps) {
  const state = useCall('GET /api/goals/progress', { query: { measure, by, month, as_of } })
  const isOver = useIsOver(month)
  const { format, isLoss = false } = measureOf(measure)
  const brief = format === 'money' ? shortMoney : short
  const write = (value: number | null) => (value === null ? '—' : cellText(value, { format }))
  return (
    <AsyncPanel
      title={text.progress(text.titles[by])}
      subtitle={text.progressNote(monthName(month))}
      state={state}
      height={240}
      grows
      isEmpty={({ data }) => data.length === 0}
      empty={text.noGoals(monthName(month))}
    >
      {({ data }) => (
        <ViewAsTable
          caption={text.progress(text.titles[by])}
          height={360}
          columns={[
            column('label', text.titles[by]),
            column('goal', text.goal, format),
            column('so_far', text.reached, format),
            column('share', text.share, 'percent'),
            ...(data.every(isOver)
              ? []
              : [
                  column('expected_by_now', text.expected, format),
                  column('forecast', text.forecast, format),
                  column('range', text.range),
                  column('needed_per_day', text.perDay, format),
                ]),
          ]}
          rows={data.map((row) => ({ ...row, share: row.goal ? (row.so_far / row.goal) * 100 : null }))}
          cells={{
            label: ({ key, label, gone }) => {
              const own = scopeText({ dimension: by, key })
              return (
                <button
                  type="button"
                  className={css.pick}
                  title={label}
                  aria-pressed={own === scope}
                  onClick={() => onPick(own)}
                >
                  {gone ? `${label} (${text.gone})` : label}
                </button>
              )
            },
            share: ({ share }) => (share === null ? '—' : percent(share)),
            forecast: ({ forecast, goal }) => (
              <span
                className={css.tone}
                data-tone={forecast === null || goal === null ? undefined : toneOf(forecast, goal, isLoss)}
              >
                {write(forecast)}
              </span>
            ),
            range: ({ low, high }) =>
              low === null || high === null ? '—' : `${brief(low)} – ${brief(high)}`,
          }}
        />
      )}
    </AsyncPanel>
  )
}
