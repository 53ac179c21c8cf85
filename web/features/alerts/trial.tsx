// What the alert would have reported in the last 90 days: how often, when, and with which figures.
import type { AlertTrial } from '#contract/alerts/calls.ts'
import { date } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import css from './alerts.module.css'
import { Incident } from './history-dialog.tsx'
import { text } from './text.ts'

const SHOWN = 20
const DAY_MS = 86_400_000
const dayOf = (moment: string) => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) / DAY_MS

/** Scrolls to the result, which is below the button and often out of view. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export function Trial({ trial, measure }: { trial: AlertTrial; measure: string }) {
  const { from, to, incidents, times } = trial
  const first = dayOf(from)
  const days = dayOf(to) - first + 1
  return (
    <div ref={intoView} className={css.trial} role="status">
      <strong>{text.trial.times(times)}</strong>
      {times > days ? <p className={shared.quiet}>{text.trial.tooOften}</p> : null}
      <div className={css.strip} role="img" aria-label={text.trial.strip(date(from), date(to))}>
        {incidents.map(({ key, started_on, ended_on }) => {
          const start = dayOf(started_on) - first
          const end = ended_on === null ? days : dayOf(ended_on) - first + 1
          const style = { left: `${(start / days) * 100}%`, width: `${((end - start) / days) * 100}%` }
          return <span key={`${key} ${started_on}`} style={style} />
        })}
      </div>
      <p className={css.ends}>
        <span>{date(from)}</span>
        <span>{date(to)}</span>
      </p>
      <ul className={css.incidents}>
        {incidents.slice(0, SHOWN).map((incident) => (
          <Incident key={`${incident.key} ${incident.started_on}`} incident={incident} measure={measure} />
        ))}
      </ul>
      {times > SHOWN ? <p className={shared.quiet}>{text.trial.more(times - SHOWN)}</p> : null}
    </div>
  )
}
