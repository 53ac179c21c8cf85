// Notice on screens with changes: the current month is incomplete and compared with a complete one.
import { IconInfoCircle } from '@tabler/icons-react'
import { useMonths } from '#web/api/compare.ts'
import { useRunningMonth } from '#web/api/running-month.ts'
import { monthName } from '#web/text/format.ts'
import { text } from '../text.ts'
import classes from './running-month.module.css'

export function RunningMonth() {
  const { month, compared } = useMonths()
  const running = useRunningMonth(month)
  if (!running) return null
  const { until } = running
  return (
    <p className={classes.running}>
      <IconInfoCircle size={16} aria-hidden />
      {until
        ? text.running(`${until.slice(8, 10)}/${until.slice(5, 7)}`, monthName(compared))
        : text.runningEmpty(monthName(compared))}
    </p>
  )
}
