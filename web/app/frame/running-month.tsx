// Notice on screens with changes while the month is running or was read in part: which days are compared, with a switch.
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayWords } from '#contract/questions/periods.ts'
import { useCutAfter, useMonths, useReading, useRunningMonth } from '#web/api/compare.ts'
import { monthName } from '#web/text/format.ts'
import { DefaultGrowth, FiguresRead } from '#web/ui/change-badge.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from '../text.ts'
import classes from './running-month.module.css'

/** `compares`: the screen shows changes. */
export function RunningMonth({ compares, children }: { compares: boolean; children: ReactNode }) {
  const { month, compared, sameDays } = useMonths()
  const running = useRunningMonth(month)
  const reading = useReading(month)
  const cutAfter = useCutAfter(month)
  const until = compares ? running : undefined
  return (
    <DefaultGrowth value={until ? 'neither' : 'good'}>
      {until ? (
        <p className={classes.running}>
          <IconInfoCircle size={16} aria-hidden />
          <span>
            <span>
              {[
                text.running(`${until.slice(8, 10)}/${until.slice(5, 7)}`, until.slice(11, 16)),
                sameDays ? text.sameDays(monthName(compared)) : text.allDays(monthName(compared)),
              ].join(' ')}
            </span>{' '}
            <DaysSwitch sameDays={sameDays} />
          </span>
        </p>
      ) : null}
      {compares && cutAfter ? (
        <p className={`${shared.caution} ${classes.cut}`}>{text.cutAfter(dayWords(cutAfter))}</p>
      ) : null}
      <FiguresRead value={compares ? reading : 'whole'}>{children}</FiguresRead>
    </DefaultGrowth>
  )
}

function DaysSwitch({ sameDays }: { sameDays: boolean }) {
  const navigate = useNavigate()
  const choose = () =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, days: sameDays ? 'all' : undefined }),
      resetScroll: false,
    })
  return (
    <button type="button" className={shared.textLink} onClick={choose} data-no-print>
      {sameDays ? text.compareAllDays : text.compareSameDays}
    </button>
  )
}
