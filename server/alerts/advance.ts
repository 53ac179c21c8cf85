// Decides alerts as a pure function: the open incidents and the readings of a moment give the incidents that begin and end.
// Live evaluation and the try-out on the past both go through `advance`.
import { type AlertRule, LEAST_MISSING_ORDERS } from '#contract/alerts/rule.ts'
import { percentChange } from '#contract/percent-change.ts'
import type { Moment } from './moments.ts'

export interface Reading {
  /** Null: it cannot be computed. */
  readonly value: number | null
  /** The value that it is compared with; for a silence, the usual number of orders. */
  readonly compared: number | null
  /** The amount that the noise floor is compared with. */
  readonly size: number
}

export interface OpenIncident {
  readonly key: string
  readonly startedOn: Moment
}

export interface Step {
  readonly moment: Moment
  /** False for a running day: figures that can only grow begin incidents and end none. */
  readonly isClosed: boolean
  readonly readings: Iterable<readonly [key: string, reading: Reading]>
}

export interface Change extends Pick<Reading, 'value' | 'compared'> {
  readonly type: 'start' | 'end'
  readonly key: string
  readonly moment: Moment
}

export type OpenIncidents = ReadonlyMap<string, OpenIncident>

export function advance(
  rule: AlertRule,
  open: OpenIncidents,
  { moment, isClosed, readings }: Step,
): { open: OpenIncidents; changes: Change[] } {
  let next: Map<string, OpenIncident> | undefined
  const changes: Change[] = []
  // Most moments change nothing, and copying all open incidents costs more than reading them.
  const changed = () => {
    next ??= new Map(open)
    return next
  }
  for (const [key, reading] of readings) {
    const { value, compared } = reading
    const incident = open.get(key)
    if (!incident) {
      if (!begins(rule, reading)) continue
      changed().set(key, { key, startedOn: moment })
      changes.push({ type: 'start', key, moment, value, compared })
    } else if (
      isClosed &&
      incident.startedOn <= moment &&
      hasEnded(rule, reading, isSameMonth(incident, moment))
    ) {
      changed().delete(key)
      changes.push({ type: 'end', key, moment, value, compared })
    }
  }
  return { open: next ?? open, changes }
}

/** Share of the threshold by which a figure must recover before its incident ends, so that incidents do not flap. */
const HYSTERESIS = 0.2
const VALUE_HYSTERESIS = 0.05

function begins(rule: AlertRule, reading: Reading): boolean {
  if (rule.condition.kind === 'no_orders')
    return isBeyond(rule, reading, 0) && reading.size >= (rule.least || LEAST_MISSING_ORDERS)
  return isLarge(rule, reading) && isBeyond(rule, reading, 0)
}

const isSameMonth = ({ startedOn }: OpenIncident, moment: Moment) =>
  startedOn.slice(0, 7) === moment.slice(0, 7)

/** A reading that cannot be computed ends nothing; a removed goal, or the end of its month, ends the incident. */
function hasEnded(rule: AlertRule, reading: Reading, isInMonth: boolean): boolean {
  if (rule.condition.kind === 'misses_goal')
    return !isInMonth || reading.compared === null || !isBeyond(rule, reading, 0)
  if (reading.value === null) return false
  const { kind } = rule.condition
  if (kind === 'no_orders') return !isBeyond(rule, reading, 0)
  if (kind === 'stuck') return !isBeyond(rule, reading, HYSTERESIS)
  if (!isLarge(rule, reading)) return true
  return !isBeyond(rule, reading, kind === 'falls' || kind === 'rises' ? HYSTERESIS : VALUE_HYSTERESIS)
}

/** Decimals of a threshold: a change of exactly 7 % is not beyond 7 %, although its binary fraction may be. */
const DECIMALS = 6
const decimal = (value: number) => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS

const isLarge = ({ condition, least }: AlertRule, { size }: Reading): boolean =>
  condition.kind === 'stuck' || size >= least

/** Whether the figure is beyond the threshold; `slack` widens the range, so that a figure near it still counts. */
function isBeyond({ condition, least }: AlertRule, { value, compared }: Reading, slack: number): boolean {
  if (value === null) return false
  switch (condition.kind) {
    case 'falls':
    case 'rises': {
      if (compared === null || (condition.unit === 'percent' && compared <= 0)) return false
      const by =
        condition.unit === 'percent' ? (percentChange(value, compared, DECIMALS) ?? 0) : value - compared
      return decimal(condition.kind === 'falls' ? -by : by) > decimal(condition.by * (1 - slack))
    }
    case 'below':
      return value < condition.value * (1 + slack)
    case 'above':
      return value > condition.value * (1 - slack)
    case 'no_orders':
      return value >= condition.hours
    case 'stuck':
      return value >= Math.max(1, least) * (1 - slack)
    case 'misses_goal':
      return compared !== null && value < compared
  }
}
