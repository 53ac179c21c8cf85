// The products and customers of a distributor in a month, beside its three months before. Rows follow from questions.
import { type CustomerMove, PROFILE_MONTHS_BEFORE, type ProductMove } from '#contract/lists/profile.ts'
import { addMonths, type Month } from '#contract/month.ts'
import type { ProfileCustomer, ProfileProduct } from '#contract/profile.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { keptValue } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { sumOf, unitsOf } from '#server/domain/money.ts'
import { wholeMonth } from '#server/domain/span.ts'
import { type AnswerRow, unorderedRows } from '#server/figures/answer.ts'
import { distributionOf, sellerCounts } from '#server/figures/distribution.ts'
import { keeper, type Versions } from '#server/figures/kept.ts'
import { labelsOf } from '#server/figures/labels.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export interface ProfileAsked {
  readonly distId: string
  readonly month: Month
  readonly scope: Scope
}

type Asked = Pick<Question, 'measures' | 'by'> & Partial<Pick<Question, 'where'>>

/** Rows per month, from the three months before or from the month alone. */
function monthly(
  store: Reads,
  { distId, month, scope }: ProfileAsked,
  { where = [], ...asked }: Asked,
  monthsBefore = PROFILE_MONTHS_BEFORE,
): Promise<AnswerRow[]> {
  const period = wholeMonths(addMonths(month, -monthsBefore), month)
  const question: Question = {
    ...{ ...PLAIN_QUESTION, ...asked, period, grain: 'month' },
    where: [keptValue('distributor', distId), ...where],
  }
  const windows = { current: { ...period, until: null }, compared: null }
  return unorderedRows(question, { store, scope, windows })
}

const byFirstKey = (rows: readonly AnswerRow[]) => Map.groupBy(rows, ({ keys: [key = ''] }) => key)

const valueIn = ({ values }: AnswerRow, measure: MeasureKey): number => values[measure] ?? 0

/** The rows of the month and those before it. */
const parted = (rows: readonly AnswerRow[], month: Month) => ({
  now: rows.filter(({ time }) => time === month),
  before: rows.filter(({ time }) => time !== month),
})

const lastMonthOf = (rows: readonly AnswerRow[], measure: MeasureKey): Month | null =>
  rows
    .filter((row) => valueIn(row, measure) > 0)
    .map(({ time }) => time ?? '')
    .sort()
    .at(-1) ?? null

export interface ProductState extends Pick<ProfileProduct, 'state' | 'net' | 'prev_net'> {
  /** At least half of the active distributors sold it in the month. */
  readonly isCommon: boolean
}

export interface ProductRow extends ProfileProduct, ProductState {}

interface Sellers {
  readonly key: string
  readonly distributors: number
  readonly active_distributors: number
}

interface Distributed extends Sellers {
  readonly segment: string
  readonly numeric_distribution: number | null
  readonly weighted_distribution: number | null
}

const productSales = (store: Reads, asked: ProfileAsked) =>
  monthly(store, asked, { measures: ['net_sale', 'units'], by: ['product', 'segment'] })

/** Of each product, its rows and who sells it. Nobody distributes orders without distributor, so they lack nothing. */
function beside<Spread extends Sellers>(
  own: readonly AnswerRow[],
  distributed: readonly Spread[],
  distId: string,
) {
  const [sold, spread] = [byFirstKey(own), new Map(distributed.map((row) => [row.key, row]))]
  const others = distId === NO_DISTRIBUTOR.dist_id ? [] : spread.keys()
  return [...new Set([...sold.keys(), ...others])].map((key) => ({
    ...{ key, rows: sold.get(key) ?? [], spread: spread.get(key) },
  }))
}

const kept = keeper<readonly Sellers[]>(40)

/** How many distributors sell each product in the month. */
export function sellersByProduct(
  store: Reads,
  { month, scope }: Pick<ProfileAsked, 'month' | 'scope'>,
  versions: Versions,
): Promise<readonly Sellers[]> {
  const query = sellerCounts(month, { by: 'product', scope, province: undefined })
  return kept(store, { versions, until: month, scope }, () => store.all<Sellers>(query))
}

interface ProductStates {
  readonly states: readonly ProductState[]
  readonly activeDistributors: number
}

/** The products alone, without names and what part of the distributors has them. */
export async function productStates(
  store: Reads,
  asked: ProfileAsked,
  versions: Versions,
): Promise<ProductStates> {
  const { month, distId } = asked
  const [own, distributed] = await Promise.all([
    productSales(store, asked),
    sellersByProduct(store, asked, versions),
  ])
  return {
    states: beside(own, distributed, distId).flatMap(
      ({ rows, spread }) => stateOf(rows, spread, month) ?? [],
    ),
    // The same in each row, also where the distributor has none of these products.
    activeDistributors: distributed[0]?.active_distributors ?? 0,
  }
}

export async function profileProducts(store: Reads, asked: ProfileAsked): Promise<ProductRow[]> {
  const { month, scope, distId } = asked
  const query = distributionOf(month, wholeMonth(addMonths(month, -1)), {
    ...{ by: 'product', scope, province: undefined },
  })
  const [own, distributed] = await Promise.all([productSales(store, asked), store.all<Distributed>(query)])
  const products = beside(own, distributed, distId)
  const keys = products.map(({ key }) => key)
  const labels = await labelsOf(store, 'product', keys, scope)
  return products.flatMap(({ key, rows, spread }) => {
    const row = productOf(rows, spread, month)
    return row ? [{ ...row, key, product_name: labels.get(key) ?? key }] : []
  })
}

function productOf(rows: readonly AnswerRow[], spread: Distributed | undefined, month: Month) {
  const state = stateOf(rows, spread, month)
  const { now, before } = parted(rows, month)
  return (
    state && {
      ...state,
      units: unitsOf(now, (row) => valueIn(row, 'units')),
      prev_units: unitsOf(before, (row) => valueIn(row, 'units')),
      last_sold: lastMonthOf(rows, 'units'),
      numeric_distribution: spread?.numeric_distribution ?? null,
      weighted_distribution: spread?.weighted_distribution ?? null,
      segment: rows[0]?.keys[1] ?? spread?.segment ?? '',
    }
  )
}

/** Undefined for what neither the distributor sold nor most others do. */
function stateOf(
  rows: readonly AnswerRow[],
  spread: Sellers | undefined,
  month: Month,
): ProductState | undefined {
  const { now, before } = parted(rows, month)
  const isCommon = spread !== undefined && isSoldByHalf(spread)
  const [isSold, wasSold] = [lastMonthOf(now, 'units') !== null, lastMonthOf(before, 'units') !== null]
  if (!isSold && !wasSold && !isCommon) return undefined
  const state: ProductMove = isSold ? (wasSold ? 'kept' : 'gained') : wasSold ? 'lost' : 'missing'
  return {
    state,
    net: sumOf(now, (row) => valueIn(row, 'net_sale')),
    prev_net: sumOf(before, (row) => valueIn(row, 'net_sale')),
    isCommon,
  }
}

const isSoldByHalf = ({ distributors, active_distributors }: Sellers): boolean =>
  distributors > 0 && 2 * distributors >= active_distributors

/** Pages, orders and files of a list ask for the same rows; the largest distributors have ten thousand. */
const keptCustomers = keeper<readonly ProfileCustomer[]>(8, (rows) => rows.length <= 20_000)

/** By net of the four months, the highest first, without names: a page has few of them. */
export const profileCustomers = (store: Reads, asked: ProfileAsked, versions: Versions) =>
  keptCustomers(store, { versions, until: asked.month, scope: asked.scope, key: [asked.distId] }, () =>
    customersOf(store, asked),
  )

async function customersOf(store: Reads, asked: ProfileAsked): Promise<ProfileCustomer[]> {
  const { month } = asked
  const by: readonly DimensionKey[] = ['customer']
  const [rows, newcomers] = await Promise.all([
    monthly(store, asked, { measures: ['orders', 'net_sale'], by }),
    monthly(store, asked, { measures: ['orders'], by, where: [keptValue('buyer_kind', 'new')] }, 0),
  ])
  const people = byFirstKey(rows)
  const firstTimers = byFirstKey(newcomers)
  return [...people]
    .map(([key, own]) => ({ key, ...customerOf(own, month, firstTimers.has(key)) }))
    .sort((one, other) => other.whole - one.whole || (one.key < other.key ? -1 : 1))
    .map(({ key, whole: _, ...row }, index) => ({ ...row, key, position: index + 1, customer: '' }))
}

export async function withNames(
  store: Reads,
  rows: readonly ProfileCustomer[],
  { month, scope }: Pick<ProfileAsked, 'month' | 'scope'>,
) {
  const keys = rows.flatMap(({ key }) => key ?? [])
  const bought = { from: addMonths(month, -PROFILE_MONTHS_BEFORE), to: month }
  const labels = await labelsOf(store, 'customer', keys, scope, bought)
  return rows.map((row) => ({ ...row, customer: labels.get(row.key ?? '') ?? row.key ?? '' }))
}

function customerOf(rows: readonly AnswerRow[], month: Month, isNew: boolean) {
  const { now, before } = parted(rows, month)
  const state: CustomerMove = now.length === 0 ? 'lost' : isNew ? 'new' : 'returning'
  return {
    state,
    net: sumOf(now, (row) => valueIn(row, 'net_sale')),
    orders: now.reduce((sum, row) => sum + valueIn(row, 'orders'), 0),
    prev_net: sumOf(before, (row) => valueIn(row, 'net_sale')),
    prev_orders: before.reduce((sum, row) => sum + valueIn(row, 'orders'), 0),
    last_month: lastMonthOf(rows, 'orders') ?? month,
    whole: sumOf(rows, (row) => valueIn(row, 'net_sale')),
  }
}
