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
  /** Width of the frame: in its right half the tooltip opens to the left. */
  width: number
}

const GAP = 14

/** Hidden from screen readers, which read the label of the data point. */
export function ChartTooltip({ title, rows, x, y, width }: ChartTooltipProps) {
  const left = x > width / 2
  return (
    <div
      className={css.tip}
      aria-hidden
      style={{
        transform: `translate(${left ? x - GAP : x + GAP}px, ${y}px) translate(${left ? '-100%' : '0'}, -50%)`,
      }}
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
