// Two dimensions as a heat map: the darker a cell, the higher its value.
import { fitText, roomFor } from './bars.ts'
import chart from './chart.module.css'
import { ChartSvg, ChartTooltip, useMarks, useWidth } from './chart-parts.tsx'
import css from './heat-map.module.css'

export interface HeatCell {
  readonly row: string
  readonly column: string
  readonly value: number | null
  /** The full text, for the tooltip. */
  readonly words: string
}

interface HeatMapProps {
  label: string
  rows: readonly string[]
  columns: readonly string[]
  /** Row by row. */
  cells: readonly HeatCell[]
  format: (value: number) => string
  /** Called with the index of a cell. */
  onPick?: (index: number) => void
}

const ROW = 28
const HEAD = 26
const LEAST_COLUMN = 18
const MOST_LABELS = 200
/** Smallest size of a cell in which its value is written, px. */
const ROOM = 58

export function HeatMap(props: HeatMapProps) {
  const [frame, width] = useWidth()
  const labels = Math.min(
    Math.max(...props.rows.map((name) => roomFor(name)), 40) + 12,
    MOST_LABELS,
    Math.max(90, width * 0.3),
  )
  const column = Math.max(LEAST_COLUMN, (width - labels) / Math.max(1, props.columns.length))
  const whole = labels + column * props.columns.length
  const height = HEAD + props.rows.length * ROW
  return (
    <div style={{ overflowX: 'auto' }} ref={frame}>
      {width > 0 ? (
        <div style={{ position: 'relative', width: whole, height }}>
          <Cells {...props} labels={labels} column={column} width={whole} height={height} />
        </div>
      ) : null}
    </div>
  )
}

interface CellsProps extends HeatMapProps {
  labels: number
  column: number
  width: number
  height: number
}

function Cells({ label, rows, columns, cells, format, onPick, labels, column, width, height }: CellsProps) {
  const { active, mark } = useMarks(cells.length, 0, onPick)
  const most = Math.max(0, ...cells.map(({ value }) => Math.abs(value ?? 0))) || 1
  const at = (index: number) => ({
    x: labels + (index % columns.length) * column,
    y: HEAD + Math.floor(index / columns.length) * ROW,
  })
  const every = Math.max(1, Math.ceil(34 / column))
  const current = active === null ? undefined : cells[active]
  return (
    <>
      <ChartSvg label={label} width={width} height={height}>
        <g aria-hidden>
          {columns.map((name, index) =>
            index % every === 0 ? (
              <text
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
                key={index}
                className={chart.tick}
                x={labels + (index + 0.5) * column}
                y={16}
                textAnchor="middle"
              >
                {fitText(name, column * every - 4)}
              </text>
            ) : null,
          )}
          {rows.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name.
            <text key={index} className={chart.label} x={0} y={HEAD + (index + 0.5) * ROW} dy="0.34em">
              {fitText(name, labels - 10)}
            </text>
          ))}
        </g>
        {cells.map((cell, index) => (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name.
            key={index}
            {...at(index)}
            column={column}
            strength={Math.abs(cell.value ?? 0) / most}
            words={column >= ROOM && cell.value !== null ? format(cell.value) : ''}
            isLoss={(cell.value ?? 0) < 0}
            mark={{
              ...mark(index),
              'aria-label': `${cell.row}, ${cell.column}: ${cell.words}`,
            }}
          />
        ))}
      </ChartSvg>
      {current && active !== null ? (
        <ChartTooltip
          title={`${current.row} · ${current.column}`}
          rows={[{ label: '', value: current.words }]}
          x={at(active).x + column / 2}
          y={at(active).y + ROW / 2}
          width={width}
        />
      ) : null}
    </>
  )
}

interface CellProps {
  x: number
  y: number
  column: number
  /** 0 to 1. */
  strength: number
  words: string
  isLoss: boolean
  mark: object
}

const Cell = ({ x, y, column, strength, words, isLoss, mark }: CellProps) => (
  <>
    <rect x={x + 1} y={y + 1} width={column - 2} height={ROW - 2} rx={3} className={css.ground} />
    <rect
      {...mark}
      className={css.cell}
      data-loss={isLoss || undefined}
      x={x + 1}
      y={y + 1}
      width={column - 2}
      height={ROW - 2}
      rx={3}
      fillOpacity={strength === 0 ? 0 : 0.08 + 0.52 * strength}
    />
    {words === '' ? null : (
      <text
        className={css.value}
        x={x + column / 2}
        y={y + ROW / 2}
        dy="0.34em"
        textAnchor="middle"
        pointerEvents="none"
        aria-hidden
      >
        {words}
      </text>
    )}
  </>
)
