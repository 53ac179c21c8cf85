// The question behind an explanation, and its query string. Without zod, so that the browser can load it.
import type { DimensionKey } from './dimensions.ts'
import { filterText } from './filter.ts'
import { isMeasure, MEASURE_KEYS, type MeasureKey } from './measures.ts'
import {
  type Problem,
  QUESTION_COMPARISONS,
  type Question,
  type QuestionComparison,
  type QuestionParams,
  readQuestion,
} from './question.ts'
import { addsUp, fits } from './rules.ts'

export interface ExplainQuestion extends Pick<Question, 'period' | 'where'> {
  readonly measure: MeasureKey
  readonly compare: Exclude<QuestionComparison, 'none'>
}

/** Dimensions that an explanation looks at. */
export const EXPLAINED_BY = [
  'distributor',
  'province',
  'business',
  'segment',
  'product',
  'company',
  'buyer_kind',
  'benefit_group',
  'payment_method',
  'weekday',
] as const satisfies readonly DimensionKey[]

/** A person has one company and one kind per period, so these dimensions do not count anybody twice. */
const PEOPLE: Readonly<Partial<Record<MeasureKey, readonly DimensionKey[]>>> = {
  buyers: ['company', 'buyer_kind'],
  new_buyers: ['company'],
  returning_buyers: ['company'],
}

/**
 * How the values of a measure relate to its total: `exact`, they add up; `overlaps`, an order with two benefits counts in
 * both, and the rest corrects that; null, the difference cannot be split.
 */
export function splitOf(measure: MeasureKey, dimension: DimensionKey): 'exact' | 'overlaps' | null {
  if (!fits(measure, dimension)) return null
  const whole = { by: [], grain: null, where: [] }
  if (addsUp(measure, { ...whole, by: [dimension] }) || PEOPLE[measure]?.includes(dimension)) return 'exact'
  return dimension === 'benefit_group' && addsUp(measure, whole) ? 'overlaps' : null
}

const COMPARED = Object.keys(QUESTION_COMPARISONS).filter((key) => key !== 'none')

export type ExplainParams = Pick<QuestionParams, 'from' | 'to' | 'period' | 'compare' | 'where'> & {
  readonly measure?: QuestionParams['measures']
}

/** Parses the parameters; `problems` names what is wrong with them. */
export function readExplainQuestion({
  measure = 'net_sale',
  compare = 'same_days',
  ...rest
}: ExplainParams): {
  question: ExplainQuestion
  problems: Problem[]
} {
  const { question, problems } = readQuestion({ ...rest, compare, measures: measure })
  const [key = 'net_sale'] = question.measures
  const own = problems.filter(({ path }) => path !== 'measures' && path !== 'compare')
  if (typeof measure !== 'string' || !isMeasure(measure))
    own.push({ path: 'measure', message: `must be one of ${MEASURE_KEYS.join(', ')}` })
  const compared = question.compare === 'none' ? 'same_days' : question.compare
  if (typeof compare !== 'string' || !COMPARED.includes(compare))
    own.push({ path: 'compare', message: `must be one of ${COMPARED.join(', ')}` })
  return {
    question: { measure: key, period: question.period, compare: compared, where: question.where },
    problems: own,
  }
}

/** The parameters of a question; absent ones have their defaults. */
export function explainParams({ measure, period, compare, where }: ExplainQuestion): URLSearchParams {
  const params = new URLSearchParams({ measure })
  if (typeof period !== 'string') {
    params.set('from', period.from)
    params.set('to', period.to)
  } else if (period !== 'latest_month') params.set('period', period)
  if (compare !== 'same_days') params.set('compare', compare)
  for (const filter of where) params.append('where', filterText(filter))
  return params
}

/** Factors by measure; a measure without an entry has none. */
export const FACTORS = {
  buyers: 'Compradores',
  orders_per_buyer: 'Órdenes por comprador',
  units_per_order: 'Unidades por orden',
  price: 'Precio de lista',
  volume: 'Volumen',
  net_price: 'Precio neto',
  cost: 'Costo por unidad',
  mix: 'Mezcla de productos',
  discount: 'Descuentos',
  refunds: 'Reembolsos',
  new_products: 'Productos nuevos',
  dropped_products: 'Productos sin venta',
  gross_per_order: 'Bruto por orden',
  paid_per_order: 'Bruto menos descuento por orden',
  uses: 'Usos de beneficios',
  amount_per_use: 'Monto por uso',
  cancelled_orders: 'Órdenes canceladas',
  cancelled_per_order: 'Monto por orden cancelada',
  new_buyers: 'Compradores nuevos',
  returning_buyers: 'Compradores recurrentes',
} as const

export type FactorKey = keyof typeof FACTORS
