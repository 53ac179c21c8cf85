// Splits the change of a measure over its factors: a chain of levels, each factor being one level divided by the level before.
import type { FactorKey } from '#contract/questions/explain-question.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { wholeParts } from './exact.ts'
import { type MarginSales, marginSplit, type Pair } from './margin-factors.ts'
import { sum } from './noise.ts'
import { shapleyWeights } from './shapley.ts'

export interface Factor {
  readonly key: FactorKey
  /** In the smallest unit of the measure. */
  readonly difference: number
}

/** Sales of one period: whole cents, thousandths of units, counts. */
export interface Sales {
  readonly net: number
  readonly gross: number
  readonly discount: number
  readonly refunded: number
  readonly units: number
  readonly orders: number
  readonly buyers: number
}

export type ProductSales = Pick<Sales, 'net' | 'gross' | 'units'>

/** Exact changes by factor; absent factors are zero. */
type Split = Partial<Record<FactorKey, number>>

interface Level extends Pair<number> {
  /** Name of the factor, which is this level divided by the one before. */
  readonly key: FactorKey
  /** Splits the change of this factor further. */
  readonly split?: Split
}

/** Changes of the last level of a chain, by factor. */
function chained(levels: readonly Level[]): Split {
  // Skips levels that are zero while a later one is not: the factor between them is undefined.
  const carried = levels.filter(({ before, after }, index) => {
    const later = levels.slice(index + 1)
    return !later.some((level) => (before === 0 && level.before !== 0) || (after === 0 && level.after !== 0))
  })
  const ratios = carried.map((level, index) => {
    const last = carried[index - 1] ?? { before: 1, after: 1 }
    const ratio = (side: 'before' | 'after') => (last[side] === 0 ? undefined : level[side] / last[side])
    // A ratio with a divisor of zero counts as unchanged.
    const [before, after] = [ratio('before') ?? ratio('after') ?? 0, ratio('after') ?? ratio('before') ?? 0]
    return { ...level, before, after }
  })
  const weights = shapleyWeights(
    ratios.map(({ before }) => before),
    ratios.map(({ after }) => after),
  )
  const split: Split = {}
  ratios.forEach(({ key, before, after, split: parts }, index) => {
    const weight = weights[index] ?? 0
    const divisor = carried[index - 1]
    const isWhole = carried.length === levels.length && divisor?.before !== 0 && divisor?.after !== 0
    const changes: Split = parts && isWhole ? parts : { [key]: after - before }
    for (const [name, change] of Object.entries(changes) as [FactorKey, number][])
      split[name] = (split[name] ?? 0) + weight * change
  })
  return split
}

interface Kept {
  readonly both: readonly Pair<ProductSales>[]
  readonly fresh: readonly ProductSales[]
  readonly dropped: readonly ProductSales[]
}

const isSold = ({ net, gross, units }: ProductSales) => net !== 0 || gross !== 0 || units !== 0

function keptProducts(products: readonly Pair<ProductSales>[]): Kept {
  const both = products.filter(({ before, after }) => isSold(before) && isSold(after))
  const fresh = products.filter(({ before }) => !isSold(before)).map(({ after }) => after)
  const dropped = products.filter(({ after }) => !isSold(after)).map(({ before }) => before)
  return { both, fresh, dropped }
}

/** `total` without some products. */
const without = (total: ProductSales, products: readonly ProductSales[]): ProductSales => ({
  net: total.net - sum(products.map(({ net }) => net)),
  gross: total.gross - sum(products.map(({ gross }) => gross)),
  units: total.units - sum(products.map(({ units }) => units)),
})

/** The change of gross per unit: prices of the same products, and which of them were bought. */
function priceAndMix(products: readonly Pair<ProductSales>[], kept: Pair<ProductSales>): Split {
  let [price, mix] = [0, 0]
  const left = { before: kept.before.gross, after: kept.after.gross }
  for (const { before, after } of products) {
    left.before -= before.gross
    left.after -= after.gross
    if (before.units === 0 || after.units === 0) {
      mix += after.gross / kept.after.units - before.gross / kept.before.units
      continue
    }
    const [cost, dearer] = [before.gross / before.units, after.gross / after.units]
    const [share, larger] = [before.units / kept.before.units, after.units / kept.after.units]
    price += ((share + larger) / 2) * (dearer - cost)
    mix += ((cost + dearer) / 2) * (larger - share)
  }
  if (left.before !== 0 || left.after !== 0)
    mix += left.after / kept.after.units - left.before / kept.before.units
  return { price, mix }
}

/**
 * The change of net per gross. Products that only one period sold take a share of the refunds, in proportion to their
 * discounts and refunds.
 */
function discountAndRefunds(totals: Pair<Sales>, kept: Pair<ProductSales>): Split {
  const rates = (side: 'before' | 'after') => {
    const [{ discount, refunded }, { gross, net }] = [totals[side], kept[side]]
    const off = discount + refunded === 0 ? 0 : (gross - net) / (discount + refunded)
    return gross === 0 ? undefined : { discount: (discount * off) / gross, refunds: (refunded * off) / gross }
  }
  const [before, after] = [rates('before') ?? rates('after'), rates('after') ?? rates('before')]
  if (!before || !after) return {}
  return { discount: before.discount - after.discount, refunds: before.refunds - after.refunds }
}

/** Levels from buyers to the net of the products sold in both periods. */
function saleLevels(totals: Pair<Sales>, products: readonly Pair<ProductSales>[]) {
  const { both, fresh, dropped } = keptProducts(products)
  const kept = { before: without(totals.before, dropped), after: without(totals.after, fresh) }
  const of = (key: keyof ProductSales) => ({ before: kept.before[key], after: kept.after[key] })
  const total = (key: keyof Sales) => ({ before: totals.before[key], after: totals.after[key] })
  const levels = {
    buyers: { key: 'buyers', ...total('buyers') },
    orders: { key: 'orders_per_buyer', ...total('orders') },
    units: { key: 'units_per_order', ...of('units') },
    gross: { key: 'price', ...of('gross'), split: priceAndMix(both, kept) },
    net: { key: 'discount', ...of('net'), split: discountAndRefunds(totals, kept) },
  } as const satisfies Record<string, Level>
  const apart = (key: keyof ProductSales): Split => ({
    new_products: sum(fresh.map((product) => product[key])),
    dropped_products: -sum(dropped.map((product) => product[key])),
  })
  return { levels, apart }
}

/** The figures that a measure is split with. */
export interface FactorInput {
  readonly totals: Pair<Sales>
  readonly products: readonly Pair<ProductSales>[]
  /** With what the products cost; for the margin alone. */
  readonly margins?: readonly Pair<MarginSales>[]
  /** Totals of measures that are not sales. */
  readonly other: (measure: MeasureKey) => Pair<number>
}

/** Units are counted in thousandths. */
const THOUSAND = 1000

/** Amounts of products that only one period sold, per order of that period. */
const changeOver = (
  { new_products = 0, dropped_products = 0 }: Split,
  { before, after }: Pair<Sales>,
): Split => ({
  new_products: new_products / after.orders,
  dropped_products: dropped_products / before.orders,
})

const pair = (totals: Pair<Sales>, value: (sales: Sales) => number): Pair<number> => ({
  before: value(totals.before),
  after: value(totals.after),
})

function splitOf(measure: MeasureKey, { totals, products, margins = [], other }: FactorInput): Split {
  const sold = () => saleLevels(totals, products)
  const orders = [
    { key: 'buyers', ...pair(totals, ({ buyers }) => buyers) },
    { key: 'orders_per_buyer', ...pair(totals, (sales) => sales.orders) },
  ] as const
  switch (measure) {
    case 'net_sale': {
      const { levels, apart } = sold()
      return { ...chained(Object.values(levels)), ...apart('net') }
    }
    case 'gross': {
      const { levels, apart } = sold()
      const { net: _, ...chain } = levels
      return { ...chained(Object.values(chain)), ...apart('gross') }
    }
    case 'units': {
      const { levels, apart } = sold()
      return { ...chained([levels.buyers, levels.orders, levels.units]), ...apart('units') }
    }
    case 'average_ticket': {
      const { levels, apart } = sold()
      const perOrder = <L extends Level>(level: L): L => ({
        ...level,
        before: level.before / totals.before.orders,
        after: level.after / totals.after.orders,
      })
      const chain = chained([levels.units, levels.gross, levels.net].map(perOrder))
      return { ...chain, ...changeOver(apart('net'), totals) }
    }
    case 'net_per_unit': {
      const split = priceAndMix(products, totals)
      const perUnit = (value: (sales: Sales) => number) =>
        pair(totals, (sales) => (value(sales) * THOUSAND) / sales.units)
      const { units_per_order: _, ...chain } = chained([
        { key: 'units_per_order', before: THOUSAND, after: THOUSAND },
        { key: 'price', ...perUnit(({ gross }) => gross), split },
        { key: 'discount', ...perUnit(({ net }) => net), split: discountAndRefunds(totals, totals) },
      ])
      return chain
    }
    case 'margin':
      return marginSplit(margins)
    case 'orders':
      return chained(orders)
    case 'discount':
      return chained([
        ...orders,
        { key: 'gross_per_order', ...pair(totals, ({ gross }) => gross) },
        { key: 'discount', ...pair(totals, ({ discount }) => discount) },
      ])
    case 'refunded':
      return chained([
        ...orders,
        { key: 'paid_per_order', ...pair(totals, ({ gross, discount }) => gross - discount) },
        { key: 'refunds', ...pair(totals, ({ refunded }) => refunded) },
      ])
    case 'buyers':
      return Object.fromEntries(
        (['new_buyers', 'returning_buyers'] as const).map((key) => [
          key,
          other(key).after - other(key).before,
        ]),
      )
    case 'benefit_amount':
      return chained([
        { key: 'uses', ...other('benefit_uses') },
        { key: 'amount_per_use', ...other('benefit_amount') },
      ])
    case 'cancelled_amount':
      return chained([
        { key: 'cancelled_orders', ...other('cancelled_orders') },
        { key: 'cancelled_per_order', ...other('cancelled_amount') },
      ])
    default:
      return {}
  }
}

/** A fixed order of addition: engines list products in different orders, which would round binary sums differently. */
const inFixedOrder = <T>(products: readonly Pair<T>[], by: (one: T, other: T) => number): Pair<T>[] =>
  products.toSorted((one, other) => by(one.after, other.after) || by(one.before, other.before))

const bySales = (one: ProductSales, other: ProductSales) =>
  one.gross - other.gross || one.units - other.units || one.net - other.net

const byMargin = (one: MarginSales, other: MarginSales) =>
  one.net - other.net || one.units - other.units || (one.cost ?? 0) - (other.cost ?? 0)

/** Factors that add up to `difference`, in the order of their chain; none for measures without factors. */
export function factorsOf(
  measure: MeasureKey,
  { products, margins = [], ...input }: FactorInput,
  difference: number,
): Factor[] {
  const ordered = {
    ...input,
    products: inFixedOrder(products, bySales),
    margins: inFixedOrder(margins, byMargin),
  }
  const split = Object.entries(splitOf(measure, ordered)) as [FactorKey, number][]
  const parts = wholeParts(
    split.map(([, exact]) => exact),
    difference,
  )
  return split.map(([key], index) => ({ key, difference: parts[index] ?? 0 }))
}
