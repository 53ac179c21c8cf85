// Month selector: step buttons, a grid of months, typing ('mayo 2024', '05/2024') and keyboard shortcuts.
import { useHotkeys } from '@mantine/hooks'
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { addMonths, EARLIEST_MONTH, type Month } from '#contract/month.ts'
import { monthName } from '#web/text/format.ts'
import { monthTitle } from '#web/text/months.ts'
import { BareButton } from './bare-button.tsx'
import { Dropdown } from './dropdown.tsx'
import classes from './month-select.module.css'
import { MonthPanel } from './month-select-panel.tsx'

interface Props {
  readonly value: Month
  /** The latest month that can be chosen. */
  readonly latest: Month
  readonly earliest?: Month
  readonly onChange: (month: Month) => void
}

/** Width of the dropdown including its border, px. */
const PANEL = 282

export function MonthSelect({ value, latest, earliest = EARLIEST_MONTH, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const current = useRef<HTMLButtonElement>(null)
  const choose = (month: Month) => {
    if (month !== value) onChange(month)
  }
  const step = (count: number) => {
    const next = addMonths(value, count)
    // The address can hold a month out of range; a step leads back into it.
    const month = next > latest ? latest : next < earliest ? earliest : next
    return { month, possible: count < 0 ? month < value : month > value }
  }
  const [before, after] = [step(-1), step(1)]
  // While the dropdown is open, letters go to its text field.
  useHotkeys(
    open
      ? []
      : [
          ['M', () => current.current?.click()],
          ['A', () => before.possible && choose(before.month)],
          ['S', () => after.possible && choose(after.month)],
        ],
  )
  return (
    <fieldset className={classes.select} aria-label="Mes" data-no-print>
      <BareButton
        className={classes.step}
        aria-label="Mes anterior"
        title={before.possible ? monthTitle(before.month) : undefined}
        disabled={!before.possible}
        onClick={() => choose(before.month)}
      >
        <IconChevronLeft size={16} stroke={2} />
      </BareButton>
      <Dropdown
        label="Elegir mes"
        role="dialog"
        width={PANEL}
        onToggle={setOpen}
        button={(opener) => (
          <BareButton
            ref={current}
            className={classes.current}
            aria-label={`Mes: ${monthName(value)}`}
            {...opener}
          >
            <IconCalendar className={classes.icon} size={16} stroke={1.7} />
            <span className={classes.name}>{monthName(value)}</span>
            <IconChevronDown className={classes.icon} size={14} stroke={2} />
          </BareButton>
        )}
      >
        {(close) => (
          <MonthPanel
            value={value}
            latest={latest}
            earliest={earliest}
            onChoose={(month) => {
              close()
              choose(month)
            }}
          />
        )}
      </Dropdown>
      <BareButton
        className={classes.step}
        aria-label="Mes siguiente"
        title={after.possible ? monthTitle(after.month) : undefined}
        disabled={!after.possible}
        onClick={() => choose(after.month)}
      >
        <IconChevronRight size={16} stroke={2} />
      </BareButton>
    </fieldset>
  )
}
