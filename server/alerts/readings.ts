// What a rule reads at a moment, whatever its kind.
import type { AlertRule } from '#contract/alerts/rule.ts'
import type { Reading } from './advance.ts'
import type { FigureDeps } from './figures.ts'
import { flowReadings } from './flow-readings.ts'
import { goalReadings } from './goal-readings.ts'
import type { Moment } from './moments.ts'
import { silenceReadings } from './silence-readings.ts'
import { stuckReadings } from './stuck-readings.ts'

/** `open`: keys that are read whatever they sold. */
export type ReadAt = (
  moment: Moment,
  open: readonly string[],
) => Promise<ReadonlyMap<string, Reading>> | ReadonlyMap<string, Reading>

/** Reads moments between `first` and `last`. Throws TooManyRows for a rule with too many values. */
export async function readingsOf(
  rule: AlertRule,
  { first, last }: { readonly first: Moment; readonly last: Moment },
  deps: FigureDeps,
): Promise<ReadAt> {
  const { condition } = rule
  if (condition.kind === 'no_orders') return silenceReadings(rule, first, last, deps)
  if (condition.kind === 'stuck') return stuckReadings(rule, condition, deps)
  if (condition.kind === 'misses_goal') return goalReadings(rule, deps)
  return flowReadings(rule, condition, deps)
}
