// The running month: the sum day by day, the usual course, the forecast with its range, and the goal.
import { scalePoint } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import type { ColumnFormat } from '#contract/columns.ts'
import type { GoalForecastBody } from '#contract/goals/calls.ts'
import { cellText, date, short, shortMoney } from '#web/text/format.ts'
import chart from '#web/ui/chart.module.css'
import { ChartFrame, ChartSvg, ChartTooltip, useMarks } from '#web/ui/chart-parts.tsx'
import { LineLegend, ValueAxis, valueScale } from '#web/ui/line-parts.tsx'
import css from './goals.module.css'
import { text } from './text.ts'

type Forecast = GoalForecastBody['data']
type Point = Forecast['course'][number]

interface CourseChartProps {
  data: Forecast
  label: string
  format: ColumnFormat
}

const HEIGHT = 280
const MARGIN = { top: 18, right: 12, bottom: 26 }
const PER_TICK = 44

export const CourseChart = (props: CourseChartProps) => (
  <div>
    <LineLegend lines={linesOf(props.data)} />
    <ChartFrame height={HEIGHT}>{(width) => <Course {...props} width={width} />}</ChartFrame>
  </div>
)

const linesOf = ({ goal, forecast, days_left }: Forecast) => [
  { key: 'actual', label: text.actual, color: 'var(--gd-total)' },
  {
    key: 'usual',
    label: goal === null ? text.usualWithout : text.usual,
    color: 'var(--gd-text-dimmed)',
    dash: '4 4',
  },
  ...(forecast === null || days_left === 0
    ? []
    : [{ key: 'forecast', label: text.forecast, color: 'var(--gd-total)', dash: '1 4' }]),
  ...(goal === null ? [] : [{ key: 'goal', label: text.goal, color: 'var(--gd-completed)' }]),
]

function scalesOf({ course, goal }: Forecast, width: number, tickText: (value: number) => string) {
  const shown = [goal, ...course.flatMap(({ actual, usual, high }) => [actual, usual, high])]
  const bottom = HEIGHT - MARGIN.bottom
  const values = valueScale(shown, [bottom, MARGIN.top], tickText)
  const { left } = values
  const x = scalePoint<string>({ domain: course.map(({ day }) => day), range: [left, width - MARGIN.right] })
  return { ...values, at: ({ day }: Point) => x(day) ?? left, step: x.step() }
}

function Course({ data, label, format, width }: CourseChartProps & { width: number }) {
  const { course, goal } = data
  const scales = scalesOf(data, width, format === 'money' ? shortMoney : short)
  const { y, left, bottom, at, step } = scales
  const { active, mark } = useMarks(
    course.length,
    Math.max(
      0,
      course.findLastIndex(({ actual }) => actual !== null),
    ),
  )
  const current = active === null ? undefined : course[active]
  const past = course.filter(({ actual }) => actual !== null)
  // Begins at the last known day.
  const cone = course.filter(({ forecast }) => forecast !== null)
  return (
    <>
      <ChartSvg label={label} width={width} height={HEIGHT}>
        <Axes data={data} scales={scales} width={width} />
        {cone.length > 1 ? (
          <AreaClosed
            className={css.cone ?? ''}
            data={cone}
            x={at}
            y0={({ low }) => y(low ?? 0)}
            y1={({ high }) => y(high ?? 0)}
            yScale={y}
          />
        ) : null}
        <LinePath className={css.usual ?? ''} data={[...course]} x={at} y={({ usual }) => y(usual)} />
        {goal === null ? null : (
          <line className={css.goalLine} x1={left} x2={width - MARGIN.right} y1={y(goal)} y2={y(goal)} />
        )}
        <LinePath className={css.expected ?? ''} data={cone} x={at} y={({ forecast }) => y(forecast ?? 0)} />
        <LinePath className={css.actual ?? ''} data={past} x={at} y={({ actual }) => y(actual ?? 0)} />
        {current ? (
          <line className={chart.cursor} x1={at(current)} x2={at(current)} y1={MARGIN.top} y2={bottom} />
        ) : null}
        {course.map((point, index) => (
          <rect
            key={point.day}
            {...mark(index)}
            className={chart.band}
            aria-label={`${titleOf(point)}: ${rowsOf(point, data, format)
              .map((row) => `${row.label} ${row.value}`)
              .join(', ')}`}
            x={at(point) - step / 2}
            y={MARGIN.top}
            width={step}
            height={bottom - MARGIN.top}
            rx={3}
          />
        ))}
      </ChartSvg>
      {current ? (
        <ChartTooltip
          title={titleOf(current)}
          rows={rowsOf(current, data, format)}
          x={at(current)}
          y={HEIGHT / 2}
          width={width}
        />
      ) : null}
    </>
  )
}

interface AxesProps {
  data: Forecast
  scales: ReturnType<typeof scalesOf>
  width: number
}

function Axes({ data: { course }, scales, width }: AxesProps) {
  const { left, at } = scales
  const every = Math.max(1, Math.ceil((PER_TICK * course.length) / (width - left)))
  return (
    <g aria-hidden>
      <ValueAxis {...scales} width={width} />
      {course.map((point, index) =>
        index % every === 0 ? (
          <text key={point.day} className={chart.tick} x={at(point)} y={HEIGHT - 6} textAnchor="middle">
            {Number(point.day.slice(8))}
          </text>
        ) : null,
      )}
    </g>
  )
}

const titleOf = ({ day, holiday }: Point) => (holiday ? `${date(day)} · ${holiday}` : date(day))

function rowsOf({ actual, usual, forecast, low, high }: Point, { goal }: Forecast, format: ColumnFormat) {
  const write = (value: number) => cellText(value, { format })
  return [
    ...(actual === null ? [] : [{ label: text.actual, color: 'var(--gd-total)', value: write(actual) }]),
    ...(forecast === null || actual !== null
      ? []
      : [{ label: text.forecast, color: 'var(--gd-total)', value: write(forecast) }]),
    ...(low === null || high === null || actual !== null
      ? []
      : [{ label: text.range, color: 'var(--gd-accent-soft)', value: `${write(low)} – ${write(high)}` }]),
    {
      label: goal === null ? text.usualWithout : text.usual,
      color: 'var(--gd-text-dimmed)',
      value: write(usual),
    },
  ]
}
