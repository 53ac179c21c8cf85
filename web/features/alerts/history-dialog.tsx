// The incidents of an alert, with the figures at their start and end.
import type { Alert, AlertIncident } from '#contract/alerts/calls.ts'
import { useCall } from '#web/api/use-call.ts'
import { Dialog } from '#web/lists/dialog.tsx'
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
      <ul className={css.incidents}>
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
