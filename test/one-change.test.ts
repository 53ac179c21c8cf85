// One change of two amounts has one text wherever it is shown: badges, copies, explanations, mails, notices and the wire.
import { expect, test } from 'vitest'
import { percentChange } from '#contract/percent-change.ts'
import { startTitle } from '#server/alerts/text.ts'
import { percentChange as listChange } from '#server/domain/percent-change.ts'
import { changeText } from '#server/features/deliveries/words.ts'
import { percent as whyPercent } from '#server/figures/explain/text.ts'
import { plainCell, shownChange, signedPercent } from '#web/text/format.ts'

/** Numerical Recipes' generator: the same pairs in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Cents of both signs and all sizes; previous amounts that divide well make ties frequent. */
function pairs(count: number): [bigint, bigint][] {
  const next = numbers(44)
  const cents = () => {
    const size = next([100, 5_000, 1_000_000, 2_000_000_000][next(4)] ?? 100)
    return BigInt(next(5) === 0 ? -size : size)
  }
  const round = () => BigInt([200, 400, 800, 1000, 16_000, 2_000_000][next(6)] ?? 200)
  return Array.from({ length: count }, () => [
    cents(),
    next(2) === 0 ? cents() : next(4) === 0 ? -round() : round(),
  ])
}

const size = (value: bigint) => (value < 0n ? -value : value)

/** True if `units` of 10^-decimals percent is the change, half away from zero: no rounded number lies nearer. */
function isNearest(units: bigint, now: bigint, before: bigint, decimals: number): boolean {
  const exact = 2n * (now - before) * 100n * 10n ** BigInt(decimals)
  const [one, change] = [size(before), exact < 0n ? -exact : exact]
  const sameSign = units === 0n || units < 0n === exact < 0n
  return sameSign && (2n * size(units) - 1n) * one <= change && change < (2n * size(units) + 1n) * one
}

const unitsOf = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals))

/** '+12,3 %' → 123 tenths: signs and spaces of the doors differ, the number does not. */
const tenthsIn = (text: string): bigint => {
  const digits = text.replace(/[^\d,]/g, '')
  const [whole = '0', tenth = '0'] = digits.split(',')
  const tenths = BigInt(whole) * 10n + BigInt(tenth)
  return /^[-−]/.test(text.trim()) ? -tenths : tenths
}

const RISES = {
  measure: 'net_sale',
  by: null,
  where: [],
  least: 0,
  condition: { kind: 'rises', by: 1, unit: 'percent', over: 7, compare: 'previous' },
} as const

test('for 120,000 pairs of amounts, with ties and negative ones', () => {
  const wrong: unknown[] = []
  for (const [now, before] of pairs(120_000)) {
    if (before === 0n) continue
    const [value, previous] = [Number(now) / 100, Number(before) / 100]
    const onWire = percentChange(value, previous) ?? Number.NaN
    const shown = shownChange(value, previous) ?? Number.NaN
    const tenths = unitsOf(shown, 1)
    const mail = changeText(value, previous) ?? ''
    const isWhole = size(tenths) >= 100n
    const notice = startTitle(RISES, '', { value, compared: previous }).split(' subió ')[1] ?? ''
    const isOne =
      isNearest(unitsOf(onWire, 2), now, before, 2) &&
      listChange(value, previous, 0) === onWire &&
      isNearest(tenths, now, before, 1) &&
      tenthsIn(signedPercent(shown)) === tenths &&
      tenthsIn(plainCell(shown, { format: 'percent' })) === tenths &&
      tenthsIn(whyPercent(shown)) === tenths &&
      tenthsIn(notice) === size(tenths) &&
      (isWhole ? isNearest(tenthsIn(mail) / 10n, now, before, 0) : tenthsIn(mail) === tenths)
    if (!isOne) wrong.push([now, before, onWire, shown, mail, notice])
    if (wrong.length > 5) break
  }
  expect(wrong).toEqual([])
})

test('a negative amount before divides by its size', () => {
  expect([percentChange(-50, -100), percentChange(-150, -100), percentChange(50, -100)]).toEqual([
    50, -50, 150,
  ])
})
