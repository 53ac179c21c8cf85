// A ranking as horizontal bars.
import { scaleLinear } from '@visx/scale'
import { Fragment, useState } from 'react'
import { fitText, roomFor } from './bars.ts'
import css from './chart.module.css'
import { ChartTooltip, type TooltipRow } from './chart-tooltip.tsx'
import { chart } from './palette.ts'
import { useRoving } from './use-roving.ts'
import { useWidth } from './use-width.ts'

export interface RankedBar {
  key: string
  label: string
  value: number
  color?: string
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

export function HorizontalBars(props: HorizontalBarsProps) {
  const [frame, width] = useWidth()
  return (
    <div className={css.frame} ref={frame} style={{ height: barsHeight(props.bars.length) }}>
      {width > 0 ? <Rows {...props} width={width} /> : null}
    </div>
  )
}

function Rows({
  label,
  bars,
  formatShort,
  onPick,
  selected,
  width,
}: HorizontalBarsProps & { width: number }) {
  const [active, setActive] = useState<number | null>(null)
  const pick = onPick && ((index: number) => onPick(bars[index]?.key ?? ''))
  const roving = useRoving(bars.length, 0, pick)
  const longest = Math.max(0, ...bars.map((bar) => roomFor(bar.label)))
  const wanted = Math.min(longest + GAP, LABELS_MOST)
  // Labels get up to half of the width: truncated labels may look the same.
  const labels = Math.min(Math.max(LABELS, wanted), Math.max(width * 0.36, Math.min(wanted, width * 0.52)))
  const most = Math.max(0, ...bars.map((bar) => bar.value))
  const x = scaleLinear<number>({ domain: [0, most || 1], range: [0, Math.max(0, width - labels - VALUE)] })
  const current = active === null ? undefined : bars[active]
  const height = barsHeight(bars.length)
  const longOf = (bar: RankedBar) => x(Math.max(0, bar.value))
  const middleOf = (index: number) => index * ROW + ROW / 2
  const chosen = selected ?? null
  const stepsBack = (index: number, key: string) =>
    active === null ? chosen !== null && key !== chosen : active !== index
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
        {bars.map((bar, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: its role is img or button, by what a press does
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: pressed is told of buttons alone
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: known by its place, so that another month changes words and moves nothing
            key={index}
            {...roving(index)}
            className={css.mark}
            data-link={onPick ? '' : undefined}
            role={onPick ? 'button' : 'img'}
            aria-pressed={onPick && selected !== undefined ? bar.key === selected : undefined}
            aria-label={`${bar.label}: ${bar.details.map((row) => `${row.label} ${row.value}`).join(', ')}`}
            onPointerEnter={() => setActive(index)}
            onPointerLeave={() => setActive(null)}
            onFocus={() => setActive(index)}
            onBlur={() => setActive(null)}
            onClick={() => pick?.(index)}
          >
            <rect className={css.reach} x={0} y={index * ROW} width={width} height={ROW} rx={4} />
            <rect
              className={css.bar}
              x={labels}
              y={middleOf(index) - THICK / 2}
              width={Math.max(bar.value > 0 ? 1 : 0, longOf(bar))}
              height={THICK}
              rx={3}
              fill={bar.color ?? chart.accent}
              data-muted={stepsBack(index, bar.key) ? '' : undefined}
            />
          </g>
        ))}
        {/* Outside the marks, so that a truncated label is not part of their accessible names. */}
        <g pointerEvents="none" aria-hidden>
          {bars.map((bar, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={index}>
              <text className={css.label} x={0} y={middleOf(index)} dy="0.34em">
                {fitText(bar.label, labels - GAP)}
              </text>
              <text className={css.tick} x={labels + longOf(bar) + 8} y={middleOf(index)} dy="0.34em">
                {formatShort(bar.value)}
              </text>
            </Fragment>
          ))}
        </g>
      </svg>
      {current && active !== null ? (
        <ChartTooltip
          title={current.label}
          rows={current.details}
          x={labels + x(current.value) / 2}
          y={middleOf(active)}
          width={width}
        />
      ) : null}
    </>
  )
}
