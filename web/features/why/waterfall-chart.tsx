// The factors as a waterfall between both totals.
import { scaleLinear } from '@visx/scale'
import { Fragment } from 'react'
import { fitText, roomFor } from '#web/ui/bars.ts'
import { ChartFrame, ChartSvg, useMarks } from '#web/ui/chart-parts.tsx'
import { signedText, type Unit, valueText } from './formats.ts'
import css from './waterfall.module.css'
import type { Waterfall } from './waterfall.ts'

interface WaterfallChartProps {
  label: string
  waterfall: Waterfall
  unit: Unit
  /** Names of both periods. */
  periods: readonly [string, string]
  /** Higher is worse. */
  isLoss: boolean
}

const ROW = 30
const THICK = 16
const GAP = 10
/** Largest share of the width for labels. */
const MOST_LABELS = 0.42
const TICK = 12

export const WaterfallChart = (props: WaterfallChartProps) => (
  <ChartFrame height={rowsOf(props).length * ROW}>{(width) => <Rows {...props} width={width} />}</ChartFrame>
)

interface Row {
  readonly key: string
  readonly label: string
  readonly words: string
  readonly from: number
  readonly to: number
  readonly kind: 'total' | 'good' | 'bad' | 'same'
}

function rowsOf({ waterfall, unit, periods, isLoss }: WaterfallChartProps): Row[] {
  const { before, after, steps, low } = waterfall
  const total = (key: string, label: string, value: number): Row => ({
    key,
    label,
    words: valueText(value, unit),
    from: Math.max(low, Math.min(0, value)),
    to: value,
    kind: 'total',
  })
  return [
    total('before', periods[0], before),
    ...steps.map(({ key, label, difference, from, to }): Row => {
      const kind = difference === 0 ? 'same' : difference > 0 === isLoss ? 'bad' : 'good'
      return { key, label, words: signedText(difference, unit), from, to, kind }
    }),
    total('after', periods[1], after),
  ]
}

function Rows(props: WaterfallChartProps & { width: number }) {
  const { label, waterfall, width } = props
  const rows = rowsOf(props)
  const { active, mark } = useMarks(rows.length, 0)
  const values = Math.max(...rows.map(({ words }) => roomFor(words, TICK)))
  const labels = Math.min(Math.max(...rows.map((row) => roomFor(row.label))) + GAP, width * MOST_LABELS)
  const x = scaleLinear<number>({
    domain: [waterfall.low, waterfall.high === waterfall.low ? waterfall.low + 1 : waterfall.high],
    range: [labels, Math.max(labels, width - values - GAP)],
  })
  const middle = (index: number) => index * ROW + ROW / 2
  return (
    <ChartSvg label={label} width={width} height={rows.length * ROW}>
      <defs>
        <linearGradient id="why-cut">
          <stop offset="0" stopColor="var(--gd-cat-rest)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--gd-cat-rest)" />
        </linearGradient>
      </defs>
      {rows.map((row, index) => {
        const [left, right] = [x(Math.min(row.from, row.to)), x(Math.max(row.from, row.to))]
        return (
          <g key={row.key} {...mark(index)} className={css.mark} aria-label={`${row.label}: ${row.words}`}>
            <rect
              className={css.reach}
              x={0}
              y={index * ROW}
              width={width}
              height={ROW}
              rx={4}
              data-active={active === index || undefined}
            />
            <rect
              className={css.bar}
              data-kind={row.kind}
              x={left}
              y={middle(index) - THICK / 2}
              width={Math.max(right - left, 1.5)}
              height={THICK}
              rx={row.kind === 'total' ? 3 : 2}
              data-cut={(row.kind === 'total' && waterfall.isCut) || undefined}
            />
          </g>
        )
      })}
      <g pointerEvents="none" aria-hidden>
        {rows.map((row, index) => (
          <Fragment key={row.key}>
            {index < rows.length - 1 ? (
              <line
                className={css.link}
                x1={x(row.to)}
                x2={x(row.to)}
                y1={middle(index) + THICK / 2}
                y2={middle(index + 1) - THICK / 2}
              />
            ) : null}
            <text className={css.label} data-kind={row.kind} x={0} y={middle(index)} dy="0.34em">
              {fitText(row.label, labels - GAP)}
            </text>
            <text
              className={css.value}
              data-kind={row.kind}
              x={width}
              y={middle(index)}
              dy="0.34em"
              textAnchor="end"
            >
              {row.words}
            </text>
          </Fragment>
        ))}
      </g>
    </ChartSvg>
  )
}
