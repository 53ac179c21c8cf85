// Reads a question from the parameters of a call, and refuses what cannot or may not be answered.
import { monthOf, monthRange } from '#contract/month.ts'
import { mailedMonth } from '#contract/questions/periods.ts'
import { type Question, type QuestionParams, readQuestion } from '#contract/questions/question.ts'
import { permissionsOf, refusals } from '#contract/questions/rules.ts'
import { firstMonthOf } from '#server/domain/data-months.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { readsClock, readsHistory } from '#server/figures/answer.ts'
import { pairedSteps } from '#server/figures/paired-steps.ts'
import { type Clock, type Windows, windowsOf } from '#server/figures/windows.ts'
import type { App, Versions } from '#server/http/app.ts'
import { runningUntil } from '#server/http/compare-months.ts'
import { HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { EVERY_MONTH, readsOf } from '#server/http/send-json.ts'

/** Longer periods read all months that have data. */
const MAX_NAMED_MONTHS = 60

/** Throws 400 with every problem, or 403 where a measure or dimension needs a permission that is missing. */
export function askedQuestion(params: QuestionParams, principal: Principal): Question {
  const { question, problems } = readQuestion(params)
  const errors = problems.length > 0 ? problems : refusals(question)
  if (errors.length > 0) throw new HttpError('bad-request', { errors })
  if (!permissionsOf(question).every((permission) => may(principal, permission)))
    throw new HttpError('forbidden')
  return question
}

/** `mailed`: the moment of a mail, which counts as now. */
export async function clockOf(app: App, versions: Versions, mailed?: Date): Promise<Clock> {
  const at = mailed ?? app.now()
  const now = wallClock(app.timeZone)(at.toISOString())
  const month = monthOf(now)
  const [until, newestMonth] = await Promise.all([runningUntil(app, month, versions, at), app.latestMonth()])
  const most = mailed ? mailedMonth(now) : month
  const latestMonth = newestMonth < most ? newestMonth : most
  return { now, runningUntil: until, latestMonth, firstMonth: firstMonthOf(versions) ?? latestMonth }
}

export interface Asked {
  readonly windows: Windows
  /** Months that the answer was read from. */
  readonly months: readonly string[]
  /** Names of data_versions that the answer depends on. */
  readonly reads: readonly string[]
}

export async function windowsAndReads(
  app: App,
  question: Question,
  versions: Versions,
  mailed?: Date,
): Promise<Asked> {
  const clock = await clockOf(app, versions, mailed)
  const asked = windowsOf(question, clock)
  // By the minute, so that answers can be cached.
  const windows = readsClock(question) ? { ...asked, now: `${clock.now.slice(0, 16)}:59` } : asked
  const { grain, compare } = question
  const rows = grain && pairedSteps(grain, compare, windows)?.compared
  const ranges = [windows.current, windows.compared, rows].flatMap((window) =>
    window ? [monthRange(monthOf(window.from), monthOf(window.to))] : [],
  )
  const named = [...new Set(ranges.flat())].sort()
  const isLong = named.length > MAX_NAMED_MONTHS
  const months = isLong ? named.filter((month) => versions.has(month)) : named
  // The owner of an account, and who bought before, depend on orders of any month.
  const all = isLong || readsHistory(question) || question.measures.includes('registered')
  return { windows, months, reads: readsOf(months, all ? [EVERY_MONTH] : []) }
}

/** Of days that were not over at a moment on the shop's clock, only what came until then. */
export const upTo = (moment: string, { windows, ...rest }: Asked): Asked => ({
  ...rest,
  windows: windows.asOf ? { ...windows, current: { ...windows.current, until: moment } } : windows,
})
