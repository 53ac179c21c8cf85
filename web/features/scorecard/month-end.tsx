// Where the running month will end, in one line above its figures.
import { entryOf } from '#contract/entry.ts'
import { addMonths, type Month } from '#contract/month.ts'
import { percentChange } from '#contract/percent-change.ts'
import type { MainPageCharts } from '#contract/scorecard.ts'
import { useCall } from '#web/api/call.ts'
import { useRunningMonth } from '#web/api/compare.ts'
import { integer, monthName, short, shortMoney } from '#web/text/format.ts'
import css from './month-end.module.css'
import { text } from './text.ts'

interface MonthEndProps {
  readonly month: Month
  /** The months of the charts; undefined while loading. */
  readonly year: MainPageCharts | undefined
}

/** Nothing for a month that is over. The line has its height before the forecast arrives. */
export const MonthEnd = ({ month, year }: MonthEndProps) =>
  useRunningMonth(month) === undefined ? null : <Line month={month} year={year} />

function Line({ month, year }: MonthEndProps) {
  const { data } = useCall('GET /api/goals/forecast', { query: { measure: 'net_sale', month } })
  const { forecast, low, high } = data?.data ?? {}
  if (forecast == null || low == null || high == null)
    return <p className={css.line} aria-busy={!data || undefined} />
  // In the last hours of the month both round to the same text.
  const [from, to] = [short(low), short(high)]
  const last = addMonths(month, -1)
  const before = entryOf(year, last)?.figures.net_sale ?? 0
  const change = before > 0 ? percentChange(forecast, before, 0) : null
  const [name = last] = monthName(last).split(' ')
  return (
    <p className={css.line}>
      <b>{text.endsNear(shortMoney(forecast))}</b>
      {from === to ? null : ` ${text.between(from, to)}`}
      {change === null ? null : (
        <span data-news={change > 0 ? 'good' : change < 0 ? 'bad' : undefined}>
          {`: ${text.thanMonth(change, integer(Math.abs(change)), name)}`}
        </span>
      )}
    </p>
  )
}
