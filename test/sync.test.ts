// Synchronisation with a simulated store: after every quiet moment Góndola has exactly the rows of a new import. Nightly
// runs simulate more and longer; GONDOLA_SIMULATED_WEEKS extends the simulation, GONDOLA_SIMULATED_SEEDS sets the random
// seeds ('1,2,3').
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { recordings } from './shop-server/recordings.ts'
import { simulate } from './sync-simulation.ts'

const weeks = Number(process.env.GONDOLA_SIMULATED_WEEKS ?? Number.NaN)
const seeds = (process.env.GONDOLA_SIMULATED_SEEDS ?? '1,2,3').split(',').map(Number)
const nightly = [
  { engine: 'duckdb', seed: 1, days: 7 },
  { engine: 'postgres', seed: 2, days: 3.5 },
  { engine: 'postgres', seed: 4, days: 3.5 },
]
const sample = [
  { engine: 'duckdb', seed: 1, days: 0.75, quietDays: 0.75 },
  { engine: 'postgres', seed: 4, days: 2.5, quietDays: 2.5 },
]
const lives = Number.isNaN(weeks)
  ? NIGHTLY
    ? nightly
    : sample
  : seeds.flatMap((seed) => ['duckdb', 'postgres'].map((engine) => ({ engine, seed, days: weeks * 7 })))

const whole = recordings()
/** Odd orders are distributed over the recording. */
const recorded = { ...whole, orders: whole.orders.filter((_, index) => index % (NIGHTLY ? 10 : 20) === 0) }

const postgres = testEngine('postgres')

test.each(lives)(
  'on $engine, seed $seed, $days days',
  async ({ engine, ...life }) => {
    // One thread: the store is small, and tests run in parallel.
    const store = await (engine === 'duckdb' ? openStore({ threads: 1 }) : postgres.open())
    if (engine === 'duckdb') onTestFinished(() => store.close())
    let quiet = 0
    for await (const moment of simulate({ store, recorded, ...life })) {
      quiet++
      const { day, requests, quietRequests, orders, differences, reconciliation } = moment
      console.log(
        `${engine}, seed ${life.seed}, day ${day}: ${orders} orders, ${requests} requests, ${quietRequests} of them in the quiet round; ${reconciliation?.message}`,
      )
      expect(differences, `day ${day}`).toEqual({})
      expect(['success', 'warning'], reconciliation?.message).toContain(reconciliation?.state)
      expect(reconciliation?.detail).toMatchObject({ repaired: [] })
      expect(quietRequests).toBeLessThan(150)
    }
    expect(quiet).toBeGreaterThan(0)
  },
  Math.max(300_000, (weeks || 0) * 120_000),
)
