// Bar chart that shows five bars of a long list at a time.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useState } from 'react'
import { clampWindow, roomFor, TICK_SIZE, wrapText } from './bars.ts'
import { IconButton } from './button.tsx'
import css from './chart.module.css'
import { ChartTooltip } from './chart-tooltip.tsx'
import { chart } from './palette.ts'
import { text } from './text.ts'
import { useRoving } from './use-roving.ts'
import { useWidth } from './use-width.ts'

export interface Bar {
  key: string
  label: string
  value: number
  color?: string
}

interface BarWindowProps {
  /** Accessible name: measure and month. */
  label: string
  bars: readonly Bar[]
  format: (value: number) => string
  formatTick: (value: number) => string
  /** Shorter formats for narrow bars: the first that fits is used, else the last. */
  formatsTight?: readonly ((value: number) => string)[]
  height?: number
  onPick?: (key: string) => void
}

/** Bars shown at once. */
const SHOWN = 5
const LINE = 15
const TOP = 24
/** Gap between neighbouring labels, px. */
const GAP = 4
/** Below this width, px, labels wrap to three lines. */
const NARROW = 480

export function BarWindow({
  label,
  bars,
  format,
  formatTick,
  formatsTight = [],
  height = 260,
  onPick,
}: BarWindowProps) {
  const [asked, setFirst] = useState(0)
  const first = clampWindow(asked, bars.length, SHOWN)
  const [frame, width] = useWidth()
  const move = (by: number) => setFirst(clampWindow(first + by, bars.length, SHOWN))
  const arrow = (name: string, Icon: typeof IconChevronLeft, by: number) => (
    <IconButton
      label={name}
      disabled={clampWindow(first + by, bars.length, SHOWN) === first}
      onClick={() => move(by)}
      data-no-print
    >
      <Icon size={18} aria-hidden />
    </IconButton>
  )
  return (
    <div className={css.window}>
      {arrow(text.previousBars, IconChevronLeft, -1)}
      <div className={css.frame} ref={frame} style={{ height }}>
        {width > 0 ? (
          <Bars
            label={label}
            bars={bars.slice(first, first + SHOWN)}
            most={Math.max(0, ...bars.map((bar) => bar.value))}
            format={format}
            formatTick={formatTick}
            formatsTight={formatsTight}
            width={width}
            height={height}
            onPick={onPick}
          />
        ) : null}
      </div>
      {arrow(text.nextBars, IconChevronRight, 1)}
    </div>
  )
}

interface BarsProps extends Required<Omit<BarWindowProps, 'onPick'>> {
  onPick: ((key: string) => void) | undefined
  /** Largest value of all bars, so that the scale does not change while scrolling. */
  most: number
  width: number
}

function Bars({ label, bars, most, format, formatTick, formatsTight, width, height, onPick }: BarsProps) {
  const [active, setActive] = useState<number | null>(null)
  const pick = onPick && ((index: number) => onPick(bars[index]?.key ?? ''))
  const roving = useRoving(bars.length, 0, pick)
  const x = scaleBand<string>({ domain: bars.map((bar) => bar.key), range: [0, width] })
    .paddingInner(0.35)
    .paddingOuter(0.15)
  const lines = width < NARROW ? 3 : 2
  const bottom = height - 13 - lines * LINE
  const y = scaleLinear<number>({ domain: [0, most || 1], range: [bottom, TOP] })
  const tick = (value: number) => {
    const ways = [formatTick, ...formatsTight].map((format) => format(value))
    return ways.find((written) => roomFor(written, TICK_SIZE) <= x.step() - GAP) ?? ways.at(-1)
  }
  const current = active === null ? undefined : bars[active]
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
        <line className={css.base} x1={0} x2={width} y1={y(0)} y2={y(0)} />
        {bars.map((bar, index) => {
          const left = x(bar.key) ?? 0
          const middle = left + x.bandwidth() / 2
          const top = y(Math.max(0, bar.value))
          return (
            <g key={bar.key}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is img or button, depending on onPick */}
              <g
                {...roving(index)}
                className={css.mark}
                data-link={onPick ? '' : undefined}
                role={onPick ? 'button' : 'img'}
                aria-label={`${bar.label}: ${format(bar.value)}`}
                onPointerEnter={() => setActive(index)}
                onPointerLeave={() => setActive(null)}
                onFocus={() => setActive(index)}
                onBlur={() => setActive(null)}
                onClick={() => pick?.(index)}
              >
                <rect className={css.reach} x={left} y={0} width={x.bandwidth()} height={height} />
                <rect
                  className={css.bar}
                  x={left}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.max(0, y(0) - top)}
                  rx={3}
                  fill={bar.color ?? chart.accent}
                  data-muted={active !== null && active !== index ? '' : undefined}
                />
              </g>
              {/* Outside the mark, so that a truncated label is not part of its accessible name. */}
              <g className={css.tick} textAnchor="middle" pointerEvents="none" aria-hidden>
                <text x={middle} y={top - 7}>
                  {tick(bar.value)}
                </text>
                <text y={bottom + LINE + 2}>
                  {wrapText(bar.label, x.step() - GAP, lines, TICK_SIZE).map((line, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may read the same
                    <tspan key={place} x={middle} dy={place === 0 ? 0 : LINE}>
                      {line}
                    </tspan>
                  ))}
                </text>
              </g>
            </g>
          )
        })}
      </svg>
      {current && active !== null ? (
        <ChartTooltip
          title={current.label}
          rows={[{ label: '', value: format(current.value) }]}
          x={(x(current.key) ?? 0) + x.bandwidth() / 2}
          y={height / 2}
          width={width}
        />
      ) : null}
    </>
  )
}
