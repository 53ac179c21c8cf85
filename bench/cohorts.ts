// Cohorts of 24 months over HTTP, each answered for the first time: of the whole shop, and of buyers chosen by their first order;
// repurchase and segments beside them.
import { Client } from './client.ts'
import { floor, heading, ms, percentile, table } from './figures.ts'
import type { Place } from './processes.ts'

/** Milliseconds for 24 × 24 cohorts. */
const LIMIT = 250
const COHORTS = '/api/customers/cohorts?months=24'

export async function measureCohorts(place: Place): Promise<void> {
  heading(
    `Cohorts, repurchase and segments, each for the first time, ${place.months.length} months (milliseconds)`,
  )
  const client = new Client(place.port, place.token)
  const last = place.months.toSorted().slice(-6)
  const rows: string[][] = []
  const measure = async (name: string, path: string, limit?: number) => {
    const times: number[] = []
    for (const month of last) {
      const { status, milliseconds } = await client.get(`${path}&start_date=${month}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(milliseconds)
    }
    const p95 = percentile(times, 0.95)
    rows.push([
      name,
      ms(percentile(times, 0.5)),
      limit === undefined ? ms(p95) : floor(p95 <= limit, ms(p95)),
    ])
  }
  // The engine reads each table for the first time.
  await client.get('/api/customers/cohorts?months=1')
  await measure('cohorts, 24 × 24', COHORTS, LIMIT)
  await measure('… of a province', `${COHORTS}&province=BUENOS%20AIRES`)
  await measure('repurchase of 24 months', '/api/customers/repurchase?months=24')
  await measure('segments', '/api/customers/rfm?')
  console.log(table(['call', 'p50', 'p95'], rows))
  client.close()
}
