// Margins of random products: parts add up, turn with the periods, and only what changed has a part.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarginSales, marginSplit, type Pair } from './margin-factors.ts'

const NONE: MarginSales = { net: 0, units: 0, cost: 0, margin: 0 }

/** A line's price and cost of a unit in cents, and units; a cost of null is not known. */
const of = (units: number, price: number, cost: number | null): MarginSales => ({
  net: units * price,
  units: units * 1000,
  cost: cost === null ? null : units * cost,
  margin: cost === null ? null : units * (price - cost),
})
const product = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 900 }), fc.option(fc.nat(900)))
  .map(([units, price, cost]) => of(units, price, cost))
const shelf = fc.array(fc.record({ before: product, after: product }), { minLength: 1, maxLength: 5 })

const marginOf = (products: readonly Pair<MarginSales>[], side: 'before' | 'after') =>
  products.reduce((sum, one) => sum + (one[side].margin ?? 0), 0)
const partsOf = (products: readonly Pair<MarginSales>[]) =>
  Object.entries(marginSplit(products)).filter(([, part]) => Math.abs(part) > 1e-6)

test('parts add up to the change, and turn with the periods', () => {
  fc.assert(
    fc.property(shelf, (products) => {
      const sum = partsOf(products).reduce((total, [, part]) => total + part, 0)
      expect(sum).toBeCloseTo(marginOf(products, 'after') - marginOf(products, 'before'), 4)
      const turned = products.map(({ before, after }) => ({ before: after, after: before }))
      const back = marginSplit(turned)
      for (const [key, part] of Object.entries(marginSplit(products)))
        if (!key.endsWith('products')) expect(back[key as keyof typeof back] ?? 0).toBeCloseTo(-part, 6)
    }),
  )
})

test.each([
  ['cost', [of(10, 100, 60)], [of(10, 100, 75)], -150],
  ['net_price', [of(10, 100, 60)], [of(10, 110, 60)], 100],
  ['volume', [of(10, 100, 60), of(4, 50, 10)], [of(20, 100, 60), of(8, 50, 10)], 560],
  ['mix', [of(10, 100, 60), of(10, 100, 90)], [of(15, 100, 60), of(5, 100, 90)], 150],
  ['new_products', [NONE], [of(3, 100, 60)], 120],
  ['dropped_products', [of(3, 100, 60)], [of(0, 100, 60)], -120],
])('a change of %s alone is told as such', (key, before, after, part) => {
  const products = before.map((one, index) => ({ before: one, after: after[index] ?? NONE }))
  expect(partsOf(products).map(([name, value]) => [name, Math.round(value)])).toEqual([[key, part]])
})

test('what has no cost has no part', () => {
  expect(partsOf([{ before: of(5, 100, null), after: of(9, 120, null) }])).toEqual([])
})
