// Bar chart that shows five bars of a long list at a time.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useState } from 'react'
import { clampWindow, roomFor, TICK_SIZE, wrapText } from './bars.ts'
import { IconButton } from './button.tsx'
import css from './chart.module.css'
import { ChartFrame, ChartSvg, ChartTooltip, useMarks } from './chart-parts.tsx'
import { accent } from './colors.ts'
import { text } from './text.ts'

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
  formatsTight: readonly ((value: number) => string)[]
  height: number
  onPick: (key: string) => void
}

/** Bars shown at once. */
const SHOWN = 5
const LINE = 15
const TOP = 24
/** Gap between neighbouring labels, px. */
const GAP = 4
/** Below this width, px, labels wrap to three lines. */
const NARROW = 480

export function BarWindow(props: BarWindowProps) {
  const { bars, height } = props
  const [asked, setFirst] = useState(0)
  const first = clampWindow(asked, bars.length, SHOWN)
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
      <ChartFrame height={height}>
        {(width) => (
          <Bars
            {...props}
            bars={bars.slice(first, first + SHOWN)}
            most={Math.max(0, ...bars.map((bar) => bar.value))}
            width={width}
          />
        )}
      </ChartFrame>
      {arrow(text.nextBars, IconChevronRight, 1)}
    </div>
  )
}

interface BarsProps extends BarWindowProps {
  /** Largest value of all bars, so that the scale does not change while scrolling. */
  most: number
  width: number
}

function Bars({ label, bars, most, format, formatTick, formatsTight, width, height, onPick }: BarsProps) {
  const { active, mark } = useMarks(bars.length, 0, (index) => onPick(bars[index]?.key ?? ''))
  const x = scaleBand<string>({ domain: bars.map((bar) => bar.key), range: [0, width] })
    .paddingInner(0.35)
    .paddingOuter(0.15)
  const lines = width < NARROW ? 3 : 2
  const bottom = height - 13 - lines * LINE
  const y = scaleLinear<number>({ domain: [0, most || 1], range: [bottom, TOP] })
  const tick = (value: number) => {
    const formatted = [formatTick, ...formatsTight].map((write) => write(value))
    return formatted.find((text) => roomFor(text, TICK_SIZE) <= x.step() - GAP) ?? formatted.at(-1)
  }
  const leftOf = (bar: Bar) => x(bar.key) ?? 0
  const topOf = (bar: Bar) => y(Math.max(0, bar.value))
  const current = active === null ? undefined : bars[active]
  return (
    <>
      <ChartSvg label={label} width={width} height={height}>
        <line className={css.base} x1={0} x2={width} y1={y(0)} y2={y(0)} />
        {bars.map((bar, index) => (
          <g key={bar.key}>
            <g {...mark(index)} className={css.mark} aria-label={`${bar.label}: ${format(bar.value)}`}>
              <rect className={css.reach} x={leftOf(bar)} y={0} width={x.bandwidth()} height={height} />
              <rect
                className={css.bar}
                x={leftOf(bar)}
                y={topOf(bar)}
                width={x.bandwidth()}
                height={Math.max(0, y(0) - topOf(bar))}
                rx={3}
                fill={bar.color ?? accent}
                data-muted={active !== null && active !== index ? '' : undefined}
              />
            </g>
            <BarLabels
              x={leftOf(bar) + x.bandwidth() / 2}
              value={{ y: topOf(bar) - 7, text: tick(bar.value) }}
              name={{ y: bottom + LINE + 2, lines: wrapText(bar.label, x.step() - GAP, lines, TICK_SIZE) }}
            />
          </g>
        ))}
      </ChartSvg>
      {current ? (
        <ChartTooltip
          title={current.label}
          rows={[{ label: '', value: format(current.value) }]}
          x={leftOf(current) + x.bandwidth() / 2}
          y={height / 2}
          width={width}
        />
      ) : null}
    </>
  )
}

interface BarLabelsProps {
  x: number
  value: { y: number; text: string | undefined }
  name: { y: number; lines: readonly string[] }
}

/** Outside the mark, so that a truncated label is not part of its accessible name. */
const BarLabels = ({ x, value, name }: BarLabelsProps) => (
  <g className={css.tick} textAnchor="middle" pointerEvents="none" aria-hidden>
    <text x={x} y={value.y}>
      {value.text}
    </text>
    <text y={name.y}>
      {name.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered and may be equal
        <tspan key={index} x={x} dy={index === 0 ? 0 : LINE}>
          {line}
        </tspan>
      ))}
    </text>
  </g>
)
