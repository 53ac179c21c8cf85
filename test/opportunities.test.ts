// The rates that opportunities promise, on generated shops.
import { describe, expect, test } from 'vitest'
import { NIGHTLY } from './nightly.ts'
import type { GeneratedShop } from './opportunities/generated-shop.ts'
import { type Rates, ratesOf } from './opportunities/rates.ts'
import { TUNED_SHOPS } from './opportunities/tuned-shops.ts'
import { UNTUNED_SHOPS } from './opportunities/untuned-shops.ts'

/** By day those on which the method was not tuned. */
const SHOPS = NIGHTLY ? { ...UNTUNED_SHOPS, ...TUNED_SHOPS } : UNTUNED_SHOPS
const SEEDS = NIGHTLY ? [1, 2, 3, 4, 5] : [1, 2]
const LONG = { timeout: 300_000 }
/** Cells lack in the three months of the window; a withdrawn product was among the three best of its distributor. */
const ASKED = { months: 3, best: 3 }

const added = (one: Rates, other: Rates): Rates =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, value + Number(Reflect.get(other, key))]),
  ) as unknown as Rates

async function measured(shopOf: (seed: number) => GeneratedShop): Promise<Rates> {
  const each: Rates[] = []
  for (const seed of SEEDS) each.push(await ratesOf(shopOf(seed), seed, ASKED))
  return each.reduce(added)
}

describe('opportunities of generated shops', () => {
  const found: Rates[] = []

  test.each(Object.entries(SHOPS))(
    '%s: nothing is suggested outside its kind or province, and estimates are closer than shares of segments',
    LONG,
    async (kind, shopOf) => {
      const rates = await measured(shopOf)
      found.push(rates)
      expect(rates.suggested / rates.outside, kind).toBeLessThanOrEqual(0.05)
      expect(rates.error / rates.plainError, kind).toBeLessThanOrEqual(kind === 'young' ? 0.8 : 0.7)
      expect(rates.listed / rates.masked, kind).toBeGreaterThan(0.7)
    },
  )

  test('withdrawn products stand first, and ranges hold four of five cells', () => {
    const rates = found.reduce(added)
    expect(found).toHaveLength(Object.keys(SHOPS).length)
    expect(rates.first / rates.withdrawn).toBeGreaterThanOrEqual(0.95)
    expect(rates.held / rates.listed).toBeGreaterThan(0.75)
    expect(rates.held / rates.listed).toBeLessThan(0.85)
  })
})
