// Alerts and incidents in the form of their calls.
import type { Alert, AlertIncident } from '#contract/alerts/calls.ts'
import type { ConditionBody } from '#contract/alerts/rule.ts'
import {
  allAlerts,
  type Follow,
  followsOf,
  mayFollow,
  type OwnedAlert,
  recentIncidents,
  ruleOf,
  type StoredAlert,
  type StoredIncident,
} from '#server/alerts/stored.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { maySee, type Sees } from '#server/notices/notify.ts'
import type { Store } from '#server/store/store.ts'

/** An alert without an owner is administered by accounts with the permission settings. */
export const mayChange = (alert: OwnedAlert, principal: Principal): boolean =>
  alert.user_id === principal.userId || (alert.orphaned && may(principal, 'settings'))

export const maySeeAlert = (alert: OwnedAlert, principal: Principal): boolean =>
  mayFollow(alert, principal) || mayChange(alert, principal)

const RECENT_MS = 90 * 86_400_000

export async function alertsOf(store: Store, principal: Principal, now: Date): Promise<Alert[]> {
  const { userId } = principal
  const visible = (await allAlerts(store)).filter((alert) => maySeeAlert(alert, principal))
  const follows = new Map((await followsOf(store, userId)).map((follow) => [follow.alert_id, follow]))
  const recent = await recentIncidents(store, userId, new Date(now.getTime() - RECENT_MS))
  const incidents = Map.groupBy(recent, ({ alert_id }) => alert_id)
  return Promise.all(
    visible.map(async (alert) => {
      const own = incidents.get(alert.alert_id) ?? []
      return {
        ...wireAlert(alert, follows.get(alert.alert_id), principal),
        open: await incidentRows(
          store,
          alert,
          own.filter(({ ended_on }) => ended_on === null),
          principal,
        ),
        recent: own.length,
      }
    }),
  )
}

function wireAlert(
  alert: OwnedAlert,
  follow: Follow | undefined,
  principal: Principal,
): Omit<Alert, 'open' | 'recent'> {
  return {
    id: alert.alert_id,
    name: alert.name,
    question: alert.question,
    condition: JSON.parse(alert.condition) as ConditionBody,
    least: alert.least,
    roles: [...alert.roles],
    owner: alert.owner,
    revision: alert.revision,
    is_own: alert.user_id === principal.userId,
    editable: mayChange(alert, principal),
    follows: follow !== undefined,
    muted: follow?.muted ?? false,
    snoozed_until: follow?.snoozed_until ?? null,
    evaluated_at: follow?.evaluated_at ?? null,
    problem: follow?.problem ?? '',
  }
}

/** Leaves out incidents with figures that the account may no longer see. */
export async function incidentRows(
  store: Store,
  alert: StoredAlert,
  incidents: readonly StoredIncident[],
  principal: Principal,
): Promise<AlertIncident[]> {
  const seen = incidents.filter(({ sees }) => maySee(JSON.parse(sees) as Sees, principal))
  const by = ruleOf(alert)?.by
  const keys = [...new Set(seen.map(({ value_key }) => value_key))]
  const labels = by ? await labelsOf(store, by, keys, principal.scope) : new Map<string, string>()
  return seen.map(({ incident_id, alert_id: _, value_key, sees: __, ...incident }) => ({
    id: incident_id,
    key: value_key,
    label: labels.get(value_key) ?? value_key,
    ...incident,
  }))
}
