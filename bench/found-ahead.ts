// Opportunities, segments of buyers and effects of benefits: first responses for months that were found ahead, as a server does at rest.
import { Client } from './client.ts'
import { percentile } from './figures.ts'
import type { Place } from './processes.ts'
import { atMost, type Figure, figure } from './scale-table.ts'

/** Finds every month ahead that a server at rest finds. */
export const FIND_AHEAD = '/bench/find-ahead'

/** Sets the server's clock to the time `at`, so that the last month of the shop still runs. */
export const SET_CLOCK = '/bench/clock'

/** Months besides the running one. */
const MONTHS = 12
/** Distributors whose Fichas of the running month are asked for. */
const SELLERS = 40

/** What stands on them, with budgets in milliseconds at p95, in the order in which screens ask. */
const CALLS: readonly (readonly [path: string, budget: number])[] = [
  ['/api/distributors/{dist_id}/profile', 250],
  ['/api/distributors/{dist_id}/profile/sheet', 250],
  ['/api/distributors/{dist_id}/profile/customers', 150],
  ['/api/distributors/{dist_id}/profile/customers?orderBy=customer', 150],
  ['/api/distributors/opportunities/summary', 30],
  ['/api/distributors/opportunities', 150],
  ['/api/customers/rfm', 250],
  ['/api/benefits/effects', 250],
  ['/api/benefits/effect', 250],
  ['/api/benefits/effect/buyers', 150],
  ['/api/benefits/effect?promotion={largest}', 250],
]

export const isFoundAhead = (path: string): boolean => CALLS.some(([one]) => one === path)

/** On a server that has answered none of these calls yet. */
export async function foundAhead(place: Place): Promise<Figure[]> {
  const client = new Client(place.port, place.token)
  /** The benefit with the most users. */
  const largest = async (month: string | undefined): Promise<string> => {
    const { data } = JSON.parse(await client.text(`/api/benefits/effects?start_date=${month}`))
    return encodeURIComponent(data.rows[0]?.key ?? '')
  }
  const ask = async (path: string, month: string | undefined): Promise<number> => {
    const of = path.includes('{largest}') ? await largest(month) : ''
    const filled = path.replace('{dist_id}', place.parameters.dist_id ?? '').replace('{largest}', of)
    const more = path.endsWith('/buyers') ? '&side=users' : ''
    const call = `${filled}${filled.includes('?') ? '&' : '?'}start_date=${month}${more}`
    return (await client.get(call)).milliseconds
  }
  await client.get(FIND_AHEAD)
  const first = new Map(CALLS.map(([path]) => [path, [] as number[]]))
  // Warms up lazily compiled code.
  for (const [path] of CALLS) await ask(path, place.months.at(-1))
  for (const month of place.months.slice(-MONTHS, -1))
    for (const [path] of CALLS) first.get(path)?.push(await ask(path, month))
  const figures = CALLS.map(([path, budget]) =>
    figure(`found ahead: ${path.replace('/api/', '')}, p95`, percentile(first.get(path) ?? [], 0.95), {
      budget: atMost(budget, 'ms'),
    }),
  )
  const running = await ofRunningMonth(client, place.months.at(-1) ?? '')
  client.close()
  return [...figures, running]
}

/** Fichas of a month of which a part is over: they read the orders of the compared days. */
async function ofRunningMonth(client: Client, month: string): Promise<Figure> {
  await client.get(`${SET_CLOCK}?at=${month}-17T18:00:00Z`)
  await client.get(FIND_AHEAD)
  const list = `/api/distributors/get-distributors-list?start_date=${month}&per_page=${SELLERS + 1}`
  const { data }: { data: { dist_id: string }[] } = JSON.parse(await client.text(list))
  const ask = async ({ dist_id }: { dist_id: string }) =>
    (await client.get(`/api/distributors/${dist_id}/profile?start_date=${month}`)).milliseconds
  // Warms up lazily compiled code.
  for (const seller of data.splice(SELLERS)) await ask(seller)
  const times: number[] = []
  for (const seller of data) times.push(await ask(seller))
  return figure('found ahead: Ficha of a running month, p95', percentile(times, 0.95), {
    budget: atMost(250, 'ms'),
  })
}
