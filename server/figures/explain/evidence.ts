// The figures behind an explanation, read as questions: totals, products, and each dimension with its past months.
import { addMonths, monthBounds, monthOf } from '#contract/month.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { type ExplainQuestion, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS, type MeasureKey } from '#contract/questions/measures.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { addsUp, dimensionsOf, fits } from '#contract/questions/rules.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type AnswerRow, rowsTogether, totalsOnly, unorderedRows, type Values } from '../answer.ts'
import { joinedWindows, monthsIn, type Window, type Windows } from '../windows.ts'
import { scaleOf } from './exact.ts'
import type { FactorInput, Sales } from './factors.ts'
import type { MarginSales, Pair } from './margin-factors.ts'
import { sum } from './noise.ts'
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
  const asked = questionOf({ measures: ['orders'] }, { measure, ...question, where: [] })
  const windows = { current: pastWindow(options.windows), compared: null }
  return (await totalsOnly(asked, { ...options, windows })).orders ?? 0
}

type Asked = Pick<Question, 'measures'> & Partial<Pick<Question, 'by' | 'grain'>>

const questionOf = (asked: Asked, { period, where }: ExplainQuestion): Question => ({
  ...{ ...PLAIN_QUESTION, period, where },
  ...asked,
})

const whole = (measure: MeasureKey, value: number | null | undefined) =>
  Math.round((value ?? 0) * scaleOf(measure))

const SALES = {
  net: 'net_sale',
  gross: 'gross',
  discount: 'discount',
  refunded: 'refunded',
  units: 'units',
  orders: 'orders',
  buyers: 'buyers',
} as const satisfies Record<keyof Sales, MeasureKey>

const salesOf = (values: Values = {}): Sales =>
  Object.fromEntries(
    Object.entries(SALES).map(([name, measure]) => [name, whole(measure, values[measure])]),
  ) as unknown as Sales

/** The measure, and those that its factors follow from. */
function measuresOf({ measure }: ExplainQuestion): MeasureKey[] {
  const other = MEASURE_KEYS.filter((key) => OTHERS[measure]?.includes(key))
  return [...new Set([measure, ...(NEEDS_SALES.has(measure) ? Object.values(SALES) : other)])]
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

const SALES_OF_PRODUCTS = ['net_sale', 'gross', 'units'] as const satisfies readonly MeasureKey[]
const MARGIN_OF_PRODUCTS = ['net_sale', 'units', 'cost', 'margin'] as const satisfies readonly MeasureKey[]

/** What products are read with, for a measure whose factors follow from them. */
function measuresOfProducts({ measure }: ExplainQuestion): readonly MeasureKey[] | null {
  if (measure === 'margin') return MARGIN_OF_PRODUCTS
  return NEEDS_PRODUCTS.has(measure) ? SALES_OF_PRODUCTS : null
}

const NOT_SOLD: MarginSales = { net: 0, units: 0, cost: 0, margin: 0 }

/** In the smallest units; a cost that is not known stays null. */
function marginOf(values: Values | undefined): MarginSales {
  if (!values) return NOT_SOLD
  const known = (measure: MeasureKey) =>
    (values[measure] ?? null) === null ? null : whole(measure, values[measure])
  return {
    net: whole('net_sale', values.net_sale),
    units: whole('units', values.units),
    cost: known('cost'),
    margin: known('margin'),
  }
}

/** What is read of one window. */
export interface WindowFigures {
  readonly totals: Values
  /** Empty unless the factors of the measure follow from them. */
  readonly products: readonly AnswerRow[]
  readonly byDimension: ReadonlyMap<DimensionKey, readonly AnswerRow[]>
}

/** Of both periods, with the dimensions that are not read by month. */
export async function figuresOf(
  question: ExplainQuestion,
  plans: readonly Plan[],
  options: ExplainOptions,
): Promise<Pair<WindowFigures>> {
  const ofProducts = measuresOfProducts(question)
  const totals = { measures: measuresOf(question) }
  const products: Asked[] = ofProducts ? [{ measures: ofProducts, by: ['product'] }] : []
  const askedIn = (window: Window) => {
    const alone = plans.filter(({ byMonth }) => !byMonth.includes(window)).map(({ dimension }) => dimension)
    const split = alone.map((dimension): Asked => ({ measures: [question.measure], by: [dimension] }))
    const asked = [totals, ...products, ...split]
    return { alone, asked: asked.map((each) => ({ question: questionOf(each, question), window })) }
  }
  const [before, after] = [askedIn(options.windows.compared), askedIn(options.windows.current)]
  const rows = await rowsTogether([...before.asked, ...after.asked], options)
  const figuresIn = ({ alone }: typeof before): WindowFigures => {
    const [whole] = rows.shift() ?? []
    return {
      totals: whole?.values ?? {},
      products: ofProducts ? (rows.shift() ?? []) : [],
      byDimension: new Map(alone.map((dimension) => [dimension, rows.shift() ?? []])),
    }
  }
  return { before: figuresIn(before), after: figuresIn(after) }
}

const keyOf = ({ keys: [key = ''] }: AnswerRow): string => key

/** Each key with its values on both sides, undefined where it has none. */
function pairedRows<T>(
  { before, after }: Pair<readonly AnswerRow[]>,
  of: (values: Values | undefined) => T,
): Pair<T>[] {
  const [earlier, later] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row.values])))
  const keys = new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])])
  return [...keys].map((key) => ({ before: of(earlier?.get(key)), after: of(later?.get(key)) }))
}

export function factorInput(
  { measure }: ExplainQuestion,
  { before, after }: Pair<WindowFigures>,
): FactorInput {
  const products = { before: before.products, after: after.products }
  return {
    margins: measure === 'margin' ? pairedRows(products, marginOf) : [],
    totals: { before: salesOf(before.totals), after: salesOf(after.totals) },
    products: NEEDS_PRODUCTS.has(measure) ? pairedRows(products, salesOf) : [],
    other: (key) => ({ before: whole(key, before.totals[key]), after: whole(key, after.totals[key]) }),
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

/** How one dimension is read. */
export interface Plan {
  readonly dimension: DimensionKey
  /** Null: months before are not read. */
  readonly past: Window | null
  /** The periods that are sums of months, so that one query reads them and the months before; others are read alone. */
  readonly byMonth: readonly Window[]
}

export function planOf(
  question: ExplainQuestion,
  dimension: DimensionKey,
  orders: number,
  { windows }: ExplainOptions,
): Plan {
  const past = hasPast(dimension, orders) ? pastWindow(windows) : null
  const byMonth = [windows.current, windows.compared].filter((window) =>
    addsUpByMonth(question, dimension, window),
  )
  return { dimension, past, byMonth: past || byMonth.length > 1 ? byMonth : [] }
}

function addsUpByMonth(
  { measure, where }: ExplainQuestion,
  dimension: DimensionKey,
  window: Window,
): boolean {
  if (window.until !== null || !isWholeMonths(window)) return false
  // Which buyers are new differs between periods, and distinct people do not add up.
  const dimensions = dimensionsOf({ by: [dimension], where })
  const isOne = monthOf(window.from) === monthOf(window.to)
  return isOne || (!dimensions.includes('buyer_kind') && addsUp(measure, { by: [], grain: 'month', where }))
}

/** Key → month → sum. */
type Series = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Between spans; to read these too takes less than a query of its own. */
const MONTHS_BETWEEN = 1

async function seriesOf(
  question: ExplainQuestion,
  { dimension, past, byMonth }: Plan,
  options: ExplainOptions,
): Promise<Series> {
  const { measure } = question
  const spans = [...byMonth, ...(past ? [past] : [])]
  const asked = questionOf({ measures: [measure], by: [dimension], grain: 'month' }, question)
  const rows = await Promise.all(
    joinedWindows(spans, MONTHS_BETWEEN).map((current) =>
      unorderedRows(asked, { ...options, windows: { current, compared: null } }),
    ),
  )
  const series = new Map<string, Map<string, number>>()
  for (const row of rows.flat()) {
    const months = series.get(keyOf(row)) ?? new Map<string, number>()
    months.set(row.time ?? '', whole(measure, row.values[measure]))
    series.set(keyOf(row), months)
  }
  return series
}

/** Returns the values of a series for all months in which anything was sold, with zeros for missing months. */
function historyOf(series: Series, past: Window | null): (months: ReadonlyMap<string, number>) => number[] {
  if (!past) return () => []
  const sold = new Set([...series.values()].flatMap((months) => [...months.keys()]))
  const known = monthsIn(past).filter((month) => sold.has(month))
  return (months) => known.map((month) => months.get(month) ?? 0)
}

/** Values that occur only in past months contribute to the noise. */
export async function movesOf(
  question: ExplainQuestion,
  plan: Plan,
  figures: Promise<Pair<WindowFigures>>,
  options: ExplainOptions,
): Promise<DimensionMoves> {
  const { dimension, past, byMonth } = plan
  const { measure } = question
  const [series, { before, after }] = await Promise.all([seriesOf(question, plan, options), figures])
  const history = historyOf(series, past)
  const sumIn = (window: Window, { byDimension }: WindowFigures) => {
    const alone = new Map(byDimension.get(dimension)?.map((row) => [keyOf(row), row.values[measure]]))
    const ofMonths = (key: string) => monthsIn(window).map((month) => series.get(key)?.get(month) ?? 0)
    return (key: string) => (byMonth.includes(window) ? sum(ofMonths(key)) : whole(measure, alone.get(key)))
  }
  const [earlier, later] = [sumIn(options.windows.compared, before), sumIn(options.windows.current, after)]
  const read = [before, after].flatMap(({ byDimension }) => byDimension.get(dimension) ?? [])
  // The engine returns rows in any order, and sums of fractions depend on it.
  const keys = [...new Set([...read.map(keyOf), ...series.keys()])].sort()
  return {
    dimension,
    addsUp: splitOf(measure, dimension) === 'exact',
    values: keys.map((key) => ({
      ...{ key, before: earlier(key), after: later(key) },
      history: history(series.get(key) ?? new Map()),
    })),
  }
}
