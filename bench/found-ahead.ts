// Opportunities and effects of benefits: first responses for months that were found ahead, as a server does at rest.
import { Client } from './client.ts'
import { percentile } from './figures.ts'
import type { Place } from './processes.ts'
import { atMost, type Figure, figure } from './scale-table.ts'

/** Finds every month ahead that a server at rest finds. */
export const FIND_AHEAD = '/bench/find-ahead'

/** Months besides the running one. */
const MONTHS = 12

/** What stands on them, with budgets in milliseconds at p95. */
const CALLS: readonly (readonly [path: string, budget: number])[] = [
  ['/api/distributors/{dist_id}/profile', 250],
  ['/api/distributors/opportunities/summary', 30],
  ['/api/distributors/opportunities', 150],
  ['/api/benefits/effects', 250],
]

export const isFoundAhead = (path: string): boolean => CALLS.some(([one]) => one === path)

/** On a server that has answered none of these calls yet. */
export async function foundAhead(place: Place): Promise<Figure[]> {
  const client = new Client(place.port, place.token)
  const firstOf = async (path: string): Promise<number[]> => {
    const filled = path.replace('{dist_id}', place.parameters.dist_id ?? '')
    // Warms up lazily compiled code.
    await client.get(`${filled}?start_date=${place.months.at(-1)}`)
    const first: number[] = []
    for (const month of place.months.slice(-MONTHS, -1))
      first.push((await client.get(`${filled}?start_date=${month}`)).milliseconds)
    return first
  }
  await client.get(FIND_AHEAD)
  const figures: Figure[] = []
  for (const [path, budget] of CALLS)
    figures.push(
      figure(`found ahead: ${path.replace('/api/', '')}, p95`, percentile(await firstOf(path), 0.95), {
        budget: atMost(budget, 'ms'),
      }),
    )
  client.close()
  return figures
}
