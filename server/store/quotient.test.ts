// Rounded divisions of amounts, the same on both engines as in whole numbers.
import { beforeAll, expect, test } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { quotient } from './quotient.ts'
import { type Sql, sql } from './sql.ts'
import type { Store } from './store.ts'

const size = (value: bigint) => (value < 0n ? -value : value)

/** Half away from zero, in hundredths. */
function inHundredths(dividend: bigint, divisor: bigint): bigint | null {
  if (divisor === 0n) return null
  const rounded = (200n * size(dividend) + size(divisor)) / (2n * size(divisor))
  return dividend < 0n !== divisor < 0n ? -rounded : rounded
}

const decimal = (cents: bigint) =>
  `${cents < 0n ? '-' : ''}${size(cents) / 100n}.${String(size(cents) % 100n).padStart(2, '0')}`

/** Numerical Recipes' generator: the same pairs in every run. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** Small amounts, where ties are frequent, and large ones of both signs. */
function pairs(count: number): [bigint, bigint][] {
  const numbers = random(7)
  const amount = () => {
    const most = [20, 400, 100_000, 4_000_000_000][numbers.next().value % 4] ?? 20
    const cents = BigInt(numbers.next().value % most)
    return numbers.next().value % 3 === 0 ? -cents : cents
  }
  return Array.from({ length: count }, () => [amount(), amount()])
}

describeEngines('divisions of amounts', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })

  /** Quotients of pairs of cents, in hundredths. */
  async function quotients(asked: readonly [bigint, bigint][]): Promise<(bigint | null)[]> {
    const row = ([dividend, divisor]: [bigint, bigint], index: number): Sql =>
      sql.raw(
        `(${index}, cast(${decimal(dividend)} as decimal(18, 2)), cast(${decimal(divisor)} as decimal(18, 2)))`,
      )
    const rows = await store.all<{ text: string | null }>(sql`
      select cast(cast(${quotient(sql`a`, sql`b`, 2)} * 100 as bigint) as text) as text
      from (values ${sql.join(asked.map(row))}) as t(n, a, b) order by n`)
    return rows.map(({ text }) => (text === null ? null : BigInt(text)))
  }

  test('round half away from zero where binary fractions do not', async () => {
    // 2.01 / 2 = 1.005, which is less in binary; -5.00 / 400.00 = -0.0125.
    expect(
      await quotients([
        [201n, 200n],
        [-500n, 40_000n],
        [1n, 200n],
        [500n, 0n],
      ]),
    ).toEqual([101n, -1n, 1n, null])
  })

  test('equal those of whole numbers for 4,000 random pairs', async () => {
    const asked = pairs(4000)
    expect(await quotients(asked)).toEqual(
      asked.map(([dividend, divisor]) => inHundredths(dividend, divisor)),
    )
  })
})
