// In step with a living store: after every quiet moment Góndola holds exactly what a fresh import would.
// GONDOLA_SIMULATED_WEEKS lets it live for longer, GONDOLA_SIMULATED_SEEDS with other chances ('1,2,3').
import { expect, test } from 'vitest'
import { testEngine } from './engines.ts'
import { recordings } from './store-server/recordings.ts'
import { simulate } from './sync-simulation.ts'

const weeks = Number(process.env.GONDOLA_SIMULATED_WEEKS ?? 2)
const seeds = (process.env.GONDOLA_SIMULATED_SEEDS ?? '1,2').split(',').map(Number)

const whole = recordings()
/** The odd ones are all over the recording. */
const recorded = { ...whole, orders: whole.orders.filter((_, index) => index % 10 === 0) }

const engines = { duckdb: testEngine('duckdb'), postgres: testEngine('postgres') }

test.each([
  ...seeds.map((seed) => ({ engine: 'duckdb' as const, seed, days: weeks * 7 })),
  { engine: 'postgres' as const, seed: 3, days: Math.max(4, (weeks - 1) * 7) },
])(
  'on $engine, seed $seed, $days days',
  async ({ engine, seed, days }) => {
    const store = await engines[engine].open()
    let quiet = 0
    for await (const moment of simulate({ store, recorded, seed, days })) {
      quiet++
      const { day, requests, quietRequests, orders, differences, reconciliation } = moment
      console.log(
        `${engine}, seed ${seed}, day ${day}: ${orders} orders, ${requests} requests, ${quietRequests} of them in the quiet round; ${reconciliation?.message}`,
      )
      expect(differences, `day ${day}`).toEqual({})
      expect(['success', 'warning'], reconciliation?.message).toContain(reconciliation?.state)
      expect(reconciliation?.detail).toMatchObject({ repaired: [] })
      expect(quietRequests).toBeLessThan(150)
    }
    expect(quiet).toBeGreaterThan(0)
  },
  weeks * 120_000,
)
