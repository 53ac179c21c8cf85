// Alerts, who follows them, and their incidents, in the store.
import { type ConditionBody, readRule } from '#contract/alerts/rule.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { OpenIncident } from './advance.ts'
import type { Moment } from './moments.ts'

export interface StoredAlert {
  readonly alert_id: number
  /** Owner. */
  readonly user_id: number
  readonly name: string
  readonly question: string
  /** JSON. */
  readonly condition: string
  readonly least: number
  readonly revision: number
}

const ALERT = sql`a.alert_id, a.user_id, a.name, a.question, a.condition, a.least, a.revision`

/** Undefined for a rule that this version of the product does not support. */
export function ruleOf({
  question,
  condition,
  least,
}: Pick<StoredAlert, 'question' | 'condition' | 'least'>) {
  const { rule, problems } = readRule({ question, condition: JSON.parse(condition) as ConditionBody, least })
  return problems.length === 0 ? rule : undefined
}

export interface Follow {
  readonly alert_id: number
  readonly user_id: number
  readonly revision: number
  readonly muted: boolean
  readonly snoozed_until: string | null
  readonly evaluated_until: Moment
  readonly evaluated_at: string | null
  readonly stamp: string
  readonly problem: string
}

const FOLLOW = sql`f.alert_id, f.user_id, f.revision, f.muted, f.snoozed_until, f.evaluated_until, f.evaluated_at,
  f.stamp, f.problem`

export const allFollows = (queries: Queries): Promise<Follow[]> =>
  queries.all<Follow>(sql`select ${FOLLOW} from alert_follows f order by f.alert_id, f.user_id`)

export const followsOf = (queries: Queries, userId: number): Promise<Follow[]> =>
  queries.all<Follow>(sql`select ${FOLLOW} from alert_follows f where f.user_id = ${userId}`)

export interface OwnedAlert extends StoredAlert {
  /** Name; '' if the account was deleted. */
  readonly owner: string
  readonly orphaned: boolean
  /** Ids and names of the roles that may follow it. */
  readonly roles: readonly { readonly id: number; readonly name: string }[]
}

export async function allAlerts(queries: Queries): Promise<OwnedAlert[]> {
  const alerts = await queries.all<Omit<OwnedAlert, 'roles'>>(sql`
    select ${ALERT}, coalesce(u.name, '') as owner, u.user_id is null as orphaned
    from alerts a left join users u on u.user_id = a.user_id and u.deleted_at is null
    where u.user_id is not null or a.alert_id in (select thing_id from shares where kind = 'alert')
    order by a.alert_id`)
  const shares = await queries.all<{ alert_id: number; id: number; name: string }>(sql`
    select s.thing_id as alert_id, r.role_id as id, r.name from shares s join roles r on r.role_id = s.role_id
    where s.kind = 'alert' order by r.name`)
  const roles = Map.groupBy(shares, ({ alert_id }) => alert_id)
  return alerts.map((alert) => ({
    ...alert,
    roles: (roles.get(alert.alert_id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

/** Owners see their alerts, and roles those that are shared with them. */
export const mayFollow = (
  alert: Pick<OwnedAlert, 'user_id' | 'roles'>,
  { userId, role }: { readonly userId: number; readonly role: string },
): boolean => alert.user_id === userId || alert.roles.some(({ name }) => name === role)

export interface StoredIncident {
  readonly incident_id: number
  readonly alert_id: number
  readonly value_key: string
  readonly started_on: Moment
  readonly started_at: string
  readonly start_value: number | null
  readonly start_compared: number | null
  readonly ended_on: Moment | null
  readonly ended_at: string | null
  readonly end_value: number | null
  readonly end_compared: number | null
  readonly notified: boolean
  /** JSON. */
  readonly sees: string
}

const INCIDENT = sql`incident_id, alert_id, value_key, started_on, started_at, start_value, start_compared, ended_on,
  ended_at, end_value, end_compared, notified, sees`

/** Of one follower, the newest first. */
export const incidentsOf = (queries: Queries, alertId: number, userId: number): Promise<StoredIncident[]> =>
  queries.all<StoredIncident>(sql`
    select ${INCIDENT} from alert_incidents where alert_id = ${alertId} and user_id = ${userId}
    order by incident_id desc limit 500`)

/** Incidents of all followed alerts that are open or began since. */
export const recentIncidents = (queries: Queries, userId: number, since: Date): Promise<StoredIncident[]> =>
  queries.all<StoredIncident>(sql`
    select ${INCIDENT} from alert_incidents
    where user_id = ${userId} and (ended_on is null or started_at >= ${utc(since)}) order by incident_id desc`)

export const openIncidents = (queries: Queries, { alert_id, user_id }: Follow): Promise<StoredIncident[]> =>
  queries.all<StoredIncident>(sql`
    select ${INCIDENT} from alert_incidents
    where alert_id = ${alert_id} and user_id = ${user_id} and ended_on is null order by incident_id`)

export const stateOf = (incidents: readonly StoredIncident[]): Map<string, OpenIncident> =>
  new Map(
    incidents.map(({ value_key, started_on }) => [value_key, { key: value_key, startedOn: started_on }]),
  )

/** A new follower starts from the last closed moment. */
export const follow = (tx: Queries, alertId: number, userId: number): Promise<number> =>
  insertRow(tx, 'alert_follows', {
    ...{ alert_id: alertId, user_id: userId, revision: 0, muted: false },
    ...{ evaluated_until: '', stamp: '', problem: '' },
  })

/** With the history of the follower. */
export async function unfollow(tx: Queries, alertId: number, userId: number): Promise<void> {
  for (const table of ['alert_follows', 'alert_incidents'])
    await tx.run(
      sql`delete from ${sql.identifier(table)} where alert_id = ${alertId} and user_id = ${userId}`,
    )
}
