// Month selector: step buttons, a grid of months, typing ('mayo 2024', '05/2024') and keyboard shortcuts.
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import {
  IconCalendar,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { monthName } from '#web/text/format.ts'
import { monthTitle } from '#web/text/months.ts'
import { Dropdown } from './dropdown.tsx'
import classes from './month-select.module.css'
import { MonthPanel } from './month-select-panel.tsx'

interface Props {
  readonly value: Month
  /** The latest month that can be chosen. */
  readonly latest: Month
  readonly onChange: (month: Month) => void
}

/** Width of the dropdown including its border, px. */
const PANEL = 282

interface Step {
  readonly month: Month
  readonly possible: boolean
}

/** The address can hold a month out of range; a step leads back into it. */
function stepFrom(value: Month, count: number, latest: Month): Step {
  const next = addMonths(value, count)
  const month = next > latest ? latest : next < EARLIEST_MONTH ? EARLIEST_MONTH : next
  return { month, possible: count < 0 ? month < value : month > value }
}

export function MonthSelect({ value, latest, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const current = useRef<HTMLButtonElement>(null)
  const choose = (month: Month) => {
    if (month !== value) onChange(month)
  }
  const before = stepFrom(value, -1, latest)
  const after = stepFrom(value, 1, latest)
  // While the dropdown is open, letters go to its text field.
  const hotkeys: HotkeyItem[] = [
    ['M', () => current.current?.click()],
    ['A', () => before.possible && choose(before.month)],
    ['S', () => after.possible && choose(after.month)],
  ]
  useHotkeys(open ? [] : hotkeys)
  const stepButton = (label: string, Icon: TablerIcon, { month, possible }: Step) => (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      title={possible ? monthTitle(month) : undefined}
      disabled={!possible}
      onClick={() => choose(month)}
    >
      <Icon size={16} stroke={2} />
    </button>
  )
  return (
    <fieldset className={classes.select} aria-label="Mes" data-no-print>
      {stepButton('Mes anterior', IconChevronLeft, before)}
      <Dropdown
        label="Elegir mes"
        role="dialog"
        width={PANEL}
        onToggle={setOpen}
        button={(opener) => (
          <button
            type="button"
            ref={current}
            className={classes.current}
            aria-label={`Mes: ${monthName(value)}`}
            {...opener}
          >
            <IconCalendar className={classes.icon} size={16} stroke={1.7} />
            <span className={classes.name}>{monthName(value)}</span>
            <IconChevronDown className={classes.icon} size={14} stroke={2} />
          </button>
        )}
      >
        {(close) => {
          const onChoose = (month: Month) => {
            close()
            choose(month)
          }
          return <MonthPanel value={value} latest={latest} onChoose={onChoose} />
        }}
      </Dropdown>
      {stepButton('Mes siguiente', IconChevronRight, after)}
    </fieldset>
  )
}
