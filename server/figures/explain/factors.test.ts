// Factors of random sales: exact sums, signs that turn with the periods, and zero for what did not change.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FactorInput, factorsOf, type ProductSales, type Sales } from './factors.ts'
import { shapleyWeights } from './shapley.ts'

const product = fc
  .record({
    units: fc.integer({ min: 0, max: 9_000 }),
    gross: fc.nat(90_000),
    kept: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ units, gross, kept }) => ({ units, gross, net: Math.floor((gross * kept) / 100) }))
const shelf = fc.array(fc.option(product, { freq: 4, nil: { units: 0, gross: 0, net: 0 } }), {
  minLength: 3,
  maxLength: 3,
})

const total = (products: readonly ProductSales[], key: keyof ProductSales) =>
  products.reduce((sum, each) => sum + each[key], 0)

function salesOf(products: readonly ProductSales[], orders: number, buyers: number): Sales {
  const [net, gross, units] = [total(products, 'net'), total(products, 'gross'), total(products, 'units')]
  const refunded = Math.floor((gross - net) / 3)
  const isSold = gross > 0 || units > 0
  return {
    net,
    gross,
    units,
    refunded,
    discount: gross - net - refunded,
    orders: isSold ? orders : 0,
    buyers: isSold ? buyers : 0,
  }
}

const periods = fc.record({
  shelves: fc.tuple(shelf, shelf),
  buyers: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
  more: fc.tuple(fc.nat(5), fc.nat(5)),
})
type Periods = typeof periods extends fc.Arbitrary<infer T> ? T : never

function inputOf({ shelves, buyers, more }: Periods, [from, to]: readonly [0 | 1, 0 | 1]): FactorInput {
  const sales = (side: 0 | 1) => salesOf(shelves[side], buyers[side] + more[side], buyers[side])
  return {
    totals: { before: sales(from), after: sales(to) },
    products: shelves[from].map((before, index) => ({
      before,
      after: shelves[to][index] ?? { units: 0, gross: 0, net: 0 },
    })),
    other: () => ({ before: 0, after: 0 }),
  }
}

const KEYS = {
  net_sale: 'net',
  gross: 'gross',
  units: 'units',
  orders: 'orders',
  discount: 'discount',
  refunded: 'refunded',
} as const
const MEASURES = Object.keys(KEYS) as (keyof typeof KEYS)[]

test.each(MEASURES)('%s: exact sums, and swapped periods turn every sign', (measure) => {
  const split = (input: FactorInput) => {
    const { before, after } = input.totals
    return factorsOf(measure, input, after[KEYS[measure]] - before[KEYS[measure]])
  }
  fc.assert(
    fc.property(periods, (each) => {
      const [there, back] = [split(inputOf(each, [0, 1])), split(inputOf(each, [1, 0]))]
      const { before, after } = inputOf(each, [0, 1]).totals
      expect(there.reduce((sum, { difference }) => sum + difference, 0)).toBe(
        after[KEYS[measure]] - before[KEYS[measure]],
      )
      const turned = back.map(({ key, difference }) => [
        key,
        key === 'new_products' ? 'dropped_products' : key === 'dropped_products' ? 'new_products' : key,
        0 - difference,
      ])
      for (const [, key, difference] of turned)
        expect([key, (there.find((one) => one.key === key)?.difference ?? 0) + 0]).toEqual([key, difference])
      for (const { difference } of split(inputOf(each, [0, 0]))) expect(difference + 0).toBe(0)
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('the order of factors does not matter', () => {
  const factor = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
  fc.assert(
    fc.property(fc.array(factor, { minLength: 2, maxLength: 5 }), (factors) => {
      const weights = (list: typeof factors) =>
        shapleyWeights(
          list.map(([before]) => before),
          list.map(([, after]) => after),
        )
      const turned = weights(factors.toReversed()).toReversed()
      weights(factors).forEach((weight, index) => {
        expect(turned[index]).toBeCloseTo(weight, 6)
      })
    }),
    { seed: 7, numRuns: 100 },
  )
})

test('attributes a price increase to the price alone', () => {
  const before = [
    { units: 10_000, gross: 10_000, net: 10_000 },
    { units: 5_000, gross: 20_000, net: 20_000 },
  ]
  const after = [
    { units: 10_000, gross: 12_000, net: 12_000 },
    { units: 5_000, gross: 20_000, net: 20_000 },
  ]
  const input = {
    totals: { before: salesOf(before, 5, 4), after: salesOf(after, 5, 4) },
    products: before.map((each, index) => ({ before: each, after: after[index] ?? each })),
    other: () => ({ before: 0, after: 0 }),
  }
  const moved = factorsOf('net_sale', input, 2_000).filter(({ difference }) => difference !== 0)
  expect(moved).toEqual([{ key: 'price', difference: 2_000 }])
})

test('equal whatever order the products are listed in', () => {
  const large = fc
    .tuple(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 900_000_000_000 }))
    .map(([units, gross]) => ({ units, gross, net: gross - (gross % 7) }))
  const sides = fc.array(fc.tuple(large, large), { minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(sides, (shelves) => {
      const products = shelves.map(([before, after]) => ({ before, after }))
      const totals = {
        before: salesOf(
          products.map(({ before }) => before),
          9,
          7,
        ),
        after: salesOf(
          products.map(({ after }) => after),
          11,
          5,
        ),
      }
      const factors = (listed: typeof products) =>
        factorsOf(
          'net_sale',
          { totals, products: listed, other: () => ({ before: 0, after: 0 }) },
          totals.after.net - totals.before.net,
        )
      expect(factors(products.toReversed())).toEqual(factors(products))
    }),
    { seed: 44, numRuns: 2000 },
  )
})
