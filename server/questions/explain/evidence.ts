// What an explanation is made from, read as questions: totals, products, and each dimension with its past months.
import { addMonths, monthBounds, monthRange } from '#contract/month.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { type ExplainQuestion, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS, type MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import type { Scope } from '#server/store/scope.ts'
import type { Reads } from '#server/store/store.ts'
import { type AnswerRow, answer, type Values } from '../answer.ts'
import { monthOf, type Window, type Windows } from '../windows.ts'
import { scaleOf } from './exact.ts'
import type { FactorInput, Pair, ProductSales, Sales } from './factors.ts'
import type { ValueMove } from './profile.ts'

export interface ExplainOptions {
  readonly store: Reads
  readonly scope: Scope
  readonly windows: Windows & { readonly compared: Window }
  /** Dimensions that the caller may see. */
  readonly dimensions: readonly DimensionKey[]
}

const MONTHS_OF_NOISE = 8

/** Whole months before both periods, whose moves are the usual noise. */
export function pastWindow({ current, compared }: ExplainOptions['windows']): Window {
  const first = monthOf(current.from < compared.from ? current.from : compared.from)
  const [from, to] = [addMonths(first, -MONTHS_OF_NOISE), addMonths(first, -1)]
  return { from: monthBounds(from).from_date, to: monthBounds(to).to_date, until: null }
}

/** Dimensions without a rollup: in a large shop the noise of the others stands for theirs. */
const FROM_ROWS: readonly DimensionKey[] = ['company', 'benefit_group', 'payment_method']
const MOST_ROWS = 200_000
/** Whether its past can be read at little cost; who was new in past months takes all orders before them. */
const hasPast = (dimension: DimensionKey, pastOrders: number) =>
  dimension !== 'buyer_kind' && (pastOrders <= MOST_ROWS || !FROM_ROWS.includes(dimension))

/** Orders of the past months, from the smallest rollup. */
export async function pastOrders(
  { measure, ...question }: ExplainQuestion,
  options: ExplainOptions,
): Promise<number> {
  const asked = questionOf({ measures: ['orders'], by: [] }, { measure, ...question, where: [] }, 'none')
  const windows = { current: pastWindow(options.windows), compared: null }
  return (await answer(asked, { ...options, windows })).totals.orders ?? 0
}

type Asked = Pick<Question, 'measures' | 'by'> & Partial<Pick<Question, 'grain'>>

function questionOf(
  asked: Asked,
  { period, where }: ExplainQuestion,
  compare: Question['compare'],
): Question {
  return { grain: null, order: null, limit: null, period, where, compare, ...asked }
}

const whole = (measure: MeasureKey, value: number | null | undefined) =>
  Math.round((value ?? 0) * scaleOf(measure))

const pairOf = (measure: MeasureKey, values: Values): Pair<number> => ({
  before: whole(measure, values[`${measure}_compared`]),
  after: whole(measure, values[measure]),
})

const SALES = {
  net: 'net_sale',
  gross: 'gross',
  discount: 'discount',
  refunded: 'refunded',
  units: 'units',
  orders: 'orders',
  buyers: 'buyers',
} as const satisfies Record<keyof Sales, MeasureKey>

function salesOf(values: Values): Pair<Sales> {
  const side = (key: 'before' | 'after') =>
    Object.fromEntries(
      Object.entries(SALES).map(([name, measure]) => [name, pairOf(measure, values)[key]]),
    ) as unknown as Sales
  return { before: side('before'), after: side('after') }
}

function productOf(values: Values): Pair<ProductSales> {
  const { before, after } = salesOf(values)
  return { before, after }
}

export async function totalsOf(question: ExplainQuestion, options: ExplainOptions) {
  const { measure } = question
  const other = MEASURE_KEYS.filter((key) => OTHERS[measure]?.includes(key))
  const measures = [...new Set([measure, ...(NEEDS_SALES.has(measure) ? Object.values(SALES) : other)])]
  const { totals } = await answer(questionOf({ measures, by: [] }, question, question.compare), options)
  return totals
}

const NEEDS_SALES = new Set<MeasureKey>([
  'net_sale',
  'gross',
  'units',
  'orders',
  'discount',
  'refunded',
  'average_ticket',
  'net_per_unit',
])
const NEEDS_PRODUCTS = new Set<MeasureKey>(['net_sale', 'gross', 'units', 'average_ticket', 'net_per_unit'])
const OTHERS: Readonly<Partial<Record<MeasureKey, readonly MeasureKey[]>>> = {
  buyers: ['new_buyers', 'returning_buyers'],
  benefit_amount: ['benefit_uses'],
  cancelled_amount: ['cancelled_orders'],
}

export async function factorInput(
  question: ExplainQuestion,
  totals: Promise<Values>,
  options: ExplainOptions,
): Promise<FactorInput> {
  const asked = questionOf(
    { measures: ['net_sale', 'gross', 'units'], by: ['product'] },
    question,
    question.compare,
  )
  const products = NEEDS_PRODUCTS.has(question.measure) ? (await answer(asked, options)).rows : []
  const values = await totals
  return {
    totals: salesOf(values),
    products: products.map((row) => productOf(row.values)),
    other: (measure) => pairOf(measure, values),
  }
}

/** One dimension: what its values moved, in the smallest unit of the measure. */
export interface DimensionMoves {
  readonly dimension: DimensionKey
  readonly addsUp: boolean
  readonly values: ValueMove[]
}

const isOneValue = ({ where }: ExplainQuestion, dimension: DimensionKey) =>
  where.some((filter) => filter.dimension === dimension && !filter.isExcluded && filter.values.length === 1)

/** Dimensions that split the question; inside one value of a dimension, it explains nothing. */
export const explainedBy = (question: ExplainQuestion, { dimensions }: ExplainOptions): DimensionKey[] =>
  dimensions.filter(
    (dimension) => splitOf(question.measure, dimension) !== null && !isOneValue(question, dimension),
  )

/** Dimensions that the measure has but does not add up over. */
export const notSplitBy = ({ measure }: ExplainQuestion, { dimensions }: ExplainOptions): DimensionKey[] =>
  dimensions.filter((dimension) => fits(measure, dimension) && splitOf(measure, dimension) === null)

export async function movesOf(
  question: ExplainQuestion,
  dimension: DimensionKey,
  orders: number,
  options: ExplainOptions,
): Promise<DimensionMoves> {
  const { measure } = question
  const asked = { measures: [measure], by: [dimension] }
  const [{ rows }, past] = await Promise.all([
    answer(questionOf(asked, question, question.compare), options),
    hasPast(dimension, orders) ? historyOf(question, dimension, options) : new Map<string, number[]>(),
  ])
  const values = rows.map(({ keys: [key = ''], values }) => ({
    key,
    ...pairOf(measure, values),
    history: past.get(key) ?? [],
  }))
  return { dimension, addsUp: splitOf(measure, dimension) === 'exact', values: withPast(values, past) }
}

/** Values of the past alone belong to the noise; months that a value did not sell are zeros. */
function withPast(values: ValueMove[], past: ReadonlyMap<string, number[]>): ValueMove[] {
  const months = Math.max(0, ...[...past.values()].map(({ length }) => length))
  const known = new Set(values.map(({ key }) => key))
  const gone = [...past].filter(([key]) => !known.has(key))
  return [
    ...values.map((value) =>
      value.history.length === 0 ? { ...value, history: Array(months).fill(0) } : value,
    ),
    ...gone.map(([key, history]) => ({ key, before: 0, after: 0, history })),
  ]
}

async function historyOf(
  { measure, ...question }: ExplainQuestion,
  dimension: DimensionKey,
  options: ExplainOptions,
): Promise<Map<string, number[]>> {
  const current = pastWindow(options.windows)
  const asked = { measures: [measure], by: [dimension], grain: 'month' as const }
  const { rows } = await answer(questionOf(asked, { measure, ...question }, 'none'), {
    ...options,
    windows: { current, compared: null },
  })
  const sold = new Set(rows.map(({ time }) => time))
  const months = monthRange(monthOf(current.from), monthOf(current.to)).filter((month) => sold.has(month))
  const history = new Map<string, number[]>()
  for (const { keys, time, values } of rows as (AnswerRow & { time: string })[]) {
    const key = keys[0] ?? ''
    const series = history.get(key) ?? months.map(() => 0)
    series[months.indexOf(time)] = whole(measure, values[measure])
    history.set(key, series)
  }
  return history
}
