// Runs a rule over moments, one after the other.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'
import { pacer } from '#server/store/pace.ts'
import { advance, type Change, type OpenIncidents } from './advance.ts'
import type { FigureDeps } from './figures.ts'
import { flowReadings } from './flow-readings.ts'
import { goalReadings } from './goal-readings.ts'
import { lastClosed, type Moment, momentsBetween } from './moments.ts'
import type { Period, ReadAt } from './readings.ts'
import { silenceReadings } from './silence-readings.ts'
import { stuckReadings } from './stuck-readings.ts'

export interface Run {
  readonly open: OpenIncidents
  /** In the order in which they happened. */
  readonly changes: readonly Change[]
}

/**
 * `moments` are closed, the oldest first; `running` is a day that is not over, on which figures that can only grow may already
 * begin incidents.
 */
export async function runOver(
  rule: AlertRule,
  open: OpenIncidents,
  { moments, running }: { readonly moments: readonly Moment[]; readonly running?: Moment | undefined },
  deps: FigureDeps,
): Promise<Run> {
  const steps = [
    ...moments.map((moment) => ({ moment, isClosed: true })),
    ...(running === undefined ? [] : [{ moment: running, isClosed: false }]),
  ]
  const [first, last] = [steps[0]?.moment, steps.at(-1)?.moment]
  if (first === undefined || last === undefined) return { open, changes: [] }
  const readAt = await readerOf(rule, { moments: steps.map(({ moment }) => moment), first, last }, deps)
  const changes: Change[] = []
  const pace = pacer()
  let state = open
  for (const { moment, isClosed } of steps) {
    const readings = await readAt(moment, state)
    const step = advance(rule, state, { moment, isClosed, readings })
    state = step.open
    for (const change of step.changes) changes.push(change)
    await pace(readings.length)
  }
  return { open: state, changes }
}

const TRIED_DAYS = 90

/** The closed moments of the last 90 days at `now` on the shop's clock. */
export function triedMoments({ condition }: AlertRule, now: string, dataEnd: string | null): Moment[] {
  const last = lastClosed(condition, now, dataEnd)
  const first = addDays(last.slice(0, 10), 1 - TRIED_DAYS) + (last.length > 10 ? ' 00' : '')
  return momentsBetween(condition, first, last)
}

/** Reads what the moments need. Throws TooManyRows for a rule with too many values. */
async function readerOf(
  rule: AlertRule,
  { moments, ...period }: Period & { readonly moments: readonly Moment[] },
  deps: FigureDeps,
): Promise<ReadAt> {
  const { condition } = rule
  if (condition.kind === 'no_orders') return silenceReadings(rule, period, deps)
  if (condition.kind === 'stuck') return stuckReadings(rule, condition, moments, deps)
  if (condition.kind === 'misses_goal') return goalReadings(rule, deps)
  return flowReadings(rule, condition, period, deps)
}
