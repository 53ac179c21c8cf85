// Line chart of several measures over the same months, with pointer, keyboard and screen reader support.
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useState } from 'react'
import css from './chart.module.css'
import { ChartTooltip } from './chart-tooltip.tsx'
import { useRoving } from './use-roving.ts'
import { useWidth } from './use-width.ts'

export interface LinePointX {
  key: string
  /** Full label for the tooltip: 'mayo 2024'. */
  label: string
  /** Short label for the axis: 'may 24'. */
  tick: string
}

export interface LineSeries {
  key: string
  label: string
  color: string
  values: readonly number[]
  /** Distinguishes the line without colour. */
  dash?: string
}

interface LineChartProps {
  /** Accessible name: measure and period. */
  label: string
  xs: readonly LinePointX[]
  series: readonly LineSeries[]
  format: (value: number) => string
  formatTick: (value: number) => string
  height?: number
  onPick?: (key: string) => void
}

const MARGIN = { top: 10, right: 16, bottom: 26 }
const PER_TICK = 56
/** Width of a digit in the axis font, px. */
const DIGIT = 7

export function LineChart({ height = 260, ...props }: LineChartProps) {
  const [frame, width] = useWidth()
  return (
    <div>
      <ul className={css.legend} aria-hidden>
        {props.series.map((line) => (
          <li key={line.key}>
            <svg width={18} height={8} role="presentation">
              <line
                x1={1}
                x2={17}
                y1={4}
                y2={4}
                stroke={line.color}
                strokeWidth={2}
                strokeDasharray={line.dash}
              />
            </svg>
            {line.label}
          </li>
        ))}
      </ul>
      <div className={css.frame} ref={frame} style={{ height }}>
        {width > 0 && props.xs.length > 0 ? <Lines {...props} width={width} height={height} /> : null}
      </div>
    </div>
  )
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the layers of one drawing, which share its scales
function Lines({
  label,
  xs,
  series,
  format,
  formatTick,
  width,
  height,
  onPick,
}: Omit<LineChartProps, 'height'> & { width: number; height: number }) {
  const [active, setActive] = useState<number | null>(null)
  const pick = onPick && ((index: number) => onPick(xs[index]?.key ?? ''))
  const roving = useRoving(xs.length, xs.length - 1, pick)

  const most = Math.max(0, ...series.flatMap((line) => line.values))
  const y = scaleLinear<number>({ domain: [0, most || 1], range: [height - MARGIN.bottom, MARGIN.top] }).nice(
    4,
  )
  const ticks = most > 0 ? y.ticks(4) : [0]
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length)) * DIGIT + 12
  const x = scalePoint<string>({ domain: xs.map((point) => point.key), range: [left, width - MARGIN.right] })
  const at = (index: number) => x(xs[index]?.key ?? '') ?? left
  const step = xs.length > 1 ? x.step() : width - left
  const every = Math.max(1, Math.ceil((PER_TICK * xs.length) / (width - left)))
  const current = active === null ? undefined : xs[active]
  const rowsAt = (index: number) =>
    series.map((line) => ({ label: line.label, color: line.color, value: format(line.values[index] ?? 0) }))

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no fieldset */}
      <svg
        className={css.svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        data-chart
        role="group"
        aria-label={label}
      >
        {ticks.map((tick, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: known by its place, so that another month changes words and moves nothing
          <g key={index} aria-hidden>
            <line
              className={tick === 0 ? css.base : css.grid}
              x1={left}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text className={css.tick} x={left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {xs.map((point, index) =>
          (xs.length - 1 - index) % every === 0 ? (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: known by its place, so that another month changes words and moves nothing
              key={index}
              className={css.tick}
              x={at(index)}
              y={height - 6}
              textAnchor={index === xs.length - 1 ? 'end' : 'middle'}
              dx={index === xs.length - 1 ? MARGIN.right : 0}
              aria-hidden
            >
              {point.tick}
            </text>
          ) : null,
        )}
        {current ? (
          <line
            className={css.cursor}
            x1={at(active ?? 0)}
            x2={at(active ?? 0)}
            y1={MARGIN.top}
            y2={height - MARGIN.bottom}
          />
        ) : null}
        {series.map((line) => (
          <LinePath
            key={line.key}
            className={css.line ?? ''}
            data={[...line.values]}
            x={(_, index) => at(index)}
            y={(value) => y(value)}
            stroke={line.color}
            {...(line.dash ? { strokeDasharray: line.dash } : {})}
          />
        ))}
        {active === null
          ? null
          : series.map((line) => (
              <circle
                key={line.key}
                className={css.dot}
                cx={at(active)}
                cy={y(line.values[active] ?? 0)}
                r={4.5}
                fill={line.color}
              />
            ))}
        {xs.map((point, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: its role is img or button, by what a press does
          <rect
            key={point.key}
            {...roving(index)}
            className={css.band}
            data-link={onPick ? '' : undefined}
            role={onPick ? 'button' : 'img'}
            aria-label={`${point.label}: ${rowsAt(index)
              .map((row) => `${row.label} ${row.value}`)
              .join(', ')}`}
            x={at(index) - step / 2}
            y={MARGIN.top}
            width={step}
            height={height - MARGIN.top - MARGIN.bottom}
            rx={4}
            onPointerEnter={() => setActive(index)}
            onPointerLeave={() => setActive(null)}
            onFocus={() => setActive(index)}
            onBlur={() => setActive(null)}
            onClick={() => pick?.(index)}
          />
        ))}
      </svg>
      {current && active !== null ? (
        <ChartTooltip
          title={current.label}
          rows={rowsAt(active)}
          x={at(active)}
          y={height / 2}
          width={width}
        />
      ) : null}
    </>
  )
}
