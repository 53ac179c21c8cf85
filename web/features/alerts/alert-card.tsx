// One alert: what it watches in words, its state, open incidents and actions.
import { Flex } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Alert, AlertIncident } from '#contract/alerts/calls.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Filter } from '#contract/questions/question.ts'
import { call, refresh } from '#web/api/call.ts'
import { dateTime, instantOf } from '#web/text/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuItem } from '#web/ui/menu-item.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { Tag } from '#web/ui/tag.tsx'
import css from './alerts.module.css'
import { watchedIn } from './draft.ts'
import type { AlertSearch } from './search.ts'
import { conditionText, momentText, text, valueText } from './text.ts'
import { useValueNames } from './values.ts'

const DAY_MS = 86_400_000
const MOST_OPEN = 5

export function AlertCard({ alert, go }: { alert: Alert; go: (next: AlertSearch) => void }) {
  const { measure } = watchedIn(alert.question)
  return (
    <li className={`${rows.row} ${css.alert}`}>
      <div className={rows.what}>
        <span className={shared.line}>
          <button type="button" className={css.name} onClick={() => go({ alert: String(alert.id) })}>
            {alert.name}
          </button>
          <State alert={alert} />
          {alert.is_own ? null : (
            <span className={shared.quiet}>
              {alert.owner === '' ? text.ownerless : text.byOwner(alert.owner)}
            </span>
          )}
        </span>
        <p className={shared.message}>
          <Rule alert={alert} />
        </p>
        {alert.problem === '' ? null : <p className={shared.caution}>{alert.problem}</p>}
        {alert.open.length > 0 ? (
          <ul className={css.open}>
            {alert.open.slice(0, MOST_OPEN).map((incident) => (
              <Open key={incident.id} incident={incident} measure={measure} />
            ))}
            {alert.open.length > MOST_OPEN ? <li>{text.trial.more(alert.open.length - MOST_OPEN)}</li> : null}
          </ul>
        ) : null}
      </div>
      <Flex component="span" align="center" gap={10}>
        <span className={shared.quiet}>{text.recent(alert.recent)}</span>
        <Actions alert={alert} go={go} />
      </Flex>
    </li>
  )
}

function Rule({ alert }: { alert: Alert }) {
  const { measure, by, where } = watchedIn(alert.question)
  const watched = [measureOf(measure).title, ...(by ? [text.each(dimensionOf(by).title)] : [])].join(' ')
  const floor = alert.least > 0 ? `; ${text.least(valueText(measure, alert.least))}` : ''
  return (
    <>
      {watched}
      {where.map((filter) => (
        <Among key={`${filter.dimension} ${filter.isExcluded}`} filter={filter} />
      ))}
      {` ${conditionText(measure, alert.condition)}${floor}.`}
    </>
  )
}

function Among({ filter }: { filter: Filter }) {
  const values = useValueNames(filter)
  return ` ${filter.isExcluded ? text.without(values) : text.of(values)}`
}

function State({ alert }: { alert: Alert }) {
  const { states } = text
  if (!alert.follows) return <Tag tone="calm">{states.unfollowed}</Tag>
  if (alert.problem !== '') return <Tag tone="warning">{states.problem}</Tag>
  if (alert.muted) return <Tag tone="calm">{states.muted}</Tag>
  const { snoozed_until } = alert
  if (snoozed_until !== null && instantOf(snoozed_until) > Date.now())
    return <Tag tone="calm">{states.snoozed(dateTime(snoozed_until))}</Tag>
  if (alert.evaluated_at === null) return <Tag tone="busy">{states.waiting}</Tag>
  if (alert.open.length > 0) return <Tag tone="bad">{states.open(alert.open.length)}</Tag>
  return <Tag tone="good">{states.quiet}</Tag>
}

const Open = ({ incident, measure }: { incident: AlertIncident; measure: string }) => (
  <li>
    <strong>{incident.label === '' ? text.total : incident.label}</strong>{' '}
    {valueText(measure, incident.start_value)}
    {incident.start_compared === null ? '' : `, ${text.against(valueText(measure, incident.start_compared))}`}
    , {text.since(momentText(incident.started_on))}
  </li>
)

const utcText = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ')

function Actions({ alert, go }: { alert: Alert; go: (next: AlertSearch) => void }) {
  const follow = useMutation({
    mutationFn: (body: { follows: boolean; muted?: boolean; snoozed_until?: string | null }) =>
      call('POST /api/alerts/{id}/follow', { params: { id: alert.id }, body }),
    onSuccess: () => refresh('GET /api/alerts'),
  })
  const { actions } = text
  const snooze = (days: number) =>
    follow.mutate({ follows: true, snoozed_until: utcText(Date.now() + days * DAY_MS) })
  const id = String(alert.id)
  const items: [string, () => void][] = [
    [actions.history, () => go({ alert: id })],
    ...(alert.follows
      ? ([
          [actions.snoozeDay, () => snooze(1)],
          [actions.snoozeWeek, () => snooze(7)],
          alert.muted || alert.snoozed_until !== null
            ? [actions.wake, () => follow.mutate({ follows: true })]
            : [actions.mute, () => follow.mutate({ follows: true, muted: true })],
          [actions.unfollow, () => follow.mutate({ follows: false })],
        ] satisfies [string, () => void][])
      : ([[actions.follow, () => follow.mutate({ follows: true })]] satisfies [string, () => void][])),
    ...(alert.editable
      ? ([
          [actions.edit, () => go({ alert: id, edit: '1' })],
          [actions.remove, () => go({ alert: id, remove: '1' })],
        ] satisfies [string, () => void][])
      : []),
  ]
  return (
    <Dropdown
      label={text.menu(alert.name)}
      role="menu"
      button={(opener) => (
        <IconButton label={text.menu(alert.name)} {...opener} working={follow.isPending}>
          <IconDots size={17} aria-hidden />
        </IconButton>
      )}
    >
      {(close) =>
        items.map(([label, act]) => (
          <MenuItem key={label} close={close} onPick={act}>
            {label}
          </MenuItem>
        ))
      }
    </Dropdown>
  )
}
