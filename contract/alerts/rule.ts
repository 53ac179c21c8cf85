// What an alert watches: a question without a period, and a condition. Without zod, so that the browser can load it.
import { GOAL_DIMENSIONS, GOAL_MEASURES, measureHas } from '../goals/scopes.ts'
import { type DimensionKey, dimensionOf } from '../questions/dimensions.ts'
import { type MeasureKey, measureOf } from '../questions/measures.ts'
import {
  type Filter,
  PLAIN_QUESTION,
  type Problem,
  paramsIn,
  questionParams,
  readQuestion,
} from '../questions/question.ts'
import { refusals } from '../questions/rules.ts'
import { ORDER_STATUSES, PLACED_STATUSES } from '../statuses.ts'

export const CONDITION_KINDS = [
  'falls',
  'rises',
  'below',
  'above',
  'no_orders',
  'stuck',
  'misses_goal',
] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** Days that are added up: whole weeks, so that weekdays match, or one day. */
export const ALERT_DAYS = [1, 7, 28] as const
export type AlertDays = (typeof ALERT_DAYS)[number]

/** All are whole weeks away; `usual` is the median of several earlier ones. */
export const ALERT_COMPARISONS = ['usual', 'previous', 'year'] as const
export type AlertComparison = (typeof ALERT_COMPARISONS)[number]

export const ALERT_UNITS = ['percent', 'amount'] as const

export type Condition =
  | {
      readonly kind: 'falls' | 'rises'
      readonly by: number
      readonly unit: (typeof ALERT_UNITS)[number]
      readonly over: AlertDays
      readonly compare: AlertComparison
    }
  | { readonly kind: 'below' | 'above'; readonly value: number; readonly over: AlertDays }
  | { readonly kind: 'no_orders'; readonly hours: number }
  | { readonly kind: 'stuck'; readonly status: string; readonly days: number }
  | { readonly kind: 'misses_goal' }

export interface AlertRule {
  readonly measure: MeasureKey
  /** Each of its values has incidents of its own; null: only the total. */
  readonly by: DimensionKey | null
  readonly where: readonly Filter[]
  readonly condition: Condition
  /** Noise floor; what it limits depends on the condition, see docs/metrics.md. */
  readonly least: number
}

/** A condition on the wire: the fields that its kind needs; others are ignored. */
export interface ConditionBody {
  readonly kind: ConditionKind
  readonly by?: number | undefined
  readonly unit?: (typeof ALERT_UNITS)[number] | undefined
  readonly over?: AlertDays | undefined
  readonly compare?: AlertComparison | undefined
  readonly value?: number | undefined
  readonly hours?: number | undefined
  readonly status?: string | undefined
  readonly days?: number | undefined
}

export const MAX_SILENT_HOURS = 168
export const MAX_STUCK_DAYS = 90
const MAX_AMOUNT = 1_000_000_000_000

/** Without a least amount, missing orders are reported if at least this many are usual in the span. */
export const LEAST_MISSING_ORDERS = 6

const NOT_SPLIT: readonly DimensionKey[] = ['customer', 'buyer_kind', 'weekday', 'hour']
const NOT_FILTERED: readonly DimensionKey[] = ['customer', 'buyer_kind']
const STUCK_DIMENSIONS: readonly DimensionKey[] = ['distributor', 'province', 'city', 'payment_method']

/** Dimensions whose values an alert may watch one by one. */
export function canSplit(dimension: DimensionKey, kind: ConditionKind): boolean {
  if (kind === 'misses_goal') return GOAL_DIMENSIONS.some((each) => each === dimension)
  return kind === 'stuck' ? STUCK_DIMENSIONS.includes(dimension) : !NOT_SPLIT.includes(dimension)
}

/** Dimensions that may filter what an alert watches. */
export function canFilter(dimension: DimensionKey, kind: ConditionKind): boolean {
  if (kind === 'misses_goal') return false
  return kind === 'stuck' ? STUCK_DIMENSIONS.includes(dimension) : !NOT_FILTERED.includes(dimension)
}

export function canWatch(measure: MeasureKey, kind: ConditionKind): boolean {
  if (kind === 'misses_goal') return GOAL_MEASURES.includes(measure)
  if (measureOf(measure).unwatched) return false
  return measure === 'orders' || (kind !== 'no_orders' && kind !== 'stuck')
}

/** Any order ends a silence, also one that is cancelled later. */
const MADE: Filter = { dimension: 'status', isExcluded: true, values: ['wc-checkout-draft'] }
const PAID: Filter = { dimension: 'status', isExcluded: false, values: PLACED_STATUSES }

/** Measures that count completed orders count paid ones in an alert, unless the question says which statuses. */
export function watchedFilters({ measure, by, where, condition }: Omit<AlertRule, 'least'>): Filter[] {
  if (by === 'status' || where.some(({ dimension }) => dimension === 'status')) return [...where]
  if (condition.kind === 'no_orders') return [...where, MADE]
  const { statuses } = measureOf(measure)
  return statuses?.length === 1 && statuses[0] === 'wc-completed' ? [...where, PAID] : [...where]
}

/** The query string of the watched question: measure, dimension and filters. */
export const alertQuestion = ({ measure, by, where }: Pick<AlertRule, 'measure' | 'by' | 'where'>): string =>
  questionParams({
    ...PLAIN_QUESTION,
    measures: [measure],
    by: by ? [by] : [],
    where,
    period: 'latest_month',
  }).toString()

const WATCHED_PARAMETERS = ['measures', 'by', 'where']

type Wrong = (path: string, message: string) => void

/** Parses an alert from the wire; `problems` names what is wrong, once per field. */
export function readRule(sent: {
  readonly question: string
  readonly condition: ConditionBody
  readonly least: number
}): { rule: AlertRule; problems: Problem[] } {
  const problems: Problem[] = []
  const wrong: Wrong = (path, message) => {
    if (!problems.some((problem) => problem.path === path)) problems.push({ path, message })
  }
  const unwatched = [...new URLSearchParams(sent.question).keys()].find(
    (name) => !WATCHED_PARAMETERS.includes(name),
  )
  if (unwatched !== undefined)
    wrong('question', `${unwatched} does not go into an alert, which watches measures, by and where`)
  const { question, problems: own } = readQuestion(paramsIn(sent.question, WATCHED_PARAMETERS))
  for (const { path, message } of [...own, ...refusals(question)]) wrong('question', `${path}: ${message}`)
  if (question.measures.length > 1) wrong('question', 'measures: must name one')
  if (question.by.length > 1) wrong('question', 'by: must name at most one')
  const rule: AlertRule = {
    measure: question.measures[0] ?? 'net_sale',
    by: question.by[0] ?? null,
    where: question.where,
    condition: conditionOf(sent.condition, wrong),
    least: sent.least,
  }
  if (!(sent.least >= 0 && sent.least <= MAX_AMOUNT)) wrong('least', `must be from 0 to ${MAX_AMOUNT}`)
  refuse(rule, wrong)
  return { rule, problems }
}

function conditionOf(sent: ConditionBody, wrong: Wrong): Condition {
  const number = (name: 'by' | 'value' | 'hours' | 'days', least: number, most: number): number => {
    const value = sent[name]
    if (value === undefined) wrong(`condition.${name}`, 'is required')
    else if (!(value >= least && value <= most))
      wrong(`condition.${name}`, `must be from ${least} to ${most}`)
    return value ?? least
  }
  const whole = (name: 'hours' | 'days', most: number): number => {
    const value = number(name, 1, most)
    if (!Number.isInteger(value)) wrong(`condition.${name}`, 'must be a whole number')
    return value
  }
  const { kind, over = 7, compare = 'usual', unit = 'percent' } = sent
  switch (kind) {
    case 'falls':
    case 'rises': {
      const most = unit === 'amount' ? MAX_AMOUNT : kind === 'falls' ? 100 : 100_000
      return { kind, by: number('by', unit === 'amount' ? 0.01 : 1, most), unit, over, compare }
    }
    case 'below':
    case 'above':
      return { kind, value: number('value', kind === 'below' ? 0.01 : 0, MAX_AMOUNT), over }
    case 'no_orders':
      return { kind, hours: whole('hours', MAX_SILENT_HOURS) }
    case 'stuck': {
      const status = ORDER_STATUSES.find((each) => each === sent.status)
      if (!status) wrong('condition.status', `must be one of ${ORDER_STATUSES.join(', ')}`)
      return { kind, status: status ?? 'wc-processing', days: whole('days', MAX_STUCK_DAYS) }
    }
    case 'misses_goal':
      return { kind }
  }
}

const titleOf = (dimension: DimensionKey) => dimensionOf(dimension).title

/** Combinations that are refused, in Spanish like those of questions. */
function refuse({ measure, by, where, condition: { kind } }: AlertRule, wrong: Wrong): void {
  if (by && !canSplit(by, kind)) wrong('question', `Una alerta no se puede separar por ${titleOf(by)}.`)
  const filter = where.find(({ dimension }) => NOT_FILTERED.includes(dimension))
  if (filter) wrong('question', `Una alerta no se puede filtrar por ${titleOf(filter.dimension)}.`)
  if (kind === 'misses_goal') {
    const scope = GOAL_DIMENSIONS.find((each) => each === by) ?? 'all'
    if (!canWatch(measure, kind) || !measureHas(measure, scope))
      wrong('question', `${measureOf(measure).title} no tiene metas que se puedan mirar así.`)
    if (where.length > 0) wrong('question', 'Las metas no tienen filtros: quitalos.')
    return
  }
  const { unwatched, title } = measureOf(measure)
  if (unwatched) wrong('question', `«${title}» no se puede mirar con una alerta.`)
  else if (!canWatch(measure, kind))
    wrong('question', 'Esta condición cuenta órdenes: elegí la medida Órdenes.')
  if (kind !== 'stuck') return
  const other = where.find(({ dimension }) => !STUCK_DIMENSIONS.includes(dimension))
  if (other)
    wrong(
      'question',
      `Las órdenes demoradas no se filtran por ${titleOf(other.dimension)}: van ${STUCK_DIMENSIONS.map(titleOf).join(', ')}.`,
    )
}
