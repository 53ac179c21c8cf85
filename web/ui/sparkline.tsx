// A line chart the size of a word, without axes.
import { chart } from './palette.ts'

interface SparklineProps {
  values: readonly number[]
  width?: number
  height?: number
  color?: string
}

const PAD = 3

/** Zero-based like all charts. Hidden from screen readers, because the figure beside it is text. */
export function Sparkline({ values, width = 84, height = 32, color = chart.accent }: SparklineProps) {
  const most = Math.max(...values, 0) || 1
  const step = (width - 2 * PAD) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      [PAD + index * step, height - PAD - (Math.max(0, value) / most) * (height - 2 * PAD)] as const,
  )
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
  const last = points.at(-1)
  if (!last) return null
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path
        d={`M${PAD},${height - PAD}L${path}L${last[0]},${height - PAD}Z`}
        fill={color}
        opacity={0.1}
        stroke="none"
      />
      <path d={`M${path}`} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={last[0]} cy={last[1]} r={2.5} fill={color} />
    </svg>
  )
}
