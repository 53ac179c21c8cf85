// Incidents of a follower: begun, ended and told, in the transaction of their evaluation.
import { type AlertRule, alertQuestion } from '#contract/alerts/rule.ts'
import { monthOf } from '#contract/month.ts'
import { notify, type Sees } from '#server/notices/notify.ts'
import { insertRow, updateRows } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Change } from './advance.ts'
import {
  type Follow,
  type OwnedAlert,
  openIncidents,
  type StoredAlert,
  type StoredIncident,
} from './stored.ts'
import { ALERT_TEXT, endTitle, figuresText, startTitle } from './text.ts'

/** What an evaluation found, and what notices about it need. */
export interface Reporting {
  readonly alert: OwnedAlert
  readonly rule: AlertRule
  readonly changes: readonly Change[]
  readonly sees: Sees
  readonly isQuiet: boolean
  readonly publicUrl: string
  readonly rights: string
  readonly labelOf: (key: string) => string
}

interface Writing extends Reporting {
  readonly tx: Queries
  readonly follow: Follow
  readonly now: Date
}

export async function writeIncidents(writing: Writing): Promise<void> {
  for (const change of writing.changes) {
    if (change.type === 'end') await end(writing, change)
    else {
      await begin(writing, change)
      await notifyOpen(writing)
    }
  }
  // Reports incidents that began during the snooze and are still open.
  await notifyOpen(writing)
}

async function notifyOpen(writing: Writing): Promise<void> {
  if (writing.isQuiet) return
  for (const incident of await openIncidents(writing.tx, writing.follow))
    if (!incident.notified) await notifyStart(writing, incident)
}

async function begin({ tx, follow, sees, now }: Writing, change: Change): Promise<void> {
  const { alert_id, user_id } = follow
  await insertRow(tx, 'alert_incidents', {
    ...{ incident_id: sql`nextval('alert_incident_ids')`, alert_id, user_id, value_key: change.key },
    ...{ started_on: change.moment, started_at: now },
    ...{ start_value: decimal(change.value), start_compared: decimal(change.compared) },
    ...{ notified: false, sees: JSON.stringify(sees) },
  })
}

const decimal = (value: number | null) =>
  value === null ? null : sql`cast(${value.toFixed(3)} as decimal(18, 3))`

async function end(writing: Writing, change: Change): Promise<void> {
  const { tx, follow, now } = writing
  const incident = (await openIncidents(tx, follow)).find(({ value_key }) => value_key === change.key)
  if (!incident) return
  const ended = { ended_on: change.moment, ended_at: now }
  const values = { end_value: decimal(change.value), end_compared: decimal(change.compared) }
  await updateRows(tx, 'alert_incidents', { incident_id: incident.incident_id }, { ...ended, ...values })
  if (incident.notified && !writing.isQuiet) await notifyEnd(writing, incident, change)
}

async function notifyStart(writing: Writing, incident: StoredIncident): Promise<void> {
  const { tx, follow, now, alert, rule, sees, labelOf } = writing
  const figures = { value: incident.start_value, compared: incident.start_compared }
  await updateRows(tx, 'alert_incidents', { incident_id: incident.incident_id }, { notified: true })
  const notice = {
    userId: follow.user_id,
    kind: 'alert-start',
    source: `incident:${incident.incident_id}:start`,
    title: startTitle(rule, labelOf(incident.value_key), figures),
    body: `${figuresText(rule, figures)} ${ALERT_TEXT.begun(alert.name, incident.started_on)}`,
    links: linksOf(alert, rule, incident),
    sees,
    sent: sentOf(writing, incident, 'start', figures),
  } as const
  await notify(tx, notice, now)
}

async function notifyEnd(writing: Writing, incident: StoredIncident, change: Change): Promise<void> {
  const { tx, follow, now, alert, rule, sees, labelOf } = writing
  const { key, moment } = change
  const notice = {
    userId: follow.user_id,
    kind: 'alert-end',
    source: `incident:${incident.incident_id}:end`,
    title: endTitle(alert.name, labelOf(key)),
    body: `${figuresText(rule, change)} ${ALERT_TEXT.ended(incident.started_on, moment)}`,
    links: linksOf(alert, rule, incident),
    sees,
    sent: sentOf(writing, incident, 'end', change),
  } as const
  await notify(tx, notice, now)
}

interface Blind extends Pick<Writing, 'tx' | 'follow' | 'now' | 'alert' | 'sees' | 'publicUrl'> {
  readonly problem: string
}

/** Once for each problem: an alert whose names are gone would otherwise be silent for ever. */
export async function notifyBlind({
  tx,
  follow,
  now,
  alert,
  sees,
  problem,
  publicUrl,
}: Blind): Promise<void> {
  const { alert_id, name } = alert
  const notice = {
    userId: follow.user_id,
    kind: 'alert-blind',
    source: `alert:${alert_id}:blind:${problem}`,
    title: ALERT_TEXT.blind(name),
    body: problem,
    links: [{ label: ALERT_TEXT.seeAlert, href: `/analysis/alerts?alert=${alert_id}` }],
    sees,
    sent: { topic: 'alert', forShop: false, publicUrl, data: { event: 'blind', alert: alert_id, name } },
  } as const
  await notify(tx, notice, now)
}

const sentOf = (
  { alert, follow, sees, publicUrl, rights, labelOf }: Writing,
  { incident_id, value_key, started_on }: StoredIncident,
  event: 'start' | 'end',
  { value, compared }: Pick<Change, 'value' | 'compared'>,
) => ({
  ...({ topic: 'alert', publicUrl, rights } as const),
  // Each follower has incidents of their own: those of the owner stand for all.
  forShop: alert.roles.length > 0 && alert.user_id === follow.user_id && sees.scope === null,
  data: {
    ...{ event, alert: alert.alert_id, name: alert.name, incident: incident_id, started_on },
    ...{ key: value_key, label: labelOf(value_key), value, compared },
  },
})

function linksOf(
  { alert_id }: StoredAlert,
  rule: AlertRule,
  { value_key: key, started_on }: Pick<StoredIncident, 'value_key' | 'started_on'>,
) {
  const { by, where } = rule
  const inside = by
    ? { ...rule, by: null, where: [...where, { dimension: by, isExcluded: false, values: [key] }] }
    : rule
  const seeAlert = { label: ALERT_TEXT.seeAlert, href: `/analysis/alerts?alert=${alert_id}` }
  if (rule.condition.kind === 'misses_goal') {
    const asked = `measure=${rule.measure}&by=${by ?? 'all'}&month=${monthOf(started_on)}`
    return [seeAlert, { label: ALERT_TEXT.goals, href: `/analysis/goals?${asked}` }]
  }
  return [
    seeAlert,
    { label: ALERT_TEXT.explore, href: `/analysis/explore?${alertQuestion(inside)}&grain=day` },
  ]
}
