// Every call of the contract over HTTP: first and repeated requests, and all of them under load.
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Client } from './client.ts'
import { count, heading, ms, percentile, table } from './figures.ts'
import type { Place } from './processes.ts'

/** Budgets in milliseconds at p95. */
const LIMITS = { first: 50, again: 5 }

/** Baseline: a static route with a response of this size. */
export const staticOf = (bytes: number): string => `/bench/static.json?bytes=${bytes}`

/** Calls that only read. */
export const measured: readonly Endpoint[] = endpoints.filter(
  ({ method, path, access }: Endpoint) =>
    method === 'GET' && access !== 'public' && !path.includes('/crones/run/'),
)

export interface CallOptions {
  /** Repeated requests per call. */
  readonly repeats: number
  readonly loadSeconds: number
  readonly connections: number
}

export async function measureCalls(place: Place, options: CallOptions): Promise<void> {
  heading(`Calls, one at a time, ${place.months.length} months (milliseconds)`)
  const client = new Client(place.port, place.token)
  const skipped: string[] = []
  const rows: string[][] = []
  const fixed: number[] = []
  let over = 0
  for (const endpoint of measured) {
    const path = pathOf(endpoint, place)
    if (path === undefined) {
      skipped.push(`${endpoint.path}: no sample value for its parameters`)
      continue
    }
    const result = await measureCall(client, endpoint, path, place.months, options.repeats)
    if (typeof result === 'string') {
      skipped.push(`${endpoint.path}: ${result}`)
      continue
    }
    fixed.push(...result.fixed)
    const isOver = result.first95 > LIMITS.first || result.again95 > LIMITS.again
    over += isOver ? 1 : 0
    rows.push([...result.cells, isOver ? 'over' : ''])
  }
  rows.push([
    `static JSON route of the same server`,
    '',
    '',
    ms(percentile(fixed, 0.5)),
    ms(percentile(fixed, 0.95)),
    '',
    '',
    '',
  ])
  console.log(table(['call', 'first p50', 'first p95', 'again p50', 'again p95', '× static', 'kB', ''], rows))
  console.log(
    `\n${over} of ${rows.length - 1} calls over ${LIMITS.first} ms for a first or ${LIMITS.again} ms for a repeated answer (p95)`,
  )
  for (const line of skipped) console.log(`not measured: ${line}`)
  client.close()
  await measureLoad(place, options)
}

export function pathOf(
  { path, query, monthly }: Endpoint,
  { parameters }: Pick<Place, 'parameters'>,
): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (names.some((name) => !parameters[name])) return undefined
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  if (monthly) return filled
  const fields = query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : []
  const required = fields.flatMap(([name, value]): [string, string][] =>
    value.safeParse(undefined).success ? [] : [[name, String(value.meta()?.example)]],
  )
  return required.length === 0 ? filled : `${filled}?${new URLSearchParams(required)}`
}

export const ofMonth = (path: string, month: string): string => `${path}?start_date=${month}`

/** The warm-up month counts only for repeated requests. */
async function measureCall(
  client: Client,
  { monthly, path: name }: Endpoint,
  path: string,
  months: readonly string[],
  repeats: number,
) {
  const paths = monthly ? months.map((month) => ofMonth(path, month)) : [path]
  const warm = paths.at(-1) ?? path
  const probe = await client.get(warm)
  if (probe.status !== 200) return `answers ${probe.status}`
  const first: number[] = []
  for (const one of paths.slice(0, -1)) first.push((await client.get(one)).milliseconds)
  const again: number[] = []
  const fixed: number[] = []
  for (let round = 0; round < repeats; round++) {
    again.push((await client.get(warm)).milliseconds)
    fixed.push((await client.get(staticOf(probe.bytes))).milliseconds)
  }
  const [first95, again95] = [percentile(first, 0.95), percentile(again, 0.95)]
  return {
    first95,
    again95,
    fixed,
    cells: [
      name,
      ms(percentile(first, 0.5)),
      ms(first95),
      ms(percentile(again, 0.5)),
      ms(again95),
      (percentile(again, 0.5) / percentile(fixed, 0.5)).toFixed(2),
      (probe.bytes / 1024).toFixed(1),
    ],
  }
}

/** All calls of seen months and the static route in turn, on several connections at once. */
async function measureLoad(place: Place, { loadSeconds, connections }: CallOptions): Promise<void> {
  heading(`The same calls again on ${connections} connections for ${loadSeconds} s (milliseconds)`)
  const month = place.months.at(-1) ?? ''
  const paths = measured.flatMap((endpoint) => {
    const path = pathOf(endpoint, place)
    return path === undefined ? [] : [endpoint.monthly ? ofMonth(path, month) : path]
  })
  const client = new Client(place.port, place.token, connections)
  const calls: number[] = []
  const fixed: number[] = []
  const until = performance.now() + loadSeconds * 1000
  let turn = 0
  const worker = async () => {
    while (performance.now() < until) {
      const answer = await client.get(paths[turn++ % paths.length] ?? '')
      calls.push(answer.milliseconds)
      fixed.push((await client.get(staticOf(answer.bytes))).milliseconds)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  client.close()
  const line = (name: string, samples: readonly number[]) => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => ms(percentile(samples, share))),
    count(samples.length / loadSeconds),
  ]
  console.log(
    table(['', 'p50', 'p95', 'p99', 'per second'], [line('calls', calls), line('static JSON route', fixed)]),
  )
}
