import { Cron } from 'croner'
import type { OwnDelivery } from '#contract/deliveries.ts'
import { LAST_DAY } from '#contract/delivery-days.ts'

export type Schedule = Pick<OwnDelivery, 'every' | 'on_day' | 'at_time'>

function patternOf({ every, on_day, at_time }: Schedule): string {
  const [hour, minute] = at_time.split(':').map(Number)
  if (every === 'week') return `${minute} ${hour} * * ${on_day}`
  if (every === 'month') return `${minute} ${hour} ${on_day === LAST_DAY ? 'L' : on_day} * *`
  return `${minute} ${hour} * * *`
}

/**
 * First due time after `after`. A time that the clocks skip is due when they have been put forward; a time that repeats, once.
 */
export function nextDue(schedule: Schedule, after: Date, timeZone: string): Date {
  const next = new Cron(patternOf(schedule), { timezone: timeZone, paused: true }).nextRun(after)
  if (!next) throw new Error('The schedule has no next time')
  return next
}

interface Stored extends Schedule {
  readonly paused: boolean
  readonly next_at: string
}

/** When a schedule is due that is saved now; one whose times stay the same keeps what is due and not written yet. */
export function dueWhenSaved(
  schedule: Schedule,
  old: Stored | undefined,
  { now, timeZone }: { readonly now: () => Date; readonly timeZone: string },
): Date {
  const isSame = (['every', 'on_day', 'at_time'] as const).every((key) => schedule[key] === old?.[key])
  return isSame && old && !old.paused ? momentOf(old.next_at) : nextDue(schedule, now(), timeZone)
}

/** Why the day is invalid; undefined if it is valid. */
export function dayProblem({ every, on_day }: Schedule): string | undefined {
  if (every === 'week' && (on_day < 1 || on_day > 7)) return 'must be from 1 to 7'
  if (every === 'month' && (on_day < 1 || (on_day > 28 && on_day !== LAST_DAY)))
    return `must be from 1 to 28, or ${LAST_DAY}`
  return undefined
}

/** The moment of a UTC text such as '2026-11-30 23:30:00'. */
export const momentOf = (text: string): Date => new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`)
