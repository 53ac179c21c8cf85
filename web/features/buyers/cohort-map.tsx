// The cohorts as a table that looks like a heat map: the darker a cell, the higher its value.

import { type KeyboardEvent, useRef } from 'react'
import type { CohortRow } from '#contract/buyers.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import { integer, money, monthName, percent, shortMoney, shortMonth } from '#web/text/format.ts'
import { groupBy } from '#web/ui/group-by.ts'
import sticky from '#web/ui/sticky-table.module.css'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './cohort-map.module.css'
import { strengthOf } from './strength.ts'
import { text } from './text.ts'

export const FIGURES = ['share', 'buyers', 'orders', 'net', 'net_per_buyer'] as const
export type Figure = (typeof FIGURES)[number]

const SHORT: Readonly<Record<Figure, (value: number) => string>> = {
  share: (value) => percent(value),
  buyers: integer,
  orders: integer,
  net: shortMoney,
  net_per_buyer: shortMoney,
}
export const inFull = (figure: Figure, value: number): string =>
  figure === 'share'
    ? percent(value, 2)
    : figure === 'net' || figure === 'net_per_buyer'
      ? money(value)
      : integer(value)

export interface Cell {
  readonly cohort: Month
  readonly since: number
}

interface MapProps {
  rows: readonly CohortRow[]
  figure: Figure
  chosen: Cell | null
  onChoose: (cell: Cell) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function CohortMap({ rows, figure, chosen, onChoose }: MapProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const cohorts = [...groupBy(rows, ({ cohort }) => cohort).values()]
  const longest = Math.max(0, ...cohorts.map((cells) => cells.length))
  const columns = Array.from({ length: longest }, (_, since) => since)
  const most = darkest(rows, figure)
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const [down, right] = entryOf(STEPS, event.key) ?? [0, 0]
    if (down === 0 && right === 0) return
    event.preventDefault()
    const place = `[data-place="${row + down} ${column + right}"]`
    body.current?.querySelector<HTMLElement>(place)?.focus()
  }
  return (
    <section
      className={sticky.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be scrollable by keyboard
      tabIndex={0}
      aria-label={text.map}
    >
      <table className={`${sticky.table} ${css.map}`}>
        <caption>
          <VisuallyHidden>{`${text.cohorts}: ${text.figures[figure]}`}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={sticky.stuck}>
              {text.firstMonth}
            </th>
            <th scope="col" data-numeric>
              {text.size}
            </th>
            {columns.map((since) => (
              <th key={since} scope="col" data-numeric title={since === 0 ? undefined : text.monthsSince}>
                {since === 0 ? text.sameMonth : `+${since}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {cohorts.map((cells, row) => {
            const [first] = cells
            if (!first) return null
            return (
              <tr key={first.cohort}>
                <th scope="row" className={sticky.stuck}>
                  {shortMonth(first.cohort)}
                </th>
                <td data-numeric className={css.size}>
                  {integer(first.cohort_buyers)}
                </td>
                {cells.map((cell) => (
                  <CellOf
                    key={cell.month}
                    cell={cell}
                    figure={figure}
                    strength={Math.min(1, Math.max(0, cell[figure]) / most)}
                    isChosen={chosen?.cohort === cell.cohort && chosen.since === cell.months_since}
                    place={`${row} ${cell.months_since}`}
                    isStop={row === 0 && cell.months_since === 0}
                    onMove={(event) => move(event, row, cell.months_since)}
                    onChoose={onChoose}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/**
 * The 97 % quantile of the months after the first. The first month contains every buyer, and a few high values would leave
 * the others pale.
 */
function darkest(rows: readonly CohortRow[], figure: Figure): number {
  const isShown = ({ months_since }: CohortRow) => figure === 'net_per_buyer' || months_since > 0
  const values = rows
    .filter(isShown)
    .map((row) => row[figure])
    .sort((one, other) => one - other)
  return values[Math.floor(values.length * 0.97)] || values.at(-1) || 1
}

interface CellProps {
  cell: CohortRow
  figure: Figure
  strength: number
  isChosen: boolean
  place: string
  /** The tab stop of the table; arrow keys move between cells. */
  isStop: boolean
  onMove: (event: KeyboardEvent) => void
  onChoose: (cell: Cell) => void
}

function CellOf({ cell, figure, strength, isChosen, place, isStop, onMove, onChoose }: CellProps) {
  const { cohort, months_since: since } = cell
  const shown = SHORT[figure](cell[figure])
  return (
    <td data-numeric style={strengthOf(strength)} className={css.cell}>
      <button
        type="button"
        className={css.press}
        tabIndex={isStop ? 0 : -1}
        data-place={place}
        aria-pressed={isChosen}
        aria-label={text.cell(monthName(cohort), since, shown)}
        title={text.cell(monthName(cohort), since, inFull(figure, cell[figure]))}
        onKeyDown={onMove}
        onClick={() => onChoose({ cohort, since })}
      >
        {shown}
      </button>
    </td>
  )
}
