// What a forecast asks and how it is read, for the calls of Metas and their mails.
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { firstMonthOf } from '#server/domain/data-months.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { forecastAt } from '#server/forecast/ask.ts'
import { NOTES_VERSION } from '#server/forecast/corrections.ts'
import { GOALS_VERSION } from '#server/forecast/stored-goals.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import { readsOf } from '#server/http/send-json.ts'
import type { Scope } from '#server/store/sql.ts'

interface Wanted {
  readonly measure: MeasureKey
  readonly by: GoalDimension
  /** By default that of the day. */
  readonly month?: Month | undefined
  /** By default today. */
  readonly as_of?: string | undefined
}

interface Moment {
  readonly scope: Scope
  readonly versions: Versions
  /** Counts as now; by default it is. */
  readonly at?: Date
}

/** Throws a 400 for a day in the future. */
export function askOf(app: App, wanted: Wanted, { scope, versions, at = app.now() }: Moment) {
  const now = wallClock(app.timeZone)(at.toISOString())
  const { measure, by, month, as_of: asOf } = wanted
  if (asOf !== undefined && asOf > now.slice(0, 10)) throw badRequest('as_of', 'must not be in the future')
  const firstMonth = firstMonthOf(versions)
  const { months, ...asked } = forecastAt(
    { measure, by, month, asOf },
    { store: app.store, scope, now, firstMonth },
  )
  return { ...asked, now, reads: readsOf(months, [GOALS_VERSION, NOTES_VERSION]) }
}
