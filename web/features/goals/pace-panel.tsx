// How far the month is, where it should be, where it is expected to end, and the errors of such forecasts.
import { column } from '#contract/columns.ts'
import type { GoalForecastBody } from '#contract/goals/calls.ts'
import type { Month } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { dayWords } from '#contract/questions/periods.ts'
import { useCall } from '#web/api/call.ts'
import { useCutAfter, useRunningMonth } from '#web/api/compare.ts'
import { useUser } from '#web/api/session.ts'
import { useIsOver } from '#web/shared/goals/goal-progress.ts'
import { cellText, date, monthName, percent } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Select } from '#web/ui/field.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { CourseChart } from './course-chart.tsx'
import css from './goals.module.css'
import { text } from './text.ts'
import { toneOf } from './tone.ts'

type Forecast = GoalForecastBody['data']

interface PacePanelProps {
  measure: MeasureKey
  month: Month
  /** `all`, or one distributor, business or segment. */
  scope: string
  /** Day whose state of knowledge is shown; undefined: today. */
  asOf: string | undefined
  onDay: (day: string | null) => void
  /** Goes back to the whole shop. */
  onWhole?: (() => void) | undefined
}

/** Days of the month that can be viewed with what was known then. */
const DAYS = [5, 10, 15, 20, 25]

export function PacePanel({ measure, month, scope, asOf: as_of, onDay, onWhole }: PacePanelProps) {
  const state = useCall('GET /api/goals/forecast', { query: { measure, month, scope, as_of } })
  const until = useRunningMonth(month)
  const cutAfter = useCutAfter(month)
  const known = DAYS.filter((day) => until === undefined || dayOf(month, day) <= until)
  const { title, format } = measureOf(measure)
  const write = (value: number) => cellText(value, { format })
  const whole = useUser().scope === null ? text.dimensions.all : text.ownDistributors
  const label = state.data?.meta.label ?? whole
  return (
    <div className={css.pace}>
      <ChartPanel
        title={text.pace(label)}
        subtitle={text.paceOf(title, monthName(month))}
        state={state}
        height={400}
        grows
        isEmpty={({ data }) => data.goal === null && data.so_far === 0 && (data.forecast ?? 0) === 0}
        file={`ritmo_${measure}_${month}`}
        actions={
          <>
            <Select
              low
              aria-label={text.asKnown}
              data={[
                { value: '', label: text.now },
                ...known.map((day) => ({ value: dayOf(month, day), label: text.onDay(day) })),
              ]}
              value={as_of ?? ''}
              onChange={({ currentTarget }) => onDay(currentTarget.value || null)}
            />
            {onWhole ? (
              <Button frame="bordered" onClick={onWhole}>
                {whole}
              </Button>
            ) : null}
          </>
        }
        table={({ data }) => ({
          columns: [
            column('day', text.day, 'date'),
            column('actual', text.actual, format),
            column('usual', text.usual, format),
            column('forecast', text.forecast, format),
            column('low', text.low, format),
            column('high', text.high, format),
          ],
          rows: data.course,
        })}
      >
        {({ data, meta }) => (
          <>
            {cutAfter ? <p className={shared.caution}>{text.cutAfter(dayWords(cutAfter))}</p> : null}
            <Figures
              data={data}
              asOf={meta.as_of}
              month={month}
              write={write}
              isLoss={measureOf(measure).isLoss === true}
            />
            <CourseChart data={data} label={text.paceOf(title, monthName(month))} format={format} />
          </>
        )}
      </ChartPanel>
      <ErrorsPanel state={state} />
    </div>
  )
}

const ErrorsPanel = ({ state }: { state: Loadable<GoalForecastBody> }) => (
  <AsyncPanel
    title={text.errors}
    subtitle={text.errorsNote(state.data?.data.past_errors[0]?.months ?? 0)}
    state={state}
    height={197}
    isEmpty={({ data }) => data.past_errors.length === 0}
    empty={text.noErrors}
  >
    {({ data }) => (
      <ViewAsTable
        caption={text.errors}
        columns={[
          column('day', text.madeOn, 'integer'),
          column('error', text.error, 'percent'),
          column('straight_line', text.straightLine, 'percent'),
          column('inside', text.inside, 'percent'),
        ]}
        rows={data.past_errors}
      />
    )}
  </AsyncPanel>
)

const dayOf = (month: Month, day: number) => `${month}-${String(day).padStart(2, '0')}`

interface FiguresProps {
  data: Forecast
  asOf: string
  month: Month
  write: (value: number) => string
  isLoss: boolean
}

function Figures({ data, asOf, month, write, isLoss }: FiguresProps) {
  const { so_far, in_preparation, expected_by_now, forecast, low, high, goal, days_left, needed_per_day } =
    data
  const ahead = so_far + in_preparation - (expected_by_now ?? 0)
  const isRunning = asOf.slice(0, 7) === month
  const isOver = useIsOver(month)(data)
  return (
    <dl className={css.figures}>
      <Figure
        label={text.reached}
        value={write(so_far)}
        note={goal ? text.ofGoal(percent((so_far / goal) * 100)) : text.noGoal}
        more={in_preparation > 0 ? text.preparing(write(in_preparation)) : undefined}
      />
      {goal === null ? null : <Figure label={text.goal} value={write(goal)} />}
      {isRunning && expected_by_now !== null && forecast !== null ? (
        <Figure
          label={text.expected}
          value={write(expected_by_now)}
          note={ahead >= 0 ? text.ahead(write(ahead)) : text.behind(write(-ahead))}
          tone={ahead === 0 ? undefined : toneOf(ahead, 0, isLoss)}
        />
      ) : null}
      {forecast === null || low === null || high === null ? (
        <Figure label={text.forecast} value="—" note={text.notBegun} />
      ) : isOver ? null : (
        <Figure
          label={text.forecast}
          value={write(forecast)}
          note={text.between(write(low), write(high))}
          tone={goal === null ? undefined : toneOf(forecast, goal, isLoss)}
        />
      )}
      {needed_per_day === null ? null : (
        <Figure label={text.perDay} value={write(needed_per_day)} note={text.daysLeft(days_left)} />
      )}
      {isOver ? <Figure label={text.overDone} value={date(data.course.at(-1)?.day ?? asOf)} /> : null}
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string
  note?: string | undefined
  more?: string | undefined
  tone?: 'good' | 'bad' | undefined
}

const Figure = ({ label, value, note, more, tone }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b>{value}</b>
      {note ? <span data-tone={tone}>{note}</span> : null}
      {more ? <span>{more}</span> : null}
    </dd>
  </div>
)
