// Tooltip of a chart, shown on hover and on keyboard focus.
import css from './chart.module.css'

export interface TooltipRow {
  label: string
  value: string
  color?: string | undefined
}

interface ChartTooltipProps {
  title: string
  rows: readonly TooltipRow[]
  /** Position of the data point in the frame, px. */
  x: number
  y: number
  /** Width of the frame: in its right half the tooltip opens to the left, and it never leaves the frame. */
  width: number
}

const GAP = 14

/** Hidden from screen readers, which read the label of the data point. */
export function ChartTooltip({ title, rows, x, y, width }: ChartTooltipProps) {
  const wanted = x > width / 2 ? `${x - GAP}px - 100%` : `${x + GAP}px`
  return (
    <div
      className={css.tip}
      aria-hidden
      style={{ transform: `translate(clamp(0px, ${wanted}, ${width}px - 100%), calc(${y}px - 50%))` }}
    >
      <p className={css.tipTitle}>{title}</p>
      {rows.map((row) => (
        <div className={css.tipRow} key={row.label}>
          {row.color ? <span className={css.swatch} style={{ background: row.color }} /> : null}
          {row.label ? <span className={css.tipName}>{row.label}</span> : null}
          <span className={css.tipValue}>{row.value}</span>
        </div>
      ))}
    </div>
  )
}
