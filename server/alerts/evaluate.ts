// Evaluates alerts for each follower, with the follower's permissions and distributors. An evaluation writes incidents,
// notices and its progress in one transaction, guarded by the follow's revision: of several servers only one writes, and a
// killed one wrote all or nothing.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { isMonth } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import { permissionsOf } from '#contract/questions/rules.ts'
import { firstMonthOf } from '#server/domain/data-months.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { TooManyRows } from '#server/figures/answer.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { findsNothing, goneText, missingValues } from '#server/figures/missing-values.ts'
import { newestDayOf } from '#server/figures/period-data.ts'
import type { Sees } from '#server/notices/notify.ts'
import { type Scope, sql, utc, utcText } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import type { DataVersions } from '#server/store/versions.ts'
import type { FigureDeps } from './figures.ts'
import { notifyBlind, type Reporting, writeIncidents } from './incidents.ts'
import { lastClosed, type Moment, momentsBetween, next } from './moments.ts'
import { runOver } from './replay.ts'
import {
  allAlerts,
  allFollows,
  type Follow,
  mayFollow,
  type OwnedAlert,
  openIncidents,
  ruleOf,
  stateOf,
} from './stored.ts'
import { ALERT_TEXT } from './text.ts'

export interface Follower {
  readonly role: string
  /** Identifies what the account may see. */
  readonly rights: string
  readonly scope: Scope
  readonly permissions: ReadonlySet<Permission>
}

export interface EvaluationDeps {
  readonly store: Store
  readonly timeZone: string
  readonly now: () => Date
  readonly versions: () => Promise<DataVersions>
  /** The account in whose name an alert is evaluated; undefined if it may not ask at present. */
  readonly followerOf: (userId: number) => Promise<Follower | undefined>
  /** The time until which the shop's orders are known; undefined: not yet. */
  readonly knownUntil: () => Promise<Date | undefined>
  /** Whether the orders of a shop are followed, or come with files. */
  readonly isConnected: () => Promise<boolean>
  readonly onError: (error: unknown) => void
  /** Base URL of links. */
  readonly publicUrl: string
  /** Sends what was written to the outbox. */
  readonly sendSoon: () => void
}

/** The first day with data; a shop without data has none. */
export const firstDayOf = (versions: ReadonlyMap<string, unknown>): string =>
  `${firstMonthOf(versions) ?? '2999-01'}-01`

/** The last day that files brought; null for a connected shop, or without orders. */
export const dataEndOf = async (
  shop: Pick<EvaluationDeps, 'store' | 'timeZone' | 'isConnected'>,
  versions: object,
  at: Date,
): Promise<string | null> => ((await shop.isConnected()) ? null : newestDayOf(shop, versions, at))

/** After a longer pause, earlier moments are not reported. */
const MOST_MISSED = 14

export async function evaluateAlerts(deps: EvaluationDeps): Promise<void> {
  const known = await deps.knownUntil()
  if (!known) return
  const versions = await deps.versions()
  // Before the alerts: a rule that changes meanwhile raises their revisions, and nothing is written.
  const follows = await allFollows(deps.store)
  const alerts = new Map((await allAlerts(deps.store)).map((alert) => [alert.alert_id, alert]))
  const now = wallClock(deps.timeZone)(known.toISOString())
  const context = {
    deps,
    now,
    dataEnd: await dataEndOf(deps, versions, known),
    firstDay: firstDayOf(versions),
    dataStamp: dataStampOf(versions),
    versions,
  }
  for (const follow of follows) {
    const alert = alerts.get(follow.alert_id)
    // One that fails does not keep the others waiting.
    if (alert) await evaluateFollow(context, alert, follow).catch(deps.onError)
  }
  deps.sendSoon()
}

interface Context {
  readonly deps: EvaluationDeps
  /** On the shop's clock. */
  readonly now: string
  readonly dataEnd: string | null
  readonly firstDay: string
  readonly dataStamp: string
  readonly versions: DataVersions
}

/** Versions only grow, so an equal sum means equal data. */
const dataStampOf = (versions: DataVersions): string =>
  String(
    [...versions].reduce(
      (sum, [name, { version }]) => (isMonth(name) || name === 'dimensions' ? sum + BigInt(version) : sum),
      0n,
    ),
  )

async function evaluateFollow(context: Context, alert: OwnedAlert, follow: Follow): Promise<void> {
  const { deps, now, dataEnd, dataStamp } = context
  const rule = ruleOf(alert)
  const follower = await deps.followerOf(follow.user_id)
  const isQuiet =
    follow.muted || (follow.snoozed_until !== null && follow.snoozed_until > utcText(deps.now()))
  const last = rule ? lastClosed(rule.condition, now, dataEnd) : ''
  const needed = rule
    ? permissionsOf({ measures: [rule.measure], by: rule.by ? [rule.by] : [], where: rule.where })
    : []
  const isAllowed =
    follower !== undefined &&
    mayFollow(alert, { userId: follow.user_id, role: follower.role }) &&
    needed.every((permission) => follower.permissions.has(permission))
  const sees: Sees = { scope: follower?.scope ?? null, permissions: needed }
  const stamp = JSON.stringify([dataStamp, last, isQuiet, isAllowed, sees])
  // With a newly connected shop, orders may be known only up to an earlier time.
  if (stamp === follow.stamp || follow.evaluated_until > last) return
  if (!rule || !isAllowed)
    return write(context, { follow, stamp, last: follow.evaluated_until, problem: ALERT_TEXT.noAccess })
  const figures: FigureDeps = {
    store: deps.store,
    scope: sees.scope,
    firstDay: context.firstDay,
    timeZone: deps.timeZone,
  }
  // Of the whole shop: what others sell exists, too.
  const gone = await missingValues(rule.where, context.versions.keys(), { store: deps.store, scope: null })
  const problem = goneText(gone)
  if (findsNothing(rule.where, gone))
    return write(context, { follow, stamp, last: follow.evaluated_until, problem, blind: { alert, sees } })
  const before = await openIncidents(deps.store, follow)
  try {
    const steps = stepsOf(rule, follow, last, now)
    const { changes } = await runOver(rule, stateOf(before), steps, figures)
    const keys = [...changes.map(({ key }) => key), ...before.map(({ value_key }) => value_key)]
    const labels = rule.by ? await labelsOf(deps.store, rule.by, [...new Set(keys)], sees.scope) : new Map()
    const labelOf = (key: string): string => labels.get(key) ?? key
    await write(context, {
      follow,
      stamp,
      last,
      problem,
      reporting: {
        alert,
        rule,
        changes,
        sees,
        isQuiet,
        labelOf,
        publicUrl: deps.publicUrl,
        rights: follower.rights,
      },
    })
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    await write(context, { follow, stamp, last: follow.evaluated_until, problem: ALERT_TEXT.tooManyValues })
  }
}

/** The last closed moment once more, for data that came late, then what closed since, then the running day. */
function stepsOf({ condition }: AlertRule, { evaluated_until }: Follow, last: Moment, now: string) {
  const oldest = next(condition, last, 1 - MOST_MISSED)
  const first = evaluated_until === '' ? last : evaluated_until > oldest ? evaluated_until : oldest
  const grows = condition.kind === 'rises' || condition.kind === 'above'
  return { moments: momentsBetween(condition, first, last), running: grows ? now.slice(0, 10) : undefined }
}

interface Evaluation {
  readonly follow: Follow
  readonly stamp: string
  readonly last: Moment
  readonly problem: string
  readonly reporting?: Reporting
  /** What it watches is gone. */
  readonly blind?: { readonly alert: OwnedAlert; readonly sees: Sees }
}

function write({ deps }: Context, evaluation: Evaluation): Promise<void> {
  const { follow, stamp, last, problem, reporting, blind } = evaluation
  const now = deps.now()
  return deps.store.transaction(async (tx) => {
    const claimed = await tx.run(sql`
      update alert_follows set revision = revision + 1, stamp = ${stamp}, evaluated_until = ${last},
        evaluated_at = ${utc(now)}, problem = ${problem}
      where alert_id = ${follow.alert_id} and user_id = ${follow.user_id} and revision = ${follow.revision}`)
    if (claimed === 0) return
    if (reporting) await writeIncidents({ ...reporting, tx, follow, now })
    if (blind) await notifyBlind({ ...blind, tx, follow, now, problem, publicUrl: deps.publicUrl })
  })
}
