// Says that a month still runs and stands beside a whole one, wherever a change is shown. Draws nothing for other months.
import { IconInfoCircle } from '@tabler/icons-react'
import { monthAt } from '#contract/month.ts'
import { useMonths } from '#web/api/compare.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { monthName } from '#web/text/format.ts'
import { text } from '../text.ts'
import classes from './running-month.module.css'

export function RunningMonth() {
  const { month, compared } = useMonths()
  const config = useConfig()
  const zone = optionOf(config, 'time_zone')
  if (!zone || month !== monthAt(new Date(), zone)) return null
  const until = optionOf(config, 'data_until')
  return (
    <p className={classes.running}>
      <IconInfoCircle size={16} aria-hidden />
      {until?.startsWith(month)
        ? text.running(`${until.slice(8, 10)}/${until.slice(5, 7)}`, monthName(compared))
        : text.runningEmpty(monthName(compared))}
    </p>
  )
}
