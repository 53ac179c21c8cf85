// The period of a question: relative, or between two days, with steps to its neighbours.

import { Stack } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { datesWords, daysUntil } from '#contract/questions/periods.ts'
import { type Days, PERIODS, type Period, type Question } from '#contract/questions/question.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { useDaysOf } from '#web/shared/questions/question-periods.ts'
import { periodText } from '#web/text/periods.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './period-picker.module.css'
import { shifted } from './periods.ts'
import bar from './question-bar.module.css'
import { text } from './text.ts'

interface PeriodPickerProps {
  question: Question
  /** Undefined until there is an answer. */
  answered: Answered | undefined
  onPeriod: (period: Period | Days) => void
}

export function PeriodPicker({ question, answered, onPeriod }: PeriodPickerProps) {
  const asked = question.period
  const isRelative = typeof asked === 'string'
  const days = isRelative ? answered?.meta.period : asked
  const words = isRelative ? PERIODS[asked] : periodText(asked)
  const shown = isRelative && answered ? daysUntil(answered.meta.period, answered.meta.as_of ?? '') : null
  const step = (direction: 1 | -1) => days && onPeriod(shifted(days, direction))
  return (
    <div className={css.picker}>
      <IconButton label={text.earlier} size={30} disabled={!days} onClick={() => step(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </IconButton>
      <Dropdown
        label={text.period}
        role="dialog"
        width={430}
        button={(opener) => (
          <Button {...opener} className={css.current}>
            <IconCalendar size={15} stroke={1.7} aria-hidden />
            <VisuallyHidden>{text.period}: </VisuallyHidden>
            {words} {shown ? <span className={css.days}>{datesWords(shown)}</span> : null}
          </Button>
        )}
      >
        {(close) => (
          <Choices
            question={question}
            days={days}
            onPeriod={(next) => {
              onPeriod(next)
              close()
            }}
          />
        )}
      </Dropdown>
      <IconButton label={text.later} size={30} disabled={!days} onClick={() => step(1)}>
        <IconChevronRight size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

interface ChoicesProps {
  question: Question
  days: Days | undefined
  onPeriod: (period: Period | Days) => void
}

function Choices({ question, days, onPeriod }: ChoicesProps) {
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const daysOf = useDaysOf()
  const reversed = from !== '' && to !== '' && from > to
  return (
    <Stack gap={10}>
      <ul aria-label={text.relative}>
        {(Object.keys(PERIODS) as Period[]).map((key) => (
          <li key={key}>
            <button
              type="button"
              className={`${bar.choice} ${css.choice}`}
              aria-pressed={question.period === key}
              data-autofocus={question.period === key || undefined}
              onClick={() => onPeriod(key)}
            >
              {PERIODS[key]}
              <span className={css.days}>{datesWords(daysOf(key))}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className={css.dates}
        aria-label={text.dates}
        onSubmit={(event) => {
          event.preventDefault()
          if (from !== '' && to !== '' && !reversed) onPeriod({ from, to })
        }}
      >
        <TextField
          low
          label={text.from}
          type="date"
          required
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          low
          label={text.to}
          type="date"
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        {reversed ? <Failure>{text.datesReversed}</Failure> : null}
        <Button type="submit" frame="filled" disabled={reversed}>
          {text.useDates}
        </Button>
      </form>
    </Stack>
  )
}
