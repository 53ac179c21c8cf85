import * as calls from '#contract/alerts/calls.ts'
import { type AlertRule, type ConditionBody, readRule } from '#contract/alerts/rule.ts'
import { MAX_ALERTS } from '#contract/limits.ts'
import { permissionsOf } from '#contract/questions/rules.ts'
import { dataEndOf, firstDayOf } from '#server/alerts/evaluate.ts'
import { runOver, triedMoments } from '#server/alerts/replay.ts'
import * as stored from '#server/alerts/stored.ts'
import { ALERT_TEXT } from '#server/alerts/text.ts'
import type { AlertWatcher } from '#server/alerts/watcher.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { TooManyRows } from '#server/figures/answer.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { missingText, missingValues, neverSold } from '#server/figures/missing-values.ts'
import type { AdminApp, Versions } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import { rolesToShare, type SharingRole, shareWith } from '#server/http/sharing.ts'
import type { Queries } from '#server/store/store.ts'
import * as rows from './rows.ts'
import { alertsOf, incidentRows, mayChange, maySeeAlert } from './wire.ts'

type Watcher = Pick<AlertWatcher, 'knownUntil' | 'isConnected' | 'soon'>

interface Sent {
  readonly question: string
  readonly condition: ConditionBody
  readonly least: number
}

/** Throws 400 with every problem, or 403 where the account may not ask it. */
function askedRule(sent: Sent, principal: Principal): AlertRule {
  const { rule, problems } = readRule(sent)
  if (problems.length > 0) throw new HttpError('bad-request', { errors: problems })
  const needed = permissionsOf({
    measures: [rule.measure],
    by: rule.by ? [rule.by] : [],
    where: rule.where,
  })
  if (!may(principal, 'view:scorecard') || !needed.every((permission) => may(principal, permission)))
    throw new HttpError('forbidden')
  return rule
}

/** Throws 400 for filters that nothing ever had: the alert would wait for ever. */
async function assertSold(
  { where }: AlertRule,
  { store }: AdminApp,
  { scope }: Principal,
  versions: Versions,
) {
  const missing = await missingValues(where, versions.keys(), { store, scope })
  if (missing.length > 0) throw badRequest('question', neverSold(missingText(missing)))
}

const notFound = () => new HttpError('alert-not-found')

async function seenAlert(queries: Queries, id: number, principal: Principal): Promise<stored.OwnedAlert> {
  const alert = (await stored.allAlerts(queries)).find(({ alert_id }) => alert_id === id)
  if (!alert || !maySeeAlert(alert, principal)) throw notFound()
  return alert
}

async function changeableAlert(
  queries: Queries,
  id: number,
  principal: Principal,
): Promise<stored.OwnedAlert> {
  const alert = await seenAlert(queries, id, principal)
  if (!mayChange(alert, principal)) throw notFound()
  return alert
}

const auditedFields = (
  { question, condition }: Pick<stored.StoredAlert, 'question' | 'condition'>,
  roles: readonly SharingRole[],
) => ({ question, condition, roles: roles.map(({ name }) => name) })

export function alertRoutes(app: AdminApp, watcher: Watcher): void {
  const { store, now } = app

  route(app, calls.alerts, ({ principal }) => alertsOf(store, principal, now()))

  route(app, calls.alertHistory, async ({ params: { id }, principal }) => {
    const alert = await seenAlert(store, id, principal)
    return incidentRows(store, alert, await stored.incidentsOf(store, id, principal.userId), principal)
  })

  route(app, calls.createAlert, async ({ body, principal, versions, log }) => {
    await assertSold(askedRule(body, principal), app, principal, versions)
    const { userId } = principal
    const id = await auditedChange(store, async (tx) => {
      const own = (await stored.allAlerts(tx)).filter((alert) => alert.user_id === userId)
      if (own.length >= MAX_ALERTS) throw new HttpError('too-many-alerts')
      const alert = rows.rowOf(body)
      const id = await rows.createAlert(tx, userId, alert, now())
      const roles = await rolesToShare(tx, principal, body.role_ids)
      await shareWith(tx, 'alert', id, roles)
      await stored.follow(tx, id, userId)
      await audit(
        tx,
        principal,
        { action: 'alert.create', subject: body.name, after: auditedFields(alert, roles) },
        now(),
      )
      return id
    })
    log.info({ userId, alert: id }, 'alert created')
    watcher.soon()
    return { id }
  })

  route(app, calls.changeAlert, async ({ params: { id }, body, principal, versions }) => {
    await assertSold(askedRule(body, principal), app, principal, versions)
    await auditedChange(store, async (tx) => {
      const before = await changeableAlert(tx, id, principal)
      const after = rows.rowOf(body)
      await rows.changeAlert(tx, { before, revision: body.revision }, after, now())
      const roles = await rolesToShare(tx, principal, body.role_ids)
      await shareWith(tx, 'alert', id, roles)
      const fields = { before: auditedFields(before, before.roles), after: auditedFields(after, roles) }
      await audit(tx, principal, { action: 'alert.change', subject: body.name, ...fields }, now())
    })
    watcher.soon()
  })

  route(app, calls.deleteAlert, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const alert = await changeableAlert(tx, id, principal)
      await rows.deleteAlert(tx, id)
      await audit(
        tx,
        principal,
        { action: 'alert.delete', subject: alert.name, before: auditedFields(alert, alert.roles) },
        now(),
      )
    }),
  )

  route(app, calls.followAlert, async ({ params: { id }, body, principal }) => {
    await store.transaction(async (tx) => {
      if (!stored.mayFollow(await seenAlert(tx, id, principal), principal)) throw notFound()
      await rows.setFollow(tx, id, principal.userId, body)
    })
    watcher.soon()
  })

  route(app, calls.tryAlert, async ({ body, principal, versions }) =>
    trial(app, watcher, askedRule(body, principal), principal, versions),
  )
}

const MOST_SHOWN = 500

async function trial(
  app: AdminApp,
  { knownUntil, isConnected }: Watcher,
  rule: AlertRule,
  { scope }: Principal,
  versions: Versions,
) {
  const { store, timeZone } = app
  const known = (await knownUntil()) ?? app.now()
  const dataEnd = await dataEndOf({ store, timeZone, isConnected }, versions, known)
  const moments = triedMoments(rule, wallClock(timeZone)(known.toISOString()), dataEnd)
  const firstDay = firstDayOf(versions)
  const run = await runOver(rule, new Map(), { moments }, { store, scope, firstDay, timeZone }).catch(
    (error) => {
      if (error instanceof TooManyRows) throw badRequest('question', ALERT_TEXT.tooManyValues)
      throw error
    },
  )
  const begun = run.changes.filter(({ type }) => type === 'start')
  const keys = [...new Set(begun.map(({ key }) => key))]
  const labels = rule.by ? await labelsOf(store, rule.by, keys, scope) : new Map<string, string>()
  const ends = Map.groupBy(
    run.changes.filter(({ type }) => type === 'end'),
    ({ key }) => key,
  )
  const incidents = begun.slice(0, MOST_SHOWN).map(({ key, moment, value, compared }) => {
    const end = ends.get(key)?.find((one) => one.moment > moment)
    return {
      key,
      label: labels.get(key) ?? key,
      started_on: moment,
      start_value: value,
      start_compared: compared,
      ended_on: end?.moment ?? null,
      end_value: end?.value ?? null,
      end_compared: end?.compared ?? null,
    }
  })
  return { from: moments[0] ?? '', to: moments.at(-1) ?? '', incidents, times: begun.length }
}
