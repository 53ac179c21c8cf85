// Sales of the running month against the same days of the compared month.

import { useMonths } from '#web/api/compare.ts'
import { useWholeDays } from '#web/api/running-month.ts'
import { useCall } from '#web/api/use-call.ts'
import { integer, money, monthName, units } from '#web/text/format.ts'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { SAME_DAYS } from './queries.ts'
import css from './same-days.module.css'
import { text } from './text.ts'

const FIGURES = [
  { key: 'net_sale', write: money },
  { key: 'total_orders', write: integer },
  { key: 'total_units_sold', write: units },
  { key: 'average_ticket', write: money },
] as const

/** Empty for a month that is over, and on the first day of the running one. */
export function SameDays() {
  const days = useWholeDays(useMonths().month)
  return days > 0 ? <FirstDays days={days} /> : null
}

function FirstDays({ days }: { days: number }) {
  const { month, compared, query } = useMonths()
  const state = useCall(SAME_DAYS, { query: { ...query, days: String(days) } })
  return (
    <AsyncPanel
      title={text.sameDays}
      subtitle={text.sameDaysOf(days, monthName(month), monthName(compared))}
      state={state}
      height={68}
    >
      {({ data: { main_month, prev_month, change } }) => (
        <dl className={css.figures}>
          {FIGURES.map(({ key, write }) => (
            <div key={key}>
              <dt className={css.quiet}>{text.cards[key]}</dt>
              <dd className={css.value}>
                <span>{write(main_month[key])}</span>
                <ChangeBadge change={change[key]} />
              </dd>
              <dd className={css.quiet}>{text.against(write(prev_month[key]))}</dd>
            </div>
          ))}
        </dl>
      )}
    </AsyncPanel>
  )
}
