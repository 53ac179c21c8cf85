// The form of an alert as texts, and the request body that follows from them.
import { useForm } from '@mantine/form'
import type { Alert } from '#contract/alerts/calls.ts'
import {
  type AlertComparison,
  type AlertDays,
  type AlertRule,
  alertQuestion,
  type ConditionBody,
  type ConditionKind,
  readRule,
} from '#contract/alerts/rule.ts'
import { entryOf } from '#contract/entry.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Filter } from '#contract/questions/question.ts'
import { readNumber, writeNumber } from '#web/text/read-number.ts'
import { text } from './text.ts'

export interface Draft {
  name: string
  measure: MeasureKey
  by: DimensionKey | ''
  where: readonly Filter[]
  kind: ConditionKind
  amount: string
  unit: 'percent' | 'amount'
  over: AlertDays
  compare: AlertComparison
  value: string
  hours: string
  status: string
  days: string
  least: string
  roles: readonly number[]
}

export const EMPTY: Draft = {
  ...{ name: '', measure: 'net_sale', by: '', where: [], kind: 'falls', amount: '30', unit: 'percent' },
  ...{
    over: 7,
    compare: 'usual',
    value: '',
    hours: '4',
    status: 'wc-processing',
    days: '3',
    least: '0',
    roles: [],
  },
}

/** '1.250,5' → 1250.5; NaN for an invalid number, or one with two readings. */
export function numberIn(typed: string): number {
  const value = readNumber(typed)
  return typeof value === 'number' ? value : Number.NaN
}

const typed = (value: number | undefined, other: string) => (value === undefined ? other : writeNumber(value))

/** The watched part of a question, in the form of an address. */
export function watchedIn(question: string): Pick<AlertRule, 'measure' | 'by' | 'where'> {
  return readRule({ question, condition: { kind: 'above', value: 0 }, least: 0 }).rule
}

export function draftOf({ name, question, condition, least, roles }: Alert): Draft {
  const { measure, by, where } = watchedIn(question)
  const { kind, unit = 'percent', over = 7, compare = 'usual', status = EMPTY.status } = condition
  return {
    ...{ name, measure, by: by ?? '', where, kind, unit, over, compare, status },
    amount: typed(condition.by, EMPTY.amount),
    value: typed(condition.value, EMPTY.value),
    hours: typed(condition.hours, EMPTY.hours),
    days: typed(condition.days, EMPTY.days),
    least: typed(least, '0'),
    roles: roles.map(({ id }) => id),
  }
}

const CONDITIONS: Readonly<Record<ConditionKind, (draft: Draft) => Omit<ConditionBody, 'kind'>>> = {
  falls: ({ amount, unit, over, compare }) => ({ by: numberIn(amount), unit, over, compare }),
  rises: ({ amount, unit, over, compare }) => ({ by: numberIn(amount), unit, over, compare }),
  below: ({ value, over }) => ({ value: numberIn(value), over }),
  above: ({ value, over }) => ({ value: numberIn(value), over }),
  no_orders: ({ hours }) => ({ hours: numberIn(hours) }),
  stuck: ({ status, days }) => ({ status, days: numberIn(days) }),
  misses_goal: () => ({}),
}

export const countsOrders = (kind: ConditionKind): boolean => kind === 'no_orders' || kind === 'stuck'

export const addsDays = (kind: ConditionKind): boolean => !countsOrders(kind) && kind !== 'misses_goal'

export function definitionOf(draft: Draft) {
  const { kind, by, where } = draft
  const measure = countsOrders(kind) ? 'orders' : draft.measure
  return {
    question: alertQuestion({ measure, by: by === '' ? null : by, where }),
    condition: { kind, ...CONDITIONS[kind](draft) },
    least: numberIn(draft.least),
  }
}

/** Fields of the form, by their names in messages of `readRule`. */
const FIELDS: Readonly<Record<string, keyof Draft>> = {
  'condition.by': 'amount',
  'condition.value': 'value',
  'condition.hours': 'hours',
  'condition.status': 'status',
  'condition.days': 'days',
  least: 'least',
  question: 'by',
}

/** Mistakes by field of the form; those of the question are in Spanish already. */
export function mistakesIn(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { problems } = readRule(definitionOf(draft))
  return Object.fromEntries(
    problems.map(({ path, message }) => {
      const field = entryOf(FIELDS, path) ?? 'by'
      return [field, field === 'by' ? message : text.form.number]
    }),
  )
}

export const useDraftForm = (draft: Draft) =>
  useForm<Draft>({
    initialValues: draft,
    validate: (values) => ({
      ...mistakesIn(values),
      ...(values.name.trim() === '' && { name: text.form.nameRequired }),
    }),
  })

export type DraftForm = ReturnType<typeof useDraftForm>
