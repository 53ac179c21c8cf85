// Dropdown of the month selector: a text field and a grid of months. Arrow keys move over the grid and across years.
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { entryOf } from '#contract/entry.ts'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { monthName } from '#web/text/format.ts'
import { MONTH_NAMES, monthTitle, readPastMonth } from '#web/text/months.ts'
import { Input } from './field.tsx'
import classes from './month-select.module.css'

interface Props {
  readonly value: Month
  readonly latest: Month
  readonly onChoose: (month: Month) => void
}

/** Months by which each key moves. Home and End go to the ends of the year. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -3,
  ArrowDown: 3,
  PageUp: -12,
  PageDown: 12,
}

const yearOf = (month: Month) => month.slice(0, 4)

export function MonthPanel({ value, latest, onChoose }: Props) {
  const within = (month: Month): Month =>
    month < EARLIEST_MONTH ? EARLIEST_MONTH : month > latest ? latest : month
  const [cursor, setCursor] = useState(() => within(value))
  const field = useRef<HTMLInputElement>(null)
  const cursorButton = useRef<HTMLButtonElement>(null)
  const moved = useRef(true)
  useEffect(() => {
    if (moved.current) cursorButton.current?.focus()
    moved.current = false
  })
  const moveTo = (month: Month) => {
    moved.current = true
    setCursor(within(month))
  }
  const onGridKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = entryOf(STEPS, key)
    if (step !== undefined) moveTo(addMonths(cursor, step))
    else if (key === 'Home') moveTo(`${yearOf(cursor)}-01`)
    else if (key === 'End') moveTo(`${yearOf(cursor)}-12`)
    // Typing moves the focus to the text field, which receives the character.
    else if (key.length === 1 && /[\p{L}\p{N}]/u.test(key)) return field.current?.focus()
    else return
    event.preventDefault()
  }
  const year = yearOf(cursor)
  const yearStep = (label: string, Icon: TablerIcon, count: number, disabled: boolean) => (
    <button
      type="button"
      className={classes.yearStep}
      aria-label={label}
      disabled={disabled}
      onClick={() => setCursor(within(addMonths(cursor, 12 * count)))}
    >
      <Icon size={16} stroke={2} />
    </button>
  )
  return (
    <div className={classes.panel}>
      <MonthField ref={field} {...{ cursor, latest, setCursor, onChoose }} onDown={() => moveTo(cursor)} />
      <div className={classes.year}>
        {yearStep('Año anterior', IconChevronLeft, -1, year <= yearOf(EARLIEST_MONTH))}
        <span aria-live="polite">{year}</span>
        {yearStep('Año siguiente', IconChevronRight, 1, year >= yearOf(latest))}
      </div>
      <MonthGrid {...{ year, value, cursor, cursorButton, within, onChoose }} onKeyDown={onGridKey} />
      <button
        type="button"
        className={classes.latest}
        disabled={value === latest}
        onClick={() => onChoose(latest)}
      >
        Último mes: {monthTitle(latest)}
      </button>
    </div>
  )
}

interface GridProps extends Pick<Props, 'value' | 'onChoose'> {
  readonly year: string
  readonly cursor: Month
  readonly cursorButton: Ref<HTMLButtonElement>
  readonly within: (month: Month) => Month
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The months of a year; the cursor is the only tab stop. */
const MonthGrid = ({ year, value, cursor, cursorButton, within, onChoose, onKeyDown }: GridProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of all buttons inside
  <div className={classes.grid} onKeyDown={onKeyDown}>
    {MONTH_NAMES.map((name, index) => {
      const month = `${year}-${String(index + 1).padStart(2, '0')}`
      return (
        <button
          type="button"
          key={name}
          ref={month === cursor ? cursorButton : null}
          className={classes.month}
          tabIndex={month === cursor ? 0 : -1}
          data-autofocus={month === cursor || undefined}
          disabled={month !== within(month)}
          aria-label={monthName(month)}
          aria-current={month === value ? 'date' : undefined}
          onClick={() => onChoose(month)}
        >
          {name.slice(0, 3)}
        </button>
      )
    })}
  </div>
)

interface FieldProps extends Omit<Props, 'value'> {
  readonly ref: Ref<HTMLInputElement>
  readonly cursor: Month
  readonly setCursor: (month: Month) => void
  /** The arrow key that leads from the field to the grid. */
  readonly onDown: () => void
}

/** Text field that understands months such as 'mayo 2024' and '05/2024'. */
function MonthField({ ref, cursor, latest, setCursor, onChoose, onDown }: FieldProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const errorId = useId()
  const inRange = (month: Month) => month >= EARLIEST_MONTH && month <= latest
  const read = (text: string) => readPastMonth(text, yearOf(cursor), latest)

  const onType = (text: string) => {
    setTyped(text)
    setError('')
    const month = read(text)
    if (month && inRange(month)) setCursor(month)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return onChoose(cursor)
    const month = read(typed)
    if (!month) return setError('Escribí un mes, como mayo 2024 o 05/2024')
    if (!inRange(month)) return setError(`Hay datos de ${monthName(EARLIEST_MONTH)} a ${monthName(latest)}`)
    onChoose(month)
  }

  return (
    <form onSubmit={onSubmit}>
      <Input
        ref={ref}
        aria-label="Escribir un mes"
        placeholder="mayo 2024 o 05/2024"
        autoComplete="off"
        value={typed}
        aria-invalid={error !== '' || undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'ArrowDown' && onDown()}
      />
      {error ? (
        <p id={errorId} className={classes.wrong}>
          {error}
        </p>
      ) : null}
    </form>
  )
}
