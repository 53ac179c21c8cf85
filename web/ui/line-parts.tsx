// Parts of charts with lines over time: legend, scale and axis of values.
import { scaleLinear } from '@visx/scale'
import { Fragment } from 'react'
import css from './chart.module.css'

export interface LegendLine {
  key: string
  label: string
  color: string
  /** Distinguishes the line without colour. */
  dash?: string
}

export const LineLegend = ({ lines }: { lines: readonly LegendLine[] }) => (
  <ul className={css.legend} aria-hidden>
    {lines.map(({ key, label, color, dash }) => (
      <li key={key}>
        <svg width={18} height={8} role="presentation">
          <path d="M1 4H17" stroke={color} strokeWidth={2} strokeDasharray={dash} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
)

/** Width of a digit in the axis font, px. */
const DIGIT = 7

/** Positions of these values and 0, between `bottom` and `top`; the lines begin at `left`. */
export function valueScale(
  values: readonly (number | null)[],
  [bottom, top]: [number, number],
  write: (value: number) => string,
) {
  const known = values.map((value) => value ?? 0)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const domain = [least, most === least ? 1 : most]
  const y = scaleLinear<number>({ domain, range: [bottom, top] }).nice(4)
  const ticks = (most > least ? y.ticks(4) : [0]).map((value) => ({ value, words: write(value) }))
  const left = Math.max(...ticks.map(({ words }) => words.length)) * DIGIT + 12
  return { y, ticks, left, bottom }
}

type Scales = ReturnType<typeof valueScale>

export const ValueAxis = ({ y, ticks, left, width }: Scales & { width: number }) =>
  ticks.map(({ value, words }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the elements are reused for the ticks of another month
    <Fragment key={index}>
      <line className={value === 0 ? css.base : css.grid} x1={left} x2={width} y1={y(value)} y2={y(value)} />
      <text className={css.tick} x={left - 10} y={y(value)} dy="0.32em" textAnchor="end">
        {words}
      </text>
    </Fragment>
  ))
