// Readings of sums and ratios over closed days, and what they are compared with.
import type { AlertComparison, AlertDays, AlertRule, Condition } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { measureValue } from '#server/figures/catalogue.ts'
import type { Rolling } from '#server/figures/rolling.ts'
import { type FigureDeps, rollingFigures } from './figures.ts'
import { type Period, type ReadAt, readingsOf } from './readings.ts'

export type FlowCondition = Extract<Condition, { over: AlertDays }>

/** Days back to each window that is compared. Whole weeks, so that weekdays match. */
function shiftsOf(over: AlertDays, compare: AlertComparison): number[] {
  if (compare === 'year') return [364]
  if (compare === 'previous') return [Math.max(over, 7)]
  return over === 28 ? [28, 56, 84] : [7, 14, 21, 28]
}

/** Days before the window in which a value must have been active for a floor of `below`. */
const ACTIVE_DAYS = 28

/** Readings at closed or running days; open keys are read whatever they sold. */
export async function flowReadings(
  rule: AlertRule,
  condition: FlowCondition,
  { first, last }: Period,
  deps: FigureDeps,
): Promise<ReadAt> {
  const { over } = condition
  const shifts = 'compare' in condition ? shiftsOf(over, condition.compare) : []
  const back = (days: number) => ({ from: addDays(first, -days), to: addDays(last, -days) })
  const figures = await rollingFigures(deps, rule, over, [0, ...shifts].map(back))
  const active =
    condition.kind === 'below' ? await rollingFigures(deps, rule, ACTIVE_DAYS, [back(over)]) : undefined
  const known = new Set([...figures.values.keys(), ...(active?.values.keys() ?? [])].sort())
  if (rule.by === null) known.add('')
  const none = noneOf(rule)
  return (day, open) => {
    const at = figures.indexOf(day)
    const activeAt = active?.indexOf(addDays(day, -over)) ?? 0
    const earlier = shifts
      // A shop has no usual week before its first one.
      .filter((shift) => addDays(day, 1 - over - shift) >= deps.firstDay)
      .map((shift) => at - shift)
    return readingsOf(known, open, (key) => {
      const value = valueAt(figures, key, at)
      const before = earlier.map((index) => valueAt(figures, key, index))
      const wasActive = active && valueAt(active, key, activeAt)
      const happened = [value, wasActive, ...before].some((one) => one !== undefined)
      if (!happened && !open.has(key) && rule.by !== null) return undefined
      const compared = median(before.map((one) => one ?? none))
      return { value: value ?? none, compared, size: sizeOf(condition, value ?? none, compared, wasActive) }
    })
  }
}

/** The value of a window in which nothing happened: a total has one, a value of the dimension only if it adds up. */
const noneOf = ({ measure, by }: AlertRule): number | null =>
  by !== null && measureOf(measure).addsUp === 'never' ? null : measureValue(measure, new Map())

function valueAt({ values }: Rolling, key: string, index: number): number | undefined {
  const value = values.get(key)?.[index]
  return value === undefined || Number.isNaN(value) ? undefined : value
}

/** What the noise floor looks at: where a figure falls from, rises to, or how active the value was. */
function sizeOf(
  { kind }: FlowCondition,
  value: number | null,
  compared: number | null,
  active: number | undefined,
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
