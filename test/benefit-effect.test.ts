// The rates that effects of benefits promise, on generated shops.
import { describe, expect, test } from 'vitest'
import type { EffectVerdict } from '#contract/lists/benefit-effect.ts'
import { chosen } from '#server/figures/benefit-effect/compared.ts'
import { effectOf } from '#server/figures/benefit-effect/effect.ts'
import { CHANGES, type ChangeName, shopOf } from './benefit-effect/buyers-shop.ts'
import { SHOPS } from './benefit-effect/shops.ts'
import { trialsOf } from './benefit-effect/trials.ts'
import { NIGHTLY } from './nightly.ts'

const SEEDS = NIGHTLY ? 100 : 4
/** Far from those on which the method was tuned. */
const FIRST_SEED = 5_000_000
const LONG = { timeout: NIGHTLY ? 3_600_000 : 300_000 }

const RIGHT: Partial<Record<ChangeName, EffectVerdict>> = {
  none: 'no se nota',
  strongGain: 'rindió',
  strongLoss: 'no rindió',
}
const NAMES = Object.keys(CHANGES) as ChangeName[]

interface Rate {
  readonly change: ChangeName
  readonly held: number
  readonly right: number
}

async function measured(kind: keyof typeof SHOPS, change: ChangeName): Promise<Rate> {
  let [held, right] = [0, 0]
  for (let seed = 1; seed <= SEEDS; seed++) {
    const shop = shopOf(SHOPS[kind], CHANGES[change], FIRST_SEED + seed * 7919)
    const { users, controls } = chosen(trialsOf(shop))
    const { low, high, verdict } = await effectOf(controls, users)
    const effect = shop.effect / 100
    if (low !== null && high !== null && low <= effect && effect <= high) held++
    if (verdict === RIGHT[change]) right++
  }
  return { change, held: held / SEEDS, right: right / SEEDS }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('effects of benefits in generated shops', () => {
  const rates: Rate[] = []

  test.each(Object.keys(SHOPS) as (keyof typeof SHOPS)[])(
    '%s: a strong effect is found, and none is not',
    LONG,
    async (kind) => {
      const own: Rate[] = []
      for (const change of NAMES) own.push(await measured(kind, change))
      rates.push(...own)
      const strong = own.filter(({ change }) => change.startsWith('strong'))
      expect(mean(strong.map(({ right }) => right)), kind).toBeGreaterThanOrEqual(0.87)
      expect(mean(own.map(({ held }) => held)), kind).toBeGreaterThanOrEqual(0.6)
    },
  )

  test('ranges hold four of five effects, strong ones have the right sign, and none is not noticed', () => {
    expect(rates).toHaveLength(NAMES.length * Object.keys(SHOPS).length)
    const held = mean(rates.map((rate) => rate.held))
    expect(held).toBeGreaterThanOrEqual(0.75)
    expect(held).toBeLessThanOrEqual(0.88)
    for (const name of ['none', 'strongGain', 'strongLoss'])
      expect(
        mean(rates.filter(({ change }) => change === name).map(({ right }) => right)),
        name,
      ).toBeGreaterThanOrEqual(0.9)
  })
})
