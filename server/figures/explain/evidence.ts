// The figures behind an explanation, read as questions: totals, products, and each dimension with its past months.
import { addMonths, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { type ExplainQuestion, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS, type MeasureKey } from '#contract/questions/measures.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { addsUp, dimensionsOf, fits } from '#contract/questions/rules.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { totalsOnly, unorderedRows, type Values } from '../answer.ts'
import type { Window, Windows } from '../windows.ts'
import { scaleOf } from './exact.ts'
import type { FactorInput, Sales } from './factors.ts'
import type { MarginSales, Pair } from './margin-factors.ts'
import type { ValueMove } from './profile.ts'

export interface ExplainOptions {
  readonly store: Reads
  readonly scope: Scope
  readonly windows: Windows & { readonly compared: Window }
  /** Dimensions that the caller may see. */
  readonly dimensions: readonly DimensionKey[]
}

const MONTHS_OF_NOISE = 8

/** Whole months before both periods, whose changes give the usual noise. */
export function pastWindow({ current, compared }: ExplainOptions['windows']): Window {
  const first = monthOf(current.from < compared.from ? current.from : compared.from)
  const [from, to] = [addMonths(first, -MONTHS_OF_NOISE), addMonths(first, -1)]
  return { from: monthBounds(from).from_date, to: monthBounds(to).to_date, until: null }
}

/** In a large shop, kinds of buyers use the noise of the other dimensions: at some distributors they are read by buyer. */
const MOST_ORDERS = 200_000
/** Whether past months can be read at little cost. */
const hasPast = (dimension: DimensionKey, pastOrders: number) =>
  dimension !== 'buyer_kind' || pastOrders <= MOST_ORDERS

/** Number of orders in the past months, from the smallest rollup. */
export async function pastOrders({ measure, ...question }: ExplainQuestion, options: ExplainOptions) {
  const asked = questionOf({ measures: ['orders'] }, { measure, ...question, where: [] }, 'none')
  const windows = { current: pastWindow(options.windows), compared: null }
  return (await totalsOnly(asked, { ...options, windows })).orders ?? 0
}

type Asked = Pick<Question, 'measures'> & Partial<Pick<Question, 'by' | 'grain'>>

const questionOf = (asked: Asked, { period, where }: ExplainQuestion, compare: Question['compare']) => ({
  ...{ ...PLAIN_QUESTION, period, where, compare },
  ...asked,
})

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

export async function totalsOf(question: ExplainQuestion, options: ExplainOptions) {
  const { measure } = question
  const other = MEASURE_KEYS.filter((key) => OTHERS[measure]?.includes(key))
  const measures = [...new Set([measure, ...(NEEDS_SALES.has(measure) ? Object.values(SALES) : other)])]
  return totalsOnly(questionOf({ measures }, question, question.compare), options)
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

const MARGIN_OF_PRODUCTS = ['net_sale', 'units', 'cost', 'margin'] as const satisfies readonly MeasureKey[]

/** In the smallest units; a cost that is not known stays null. */
function marginOf(values: Values, side: '' | '_compared'): MarginSales {
  const amount = (measure: MeasureKey) => whole(measure, values[`${measure}${side}`])
  const known = (measure: MeasureKey) =>
    (values[`${measure}${side}`] ?? null) === null ? null : amount(measure)
  return { net: amount('net_sale'), units: amount('units'), cost: known('cost'), margin: known('margin') }
}

export async function factorInput(
  question: ExplainQuestion,
  totals: Promise<Values>,
  options: ExplainOptions,
): Promise<FactorInput> {
  const wanted = { measures: ['net_sale', 'gross', 'units'], by: ['product'] } satisfies Asked
  const asked = questionOf(wanted, question, question.compare)
  const products = NEEDS_PRODUCTS.has(question.measure) ? await unorderedRows(asked, options) : []
  const margins =
    question.measure === 'margin'
      ? await unorderedRows(
          questionOf({ measures: MARGIN_OF_PRODUCTS, by: ['product'] }, question, question.compare),
          options,
        )
      : []
  const values = await totals
  return {
    margins: margins.map((row) => ({
      before: marginOf(row.values, '_compared'),
      after: marginOf(row.values, ''),
    })),
    totals: salesOf(values),
    products: products.map((row) => salesOf(row.values)),
    other: (measure) => pairOf(measure, values),
  }
}

/** One dimension: the change of each value, in the smallest unit of the measure. */
export interface DimensionMoves {
  readonly dimension: DimensionKey
  readonly addsUp: boolean
  readonly values: ValueMove[]
}

const isOneValue = ({ where }: ExplainQuestion, dimension: DimensionKey) =>
  where.some((filter) => filter.dimension === dimension && !filter.isExcluded && filter.values.length === 1)

/** Dimensions that split the question; one that is filtered to a single value explains nothing. */
export const explainedBy = (question: ExplainQuestion, { dimensions }: ExplainOptions): DimensionKey[] =>
  dimensions.filter(
    (dimension) => splitOf(question.measure, dimension) !== null && !isOneValue(question, dimension),
  )

/** Dimensions that the measure has but does not add up over. */
export const notSplitBy = ({ measure }: ExplainQuestion, { dimensions }: ExplainOptions): DimensionKey[] =>
  dimensions.filter((dimension) => fits(measure, dimension) && splitOf(measure, dimension) === null)

/** What is asked of one dimension. */
interface Evidence extends ExplainOptions {
  readonly question: ExplainQuestion
  readonly dimension: DimensionKey
  /** Null: months before are not read. */
  readonly past: Window | null
}

export async function movesOf(
  question: ExplainQuestion,
  dimension: DimensionKey,
  orders: number,
  options: ExplainOptions,
): Promise<DimensionMoves> {
  const past = hasPast(dimension, orders) ? pastWindow(options.windows) : null
  const evidence = { ...options, question, dimension, past }
  const values = await (addsUpByMonth(evidence) ? movesByMonth(evidence) : movesOfWindows(evidence))
  // The engine returns rows in any order, and sums of fractions depend on it.
  values.sort((one, other) => (one.key < other.key ? -1 : 1))
  return { dimension, addsUp: splitOf(question.measure, dimension) === 'exact', values }
}

/** Whether both periods are sums of months, so that one query reads them and the months before. */
function addsUpByMonth({ question, dimension, windows: { current, compared } }: Evidence): boolean {
  const { measure, where } = question
  const isOne = [current, compared].every(({ from, to }) => monthOf(from) === monthOf(to))
  const isWhole = [current, compared].every((window) => window.until === null && isWholeMonths(window))
  // Which buyers are new differs between periods, and distinct people do not add up.
  const dimensions = dimensionsOf({ by: [dimension], where })
  return isWhole && (isOne || (!dimensions.includes('buyer_kind') && addsUp(measure, { by: [] })))
}

/** Key → month → sum. */
type Series = ReadonlyMap<string, ReadonlyMap<string, number>>

async function seriesOf(evidence: Evidence, spans: readonly Window[]): Promise<Series> {
  const { question, dimension } = evidence
  const { measure } = question
  const asked = questionOf({ measures: [measure], by: [dimension], grain: 'month' }, question, 'none')
  const rows = await Promise.all(
    joined(spans).map((current) =>
      unorderedRows(asked, { ...evidence, windows: { current, compared: null } }),
    ),
  )
  const series = new Map<string, Map<string, number>>()
  for (const { keys, time, values } of rows.flat()) {
    const key = keys[0] ?? ''
    const months = series.get(key) ?? new Map<string, number>()
    months.set(time ?? '', whole(measure, values[measure]))
    series.set(key, months)
  }
  return series
}

/** Spans of whole months; adjacent ones are merged. */
function joined(spans: readonly Window[]): Window[] {
  const result: Window[] = []
  for (const span of spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = result.at(-1)
    if (last && monthOf(span.from) <= addMonths(monthOf(last.to), 1))
      result[result.length - 1] = { ...last, to: span.to > last.to ? span.to : last.to }
    else result.push(span)
  }
  return result
}

/** Returns the values of a series for all months in which anything was sold, with zeros for missing months. */
function historyOf(series: Series, past: Window | null): (months: ReadonlyMap<string, number>) => number[] {
  if (!past) return () => []
  const sold = new Set([...series.values()].flatMap((months) => [...months.keys()]))
  const known = monthRange(monthOf(past.from), monthOf(past.to)).filter((month) => sold.has(month))
  return (months) => known.map((month) => months.get(month) ?? 0)
}

async function movesByMonth(evidence: Evidence): Promise<ValueMove[]> {
  const { past, windows } = evidence
  const { current, compared } = windows
  const series = await seriesOf(evidence, [current, compared, ...(past ? [past] : [])])
  const history = historyOf(series, past)
  const sumOf = ({ from, to }: Window, months: ReadonlyMap<string, number>) =>
    monthRange(monthOf(from), monthOf(to)).reduce((sum, month) => sum + (months.get(month) ?? 0), 0)
  return [...series].map(([key, months]) => ({
    key,
    before: sumOf(compared, months),
    after: sumOf(current, months),
    history: history(months),
  }))
}

async function movesOfWindows(evidence: Evidence): Promise<ValueMove[]> {
  const { question, dimension, past } = evidence
  const { measure, compare } = question
  const [rows, series] = await Promise.all([
    unorderedRows(questionOf({ measures: [measure], by: [dimension] }, question, compare), evidence),
    past ? seriesOf(evidence, [past]) : (new Map() as Series),
  ])
  const history = historyOf(series, past)
  const pairs = new Map(rows.map(({ keys: [key = ''], values }) => [key, pairOf(measure, values)]))
  // Values that occur only in past months contribute to the noise.
  return [...new Set([...pairs.keys(), ...series.keys()])].map((key) => ({
    key,
    ...(pairs.get(key) ?? { before: 0, after: 0 }),
    history: history(series.get(key) ?? new Map()),
  }))
}
