// The incidents of an alert, with the figures at their start and end.
import { Flex } from '@mantine/core'
import type { Alert, AlertIncident, AlertTrial } from '#contract/alerts/calls.ts'
import { useCall } from '#web/api/call.ts'
import { Dialog } from '#web/shared/dialogs/dialog.tsx'
import { date } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import css from './alerts.module.css'
import { watchedIn } from './draft.ts'
import { momentText, text, valueText } from './text.ts'

const HEIGHT = 160

export function HistoryDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const state = useCall('GET /api/alerts/{id}/incidents', { params: { id: alert.id } })
  const { measure } = watchedIn(alert.question)
  return (
    <Dialog title={text.history.title(alert.name)} size="lg" onClose={onClose}>
      {state.isPending ? <LoadingProgress height={HEIGHT} /> : null}
      {state.isError ? <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} /> : null}
      {state.data?.data.length === 0 ? <p className={shared.quiet}>{text.history.empty}</p> : null}
      <ul>
        {state.data?.data.map((incident) => (
          <Incident key={incident.id} incident={incident} measure={measure} />
        ))}
      </ul>
    </Dialog>
  )
}

type Told = Pick<
  AlertIncident,
  'label' | 'started_on' | 'start_value' | 'start_compared' | 'ended_on' | 'end_value' | 'end_compared'
> & { readonly notified?: boolean }

/** An incident that happened, or would have. */
export function Incident({ incident, measure }: { incident: Told; measure: string }) {
  const { label, started_on, start_value, start_compared, ended_on, end_value, end_compared, notified } =
    incident
  const { history } = text
  return (
    <li className={css.incident}>
      <strong>
        {label === '' ? text.total : label}
        {notified === false ? <span className={shared.quiet}> ({history.silent})</span> : null}
      </strong>
      <span>
        {history.began} {momentText(started_on)}: {figures(measure, start_value, start_compared)}
      </span>
      <span className={shared.quiet}>
        {ended_on === null
          ? history.stillOpen
          : `${history.ended} ${momentText(ended_on)}: ${figures(measure, end_value, end_compared)}`}
      </span>
    </li>
  )
}

const figures = (measure: string, value: number | null, compared: number | null) =>
  compared === null
    ? valueText(measure, value)
    : `${valueText(measure, value)}, ${text.against(valueText(measure, compared))}`

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
      <Flex component="p" justify="space-between" c="dimmed" fz="xs" m={0}>
        <span>{date(from)}</span>
        <span>{date(to)}</span>
      </Flex>
      <ul>
        {incidents.slice(0, SHOWN).map((incident) => (
          <Incident key={`${incident.key} ${incident.started_on}`} incident={incident} measure={measure} />
        ))}
      </ul>
      {times > SHOWN ? <p className={shared.quiet}>{text.trial.more(times - SHOWN)}</p> : null}
    </div>
  )
}
