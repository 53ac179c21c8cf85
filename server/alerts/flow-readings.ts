// Readings of sums and ratios over closed days, and what they are compared with.
import type { AlertComparison, AlertDays, AlertRule, Condition } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Days } from '#contract/questions/question.ts'
import type { Reading } from './advance.ts'
import { type FigureDeps, type Figures, figureReader } from './figures.ts'
import type { Moment } from './moments.ts'

export type FlowCondition = Extract<Condition, { over: AlertDays }>

/** Days back to each window that is compared. Whole weeks, so that weekdays match. */
function shiftsOf(over: AlertDays, compare: AlertComparison): number[] {
  if (compare === 'year') return [364]
  if (compare === 'previous') return [Math.max(over, 7)]
  return over === 28 ? [28, 56, 84] : [7, 14, 21, 28]
}

/** Days before the window in which a value must have been active for a floor of `below`. */
const ACTIVE_DAYS = 28

const windowAt = (day: string, over: number): Days => ({ from: addDays(day, 1 - over), to: day })

/** Readings at closed or running days; `open` are keys that are read whatever they sold. */
export function flowReadings(rule: AlertRule, condition: FlowCondition, deps: FigureDeps) {
  const figures = figureReader(deps, rule)
  const isSum = measureOf(rule.measure).addsUp !== 'never'
  const { over } = condition
  return async (day: Moment, open: readonly string[]): Promise<Map<string, Reading>> => {
    const current = await figures.of(windowAt(day, over))
    const shifts = 'compare' in condition ? shiftsOf(over, condition.compare) : []
    const windows = shifts
      .map((shift) => windowAt(addDays(day, -shift), over))
      // A shop has no usual week before its first one.
      .filter(({ from }) => from >= deps.firstDay)
    const earlier = await Promise.all(windows.map((window) => figures.of(window)))
    const active =
      condition.kind === 'below' ? await figures.of(windowAt(addDays(day, -over), ACTIVE_DAYS)) : undefined
    const keys = new Set([
      ...open,
      ...[current, ...earlier, ...(active ? [active] : [])].flatMap((map) => [...map.keys()]),
    ])
    if (rule.by === null) keys.add('')
    const at = (map: Figures, key: string) => map.get(key) ?? (isSum ? 0 : null)
    return new Map(
      [...keys].map((key) => {
        const value = at(current, key)
        const compared = median(earlier.map((map) => at(map, key)))
        return [key, { value, compared, size: sizeOf(condition, value, compared, active && at(active, key)) }]
      }),
    )
  }
}

/** What the noise floor looks at: where a figure falls from, rises to, or how active the value was. */
function sizeOf(
  { kind }: FlowCondition,
  value: number | null,
  compared: number | null,
  active: number | null | undefined,
): number {
  if (kind === 'falls') return compared ?? 0
  return (kind === 'below' ? active : value) ?? 0
}

/** Null without values, or if most are empty. */
function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other)
  if (known.length === 0 || known.length * 2 < values.length) return null
  const middle = known.length >> 1
  const high = known[middle] ?? 0
  const value = known.length % 2 === 1 ? high : ((known[middle - 1] ?? 0) + high) / 2
  return Math.round(value * 1000) / 1000
}
