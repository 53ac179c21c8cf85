import { Fragment } from 'react'
import type { Bar } from './bar-window.tsx'
import { barSpans, fitText, roomFor } from './bars.ts'
import css from './chart.module.css'
import { ChartFrame, ChartSvg, ChartTooltip, type TooltipRow, useMarks } from './chart-parts.tsx'
import { accent } from './colors.ts'

export interface RankedBar extends Bar {
  /** Rows of the tooltip: segment, orders, percent. */
  details: readonly TooltipRow[]
}

interface HorizontalBarsProps {
  /** Accessible name: measure and month. */
  label: string
  bars: readonly RankedBar[]
  /** Format of the value at the end of each bar. */
  formatShort: (value: number) => string
  onPick?: (key: string) => void
  /** Key of the selected bar; the others are muted. */
  selected?: string | null
}

const ROW = 30
const THICK = 16
const VALUE = 76
/** Smallest and largest width of the label column, px. */
const LABELS = 190
const LABELS_MOST = 270
/** Gap between a label and its bar, px. */
const GAP = 12

/** Height of a chart with `count` bars, px; also used for its skeleton. */
export const barsHeight = (count: number): number => count * ROW

const middleOf = (index: number) => index * ROW + ROW / 2

export const HorizontalBars = (props: HorizontalBarsProps) => (
  <ChartFrame height={barsHeight(props.bars.length)}>
    {(width) => <Rows {...props} width={width} />}
  </ChartFrame>
)

/** Width of the label column: labels get up to half of the chart, because truncated labels may look the same. */
function labelWidth(bars: readonly RankedBar[], width: number): number {
  const longest = Math.max(0, ...bars.map((bar) => roomFor(bar.label)))
  const wanted = Math.min(longest + GAP, LABELS_MOST)
  return Math.min(Math.max(LABELS, wanted), Math.max(width * 0.36, Math.min(wanted, width * 0.52)))
}

function Rows(props: HorizontalBarsProps & { width: number }) {
  const { bars, formatShort, onPick, selected, width } = props
  const { active, mark } = useMarks(bars.length, 0, onPick && ((index) => onPick(bars[index]?.key ?? '')))
  const labels = labelWidth(bars, width)
  const spans = barSpans(
    bars.map(({ value }) => value),
    [labels, Math.max(labels, width - VALUE)],
  )
  const spanAt = (index: number) => spans[index] ?? { start: 0, end: 0 }
  const current = active === null ? undefined : bars[active]
  const isMuted = (index: number, key: string) =>
    active === null ? typeof selected === 'string' && key !== selected : active !== index
  return (
    <>
      <ChartSvg label={props.label} width={width} height={barsHeight(bars.length)}>
        {bars.map((bar, index) => (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements are reused for the bars of another month
            key={index}
            {...mark(index, selected === undefined ? undefined : bar.key === selected)}
            className={css.mark}
            aria-label={`${bar.label}: ${bar.details.map((row) => `${row.label} ${row.value}`).join(', ')}`}
          >
            <rect className={css.reach} x={0} y={index * ROW} width={width} height={ROW} rx={4} />
            <rect
              className={css.bar}
              x={spanAt(index).start}
              y={middleOf(index) - THICK / 2}
              width={Math.max(bar.value === 0 ? 0 : 1, spanAt(index).end - spanAt(index).start)}
              height={THICK}
              rx={3}
              fill={bar.color ?? accent}
              data-muted={isMuted(index, bar.key) ? '' : undefined}
            />
          </g>
        ))}
        {/* Outside the marks, so that a truncated label is not part of their accessible names. */}
        <g pointerEvents="none" aria-hidden>
          {bars.map((bar, index) => (
            <Fragment key={bar.key}>
              <text className={css.label} x={0} y={middleOf(index)} dy="0.34em">
                {fitText(bar.label, labels - GAP)}
              </text>
              <text className={css.tick} x={spanAt(index).end + 8} y={middleOf(index)} dy="0.34em">
                {formatShort(bar.value)}
              </text>
            </Fragment>
          ))}
        </g>
      </ChartSvg>
      {current && active !== null ? (
        <ChartTooltip
          title={current.label}
          rows={current.details}
          x={(spanAt(active).start + spanAt(active).end) / 2}
          y={middleOf(active)}
          width={width}
        />
      ) : null}
    </>
  )
}
