// A table that is edited like a spreadsheet: arrows, Enter, F2, Delete, paste, copy.

import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GoalRow } from '#contract/goals/calls.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { cellText, shortMonth, sumOf } from '#web/text/format.ts'
import { groupBy } from '#web/ui/group-by.ts'
import shared from '#web/ui/shared.module.css'
import sticky from '#web/ui/sticky-table.module.css'
import { plainAmount } from './amount.ts'
import { blockOf, cellOf, monthOf, pastedCells } from './cells.ts'
import css from './grid.module.css'
import { text } from './text.ts'
import type { Asked, Goals } from './use-goals.ts'

interface GridProps {
  asked: Asked
  /** Month of the year, from 0, that is shown first. */
  month: number
  goals: Goals
  canWrite: boolean
}

interface Place {
  readonly row: number
  readonly month: number
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index)
const PAGE = 10

/** The cell that a key moves to; undefined for other keys. */
function moved(
  { row, month }: Place,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  rows: number,
): Place | undefined {
  const at = (down: number, right: number) => ({
    row: Math.min(rows - 1, Math.max(0, row + down)),
    month: Math.min(11, Math.max(0, month + right)),
  })
  switch (key) {
    case 'ArrowDown':
      return ctrlKey ? at(rows, 0) : at(1, 0)
    case 'ArrowUp':
      return ctrlKey ? at(-rows, 0) : at(-1, 0)
    case 'ArrowRight':
      return at(0, 1)
    case 'ArrowLeft':
      return at(0, -1)
    case 'PageDown':
      return at(PAGE, 0)
    case 'PageUp':
      return at(-PAGE, 0)
    case 'Home':
      return ctrlKey ? { row: 0, month: 0 } : at(0, -12)
    case 'End':
      return ctrlKey ? { row: rows - 1, month: 11 } : at(0, 12)
    default:
      return undefined
  }
}

/** Focus, editor and clipboard of the grid. */
function useGrid({ asked, month: first, goals, canWrite }: GridProps) {
  const { measure, year } = asked
  const { rows } = goals
  const [place, setPlace] = useState<Place>({ row: 0, month: first })
  /** Initial text of the editor; null while nothing is edited. */
  const [typed, setTyped] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const focused = { row: Math.min(place.row, rows.length - 1), month: place.month }
  // The month on screen is next to the names, or near the end of the year an earlier one, so that no month is cut.
  useLayoutEffect(() => {
    const scroller = table.current?.parentElement
    const [names, ...months] = table.current?.querySelectorAll<HTMLElement>('thead th') ?? []
    if (!scroller || !names) return
    const furthest = scroller.scrollWidth - scroller.clientWidth
    const starts = months.slice(0, first + 1).map(({ offsetLeft }) => offsetLeft - names.offsetWidth)
    scroller.scrollLeft = starts.findLast((start) => start <= furthest) ?? 0
  }, [first])
  const goTo = (next: Place) => {
    setPlace(next)
    setTyped(null)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row}-${next.month}"]`)?.focus()
  }
  const commit = (value: string, down: number, right: number) => {
    const row = rows[focused.row]
    const next = moved(
      focused,
      { key: down ? 'ArrowDown' : right ? 'ArrowRight' : '', ctrlKey: false },
      rows.length,
    )
    if (row && value !== plainAmount(row.goals[focused.month] ?? null))
      goals.take(cellOf({ measure, year, rows }, row, focused.month, value))
    goTo(next ?? focused)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    // Alt+← goes back in the browser.
    if (altKey) return
    const next = moved(focused, event, rows.length)
    if (next) goTo(next)
    else if (!canWrite) return
    else if ((ctrlKey || metaKey) && key === 'z') goals.undo()
    else if (key === 'Enter' || key === 'F2')
      setTyped(plainAmount(rows[focused.row]?.goals[focused.month] ?? null))
    else if (key === 'Delete' || key === 'Backspace') commit('', 0, 0)
    else if (key.length === 1 && !ctrlKey && !metaKey) setTyped(key)
    else return
    event.preventDefault()
    // Letters would also step to another month.
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!canWrite || typed !== null) return
    event.preventDefault()
    const block = blockOf(event.clipboardData.getData('text/plain'))
    goals.take(pastedCells({ measure, year, rows }, block, focused))
  }
  const onCopy = (event: ClipboardEvent) => {
    if (typed !== null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', plainAmount(rows[focused.row]?.goals[focused.month] ?? null))
  }
  const edit = (next: Place, value: string) => {
    setPlace(next)
    if (canWrite) setTyped(value)
  }
  const handlers = { onKeyDown: typed === null ? onKeyDown : undefined, onPaste, onCopy }
  return { table, focused, typed, setPlace, edit, commit, cancel: () => goTo(focused), handlers }
}

export function Grid(props: GridProps) {
  const { asked, goals, canWrite } = props
  const { measure, by, year } = asked
  const { rows } = goals
  const { table, focused, typed, setPlace, edit, commit, cancel, handlers } = useGrid(props)
  const named = groupBy(rows, ({ label }) => label)
  return (
    <div className={`${sticky.scroller} ${css.scroller}`} data-wide>
      <table
        ref={table}
        className={`${sticky.table} ${css.table}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table to type into is a grid (WAI-ARIA)
        role="grid"
        aria-label={text.table(year)}
        aria-readonly={!canWrite}
      >
        <thead>
          <tr>
            <th scope="col" className={sticky.stuck}>
              {text.titles[by]}
            </th>
            {MONTHS.map((month) => (
              <th key={month} scope="col" data-numeric>
                {shortMonth(monthOf(year, month)).slice(0, 3)}
              </th>
            ))}
            <th scope="col" data-numeric>
              {text.total}
            </th>
          </tr>
        </thead>
        <tbody {...handlers}>
          {rows.map((row, at) => (
            <Row
              key={row.key}
              {...{ row, at, measure, year }}
              hasTwin={(named.get(row.label)?.length ?? 0) > 1}
              place={at === focused.row ? focused.month : null}
              typed={at === focused.row ? typed : null}
              isDraft={goals.isDraft}
              onPick={(month) => setPlace({ row: at, month })}
              onEdit={(month, value) => edit({ row: at, month }, value)}
              onCommit={commit}
              onCancel={cancel}
            />
          ))}
        </tbody>
        {rows.length > 1 ? <Totals rows={rows} measure={measure} /> : null}
      </table>
    </div>
  )
}

const write = (measure: MeasureKey, value: number | null | undefined) => cellText(value, measureOf(measure))

interface RowProps {
  row: GoalRow
  /** Another row has the same name, so the code is shown. */
  hasTwin: boolean
  at: number
  measure: MeasureKey
  year: number
  /** Month of the focused cell. */
  place: number | null
  typed: string | null
  isDraft: (key: string, month: string) => boolean
  onPick: (month: number) => void
  onEdit: (month: number, value: string) => void
  onCommit: (value: string, down: number, right: number) => void
  onCancel: () => void
}

const Row = ({
  row,
  hasTwin,
  at,
  measure,
  year,
  place,
  typed,
  isDraft,
  onPick,
  onEdit,
  ...editor
}: RowProps) => (
  <tr>
    <th scope="row" className={sticky.stuck}>
      <div className={css.name}>
        {row.label}
        {row.gone ? (
          <span className={shared.caption} title={text.goneNote}>
            {' '}
            {text.gone}
          </span>
        ) : hasTwin ? (
          <span className={shared.caption}> {row.key}</span>
        ) : null}
      </div>
    </th>
    {MONTHS.map((month) => {
      const goal = row.goals[month] ?? null
      const isHere = place === month
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the body handles the keys of its cells
        <td
          key={month}
          data-numeric
          data-at={`${at}-${month}`}
          data-draft={isDraft(row.key, monthOf(year, month)) || undefined}
          tabIndex={isHere ? 0 : -1}
          onFocus={() => onPick(month)}
          onClick={({ currentTarget }) => typed === null && currentTarget.focus()}
          onDoubleClick={() => onEdit(month, plainAmount(goal))}
        >
          {isHere && typed !== null ? (
            <Editor
              label={text.edit(row.label, shortMonth(monthOf(year, month)))}
              start={typed}
              {...editor}
            />
          ) : (
            write(measure, goal)
          )}
        </td>
      )
    })}
    <td data-numeric data-total>
      {write(measure, totalOf(row.goals))}
    </td>
  </tr>
)

const totalOf = (goals: readonly (number | null)[]): number | null =>
  goals.every((goal) => goal === null) ? null : sumOf(goals.map((goal) => goal ?? 0))

interface EditorProps {
  label: string
  start: string
  onCommit: (value: string, down: number, right: number) => void
  onCancel: () => void
}

function Editor({ label, start, onCommit, onCancel }: EditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  useEffect(() => input.current?.focus(), [])
  const leave = (act: () => void) => {
    if (isLeft.current) return
    isLeft.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    if (event.key === 'Escape') leave(onCancel)
    else if (event.key === 'Enter') leave(() => onCommit(value, 1, 0))
    else if (event.key === 'Tab' && !event.shiftKey) leave(() => onCommit(value, 0, 1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={css.editor}
      aria-label={label}
      inputMode="decimal"
      defaultValue={start}
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onBlur={({ currentTarget }) => leave(() => onCommit(currentTarget.value, 0, 0))}
    />
  )
}

const Totals = ({ rows, measure }: { rows: readonly GoalRow[]; measure: MeasureKey }) => (
  <tfoot>
    <tr>
      <th scope="row" className={sticky.stuck}>
        {text.total}
      </th>
      {MONTHS.map((month) => (
        <td key={month} data-numeric>
          {write(measure, totalOf(rows.map(({ goals }) => goals[month] ?? null)))}
        </td>
      ))}
      <td data-numeric data-total>
        {write(measure, totalOf(rows.flatMap(({ goals }) => goals)))}
      </td>
    </tr>
  </tfoot>
)
