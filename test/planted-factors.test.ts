// The effect of a planted cause on the factors of net sales, by Shapley values and by LMDI: most of it goes to the factor
// of the right kind.
import { expect, test } from 'vitest'
import {
  type FactorInput,
  factorsOf,
  type ProductSales,
  type Sales,
} from '#server/figures/explain/factors.ts'
import { lmdi } from './lmdi.ts'
import { NIGHTLY } from './nightly.ts'
import {
  AFTER,
  BEFORE,
  CAUSE_KINDS,
  type CauseKind,
  discountOf,
  netOf,
  type PlainOrder,
  plant,
} from './planted-causes.ts'

const SHOPS = NIGHTLY ? 200 : 20
const SEED = 700_001

/** Factors by kind of cause; kinds that are not listed add or remove whole orders. */
const FACTORS: Partial<Record<CauseKind, readonly string[]>> = {
  'a product is out of stock': ['dropped_products', 'units_per_order'],
  'a segment gets dearer': ['price'],
  'a bulk buyer': ['units_per_order'],
}
const factorsFor = (kind: CauseKind) => FACTORS[kind] ?? ['buyers', 'orders_per_buyer']

const NONE: ProductSales = { net: 0, gross: 0, units: 0 }
const added = (one: ProductSales, other: ProductSales): ProductSales => ({
  net: one.net + other.net,
  gross: one.gross + other.gross,
  units: one.units + other.units,
})

function periodOf(orders: readonly PlainOrder[]) {
  const products = new Map<number, ProductSales>()
  for (const { lines, benefit } of orders)
    for (const line of lines) {
      const alone = { lines: [line], benefit }
      const sold = { net: netOf(alone), gross: line.price * line.quantity, units: line.quantity * 1000 }
      products.set(line.product, added(products.get(line.product) ?? NONE, sold))
    }
  const sales: Sales = {
    ...[...products.values()].reduce(added, NONE),
    discount: orders.reduce((sum, order) => sum + discountOf(order), 0),
    refunded: 0,
    orders: orders.length,
    buyers: new Set(orders.map(({ account }) => account)).size,
  }
  return { sales, products }
}

function inputOf(before: readonly PlainOrder[], after: readonly PlainOrder[]): FactorInput {
  const [was, is] = [periodOf(before), periodOf(after)]
  const keys = [...new Set([...was.products.keys(), ...is.products.keys()])]
  return {
    totals: { before: was.sales, after: is.sales },
    products: keys.map((key) => ({
      before: was.products.get(key) ?? NONE,
      after: is.products.get(key) ?? NONE,
    })),
    other: () => ({ before: 0, after: 0 }),
  }
}

const change = ({ totals: { before, after } }: FactorInput) => after.net - before.net
const shapley = (input: FactorInput): ReadonlyMap<string, number> =>
  new Map(factorsOf('net_sale', input, change(input)).map(({ key, difference }) => [key, difference]))

/** The factor with the largest effect of a cause. */
function mostMoved(method: typeof shapley, before: readonly PlainOrder[], shop: ReturnType<typeof plant>) {
  const after = shop.orders.filter(({ day }) => day.startsWith(AFTER))
  const [as, usual] = [method(inputOf(before, after)), method(inputOf(before, shop.withoutCauses))]
  const moved = [...as].map(([key, value]) => ({ key, size: Math.abs(value - (usual.get(key) ?? 0)) }))
  return moved.reduce((one, other) => (other.size > one.size ? other : one)).key
}

test('both methods attribute a planted cause mostly to the factor of its kind', { timeout: 600_000 }, () => {
  for (let index = 0; index < SHOPS; index++) {
    const kind = CAUSE_KINDS[index % CAUSE_KINDS.length] as CauseKind
    const shop = plant(SEED + index, [kind])
    const before = shop.orders.filter(({ day }) => day.startsWith(BEFORE))
    for (const method of [shapley, lmdi]) {
      const key = mostMoved(method, before, shop)
      expect(factorsFor(kind), `${kind}, ${method.name}: ${key}`).toContain(key)
    }
  }
})

test('LMDI treats the products of a fully refunded month as dropped', () => {
  const product = { net: 1000, gross: 1000, units: 10_000 }
  const sales = { ...product, discount: 0, refunded: 0, orders: 2, buyers: 2 }
  const input = {
    totals: { before: sales, after: { ...sales, net: 0, refunded: 1000 } },
    products: [{ before: product, after: { ...product, net: 0 } }],
    other: () => ({ before: 0, after: 0 }),
  }
  const moved = (split: ReadonlyMap<string, number>) => [...split].filter(([, value]) => value !== 0)
  expect(moved(shapley(input))).toEqual([['refunds', -1000]])
  expect(moved(lmdi(input))).toEqual([['dropped_products', -1000]])
})
