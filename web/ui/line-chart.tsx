// Line chart of several measures over the same months, with pointer, keyboard and screen reader support.
import { scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import css from './chart.module.css'
import { ChartFrame, ChartSvg, ChartTooltip, useMarks } from './chart-parts.tsx'
import { type LegendLine, LineLegend, ValueAxis, valueScale } from './line-parts.tsx'
import { text } from './text.ts'

export interface LinePointX {
  key: string
  /** Full label for the tooltip: 'mayo 2024'. */
  label: string
  /** Short label for the axis: 'may 24'. */
  tick: string
  /** A step of which the period has only some days; its lines are dashed. */
  isPartial?: boolean
}

export interface LineSeries extends LegendLine {
  /** Null: a gap. */
  values: readonly (number | null)[]
}

/** An event at a step, drawn above the lines and read with the step. */
export interface ChartMark {
  /** Key of the step. */
  at: string
  text: string
}

interface LineChartProps {
  /** Accessible name: measure and period. */
  label: string
  xs: readonly LinePointX[]
  series: readonly LineSeries[]
  format: (value: number) => string
  formatTick: (value: number) => string
  height: number
  marks: readonly ChartMark[]
  onPick: (key: string) => void
}

const MARGIN = { top: 10, right: 16, bottom: 26 }
const PER_TICK = 56

export const LineChart = (props: LineChartProps) => (
  <div>
    <LineLegend lines={props.series} />
    <ChartFrame height={props.height}>
      {(width) => (props.xs.length > 0 ? <Lines {...props} width={width} /> : null)}
    </ChartFrame>
  </div>
)

type LinesProps = LineChartProps & { width: number }

/** Positions of months and values in the SVG. */
function scalesOf({ xs, series, formatTick, width, height }: LinesProps) {
  const bottom = height - MARGIN.bottom
  const shown = series.flatMap((line) => line.values)
  const values = valueScale(shown, [bottom, MARGIN.top], formatTick)
  const { left } = values
  const x = scalePoint<string>({ domain: xs.map((point) => point.key), range: [left, width - MARGIN.right] })
  const at = (index: number) => x(xs[index]?.key ?? '') ?? left
  return { ...values, at, step: xs.length > 1 ? x.step() : width - left }
}

type Scales = ReturnType<typeof scalesOf>

/** A value between two gaps, or the only one, which no line connects. */
const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index] ?? null) !== null &&
  (values[index - 1] ?? null) === null &&
  (values[index + 1] ?? null) === null

function Lines(props: LinesProps) {
  const { label, xs, series, format, width, height, marks, onPick } = props
  const { active, mark } = useMarks(xs.length, xs.length - 1, (index) => onPick(xs[index]?.key ?? ''))
  const scales = scalesOf(props)
  const { y, bottom, at, step } = scales
  const current = active === null ? undefined : xs[active]
  const rowsAt = (index: number) =>
    series.map(({ label, color, values }) => {
      const value = values[index] ?? null
      return { label, color, value: value === null ? text.noValue : format(value) }
    })
  const marksAt = (index: number) => marks.filter(({ at: key }) => key === xs[index]?.key)
  const spokenAt = (index: number) =>
    [
      ...rowsAt(index).map((row) => `${row.label} ${row.value}`),
      ...marksAt(index).map(({ text: words }) => `${text.mark} ${words}`),
    ].join(', ')
  return (
    <>
      <ChartSvg label={label} width={width} height={height}>
        <Axes {...props} scales={scales} />
        {series.map((line) => (
          <Line key={line.key} line={line} xs={xs} scales={scales} />
        ))}
        {series.flatMap(({ key, color, values }) =>
          values.map((value, index) =>
            isAlone(values, index) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
              <circle key={`${key} ${index}`} cx={at(index)} cy={y(value ?? 0)} r={2.5} fill={color} />
            ) : null,
          ),
        )}
        <Marks xs={xs} marks={marks} scales={scales} />
        {active === null ? null : <Cursor index={active} series={series} scales={scales} />}
        {xs.map((point, index) => (
          <rect
            key={point.key}
            {...mark(index)}
            className={css.band}
            aria-label={`${point.label}: ${spokenAt(index)}`}
            x={at(index) - step / 2}
            y={MARGIN.top}
            width={step}
            height={bottom - MARGIN.top}
            rx={4}
          />
        ))}
      </ChartSvg>
      {current && active !== null ? (
        <ChartTooltip
          title={current.label}
          rows={[...rowsAt(active), ...marksAt(active).map((mark) => ({ label: mark.text, value: '' }))]}
          x={at(active)}
          y={height / 2}
          width={width}
        />
      ) : null}
    </>
  )
}

const PARTIAL_DASH = '2 5'

/** The line through whole steps, and dashed parts to and from those that the period cuts. */
function Line({
  line,
  xs,
  scales: { at, y },
}: { line: LineSeries } & Pick<LineChartProps, 'xs'> & { scales: Scales }) {
  const { values, color, dash } = line
  const path = (key: string, isDrawn: (index: number) => boolean, dashed: string | undefined) => (
    <LinePath
      key={key}
      className={css.line ?? ''}
      data={[...values]}
      x={(_, index) => at(index)}
      y={(value) => y(value ?? 0)}
      defined={(value, index) => value !== null && isDrawn(index)}
      stroke={color}
      {...(dashed ? { strokeDasharray: dashed } : {})}
    />
  )
  const cut = xs.flatMap(({ isPartial }, index) => (isPartial ? [index] : []))
  return (
    <>
      {path('whole', (index) => !cut.includes(index), dash)}
      {cut.map((step) => path(String(step), (index) => Math.abs(index - step) <= 1, PARTIAL_DASH))}
    </>
  )
}

/** A triangle at each step with a note; screen readers read its text with the step. */
function Marks({ xs, marks, scales }: Pick<LineChartProps, 'xs' | 'marks'> & { scales: Scales }) {
  return xs.map(({ key }, index) =>
    marks.some(({ at }) => at === key) ? (
      <path
        key={key}
        className={css.note}
        d={`M${scales.at(index)} ${MARGIN.top + 2}l-5 -9h10z`}
        aria-hidden
      />
    ) : null,
  )
}

/** The vertical line and the dots at a month. */
function Cursor({
  index,
  series,
  scales,
}: Pick<LineChartProps, 'series'> & { index: number; scales: Scales }) {
  const { y, bottom, at } = scales
  return (
    <g data-no-print>
      <line className={css.cursor} x1={at(index)} x2={at(index)} y1={MARGIN.top} y2={bottom} />
      {series.map(({ key, color, values }) => {
        const value = values[index] ?? null
        return value === null ? null : (
          <circle key={key} className={css.dot} cx={at(index)} cy={y(value)} r={4.5} fill={color} />
        )
      })}
    </g>
  )
}

function Axes({ xs, width, height, scales }: LinesProps & { scales: Scales }) {
  const { left, at } = scales
  const last = xs.length - 1
  const every = Math.max(1, Math.ceil((PER_TICK * xs.length) / (width - left)))
  return (
    <g aria-hidden>
      <ValueAxis {...scales} width={width} />
      {xs.map((point, index) =>
        (last - index) % every === 0 ? (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements are reused for the months of another step
            key={index}
            className={css.tick}
            x={at(index)}
            y={height - 6}
            textAnchor={index === last ? 'end' : 'middle'}
            dx={index === last ? MARGIN.right : 0}
          >
            {point.tick}
          </text>
        ) : null,
      )}
    </g>
  )
}
