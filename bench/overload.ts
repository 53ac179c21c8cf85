// More clients than the server can serve: successful calls per second, and health meanwhile. Clients give up after five
// seconds and retry when a 503 asks them to.
import { spawn } from 'node:child_process'
import events from 'node:events'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Client } from './client.ts'
import { count, floor, heading, mib, ms, percentile, table, times } from './figures.ts'
import { GIVE_UP_MS, type Hammered, type HammerOrders, pathsOf } from './overload-clients.ts'
import type { RunningServer } from './processes.ts'

const CLIENTS = [20, 400, 1500]
const HEALTH = new URL('./health.ts', import.meta.url)
const LIMITS = { kept: 0.9, healthMs: 250, getMs: 250 }

export interface OverloadOptions {
  readonly seconds: number
  /** Of 200 users who make one call a second; 0 skips it. */
  readonly soakSeconds: number
  /** Bytes that the server may take. */
  readonly memory: number
}

interface Tally {
  readonly milliseconds: number[]
  readonly health: number[]
  refused: number
  left: number
  readonly errors: Map<string, number>
}

export async function measureOverload(server: RunningServer, options: OverloadOptions): Promise<void> {
  heading(`Clients that give up after ${GIVE_UP_MS / 1000} s, ${options.seconds} s each`)
  const paths = pathsOf(server)
  await run(server, paths, { clients: 20, seconds: options.seconds / 2, perSecond: undefined })
  const rates: number[] = []
  const rows: string[][] = []
  for (const clients of CLIENTS) {
    const tally = await run(server, paths, { clients, seconds: options.seconds, perSecond: undefined })
    rates.push(tally.milliseconds.length / options.seconds)
    const memory = mib(await server.memory())
    rows.push([...rowOf(String(clients), tally, options.seconds), memory])
  }
  console.log(table(HEAD, rows))
  const kept = (rates.at(-1) ?? 0) / Math.max(...rates)
  console.log(`\n${floor(kept >= LIMITS.kept, `${CLIENTS.at(-1)} clients: ${times(kept)} the best rate,`)}`)
  await measureHammering(server, options.seconds)
  if (options.soakSeconds > 0) await soak(server, paths, options)
}

const HAMMER = fileURLToPath(new URL('./hammer.ts', import.meta.url))

/** Clients that repeat at once after a 503. */
async function measureHammering(server: RunningServer, seconds: number): Promise<void> {
  heading(`Clients that repeat at once, ${seconds} s each`)
  const { port, token, limitedToken, months, parameters } = server
  const hammer = async (clients: number): Promise<Hammered> => {
    const child = spawn(process.execPath, [HAMMER], { stdio: ['pipe', 'pipe', 'inherit'] })
    const place = { port, token, limitedToken, months, parameters }
    const orders: HammerOrders = { place, clients, seconds }
    child.stdin.end(JSON.stringify(orders))
    return (await json(child.stdout)) as Hammered
  }
  await hammer(20)
  const rates: number[] = []
  const rows: string[][] = []
  for (const clients of CLIENTS) {
    const health = new Worker(HEALTH, { workerData: { port, token } })
    const { answered, refused, failed } = await hammer(clients)
    health.postMessage('stop')
    const [samples]: number[][] = await events.once(health, 'message')
    const slowest = Math.max(...(samples ?? []))
    rates.push(answered / seconds)
    const told = [answered / seconds, refused / seconds, failed / seconds].map(count)
    rows.push([String(clients), ...told, floor(slowest <= LIMITS.healthMs, ms(slowest))])
  }
  console.log(table(['clients', 'answers/s', '503/s', 'failed/s', 'health at most'], rows))
  const kept = (rates.at(-1) ?? 0) / Math.max(...rates)
  console.log(`\n${floor(kept >= LIMITS.kept, `${CLIENTS.at(-1)} clients: ${times(kept)} the best rate,`)}`)
}

const HEAD = ['clients', 'calls/s', 'p50', 'p99', '503', 'gave up', 'errors', 'health p99', 'memory']

const rowOf = (name: string, { milliseconds, health, refused, left, errors }: Tally, seconds: number) => [
  name,
  count(milliseconds.length / seconds),
  ms(percentile(milliseconds, 0.5)),
  ms(percentile(milliseconds, 0.99)),
  count(refused),
  count(left),
  [...errors].map(([error, found]) => `${error} × ${found}`).join(', ') || '0',
  floor(percentile(health, 0.99) <= LIMITS.healthMs, ms(percentile(health, 0.99))),
]

interface Load {
  readonly clients: number
  readonly seconds: number
  /** Calls per second of each client; undefined: each call follows the previous one at once. */
  readonly perSecond: number | undefined
}

let turn = 0

async function run(
  server: RunningServer,
  pathOfTurn: (turn: number) => string,
  { clients, seconds, perSecond }: Load,
): Promise<Tally> {
  const tally: Tally = { milliseconds: [], health: [], refused: 0, left: 0, errors: new Map() }
  const until = performance.now() + seconds * 1000
  const worker = async (index: number) => {
    const client = new Client(server.port, server.token)
    if (perSecond !== undefined) await pause((index / clients / perSecond) * 1000)
    while (performance.now() < until) {
      const started = performance.now()
      const retryAfter = await once(client, pathOfTurn(turn++), tally)
      const rest =
        retryAfter > 0
          ? retryAfter * 1000 * (1 + Math.random() / 2)
          : perSecond === undefined
            ? 0
            : 1000 / perSecond - (performance.now() - started)
      const left = Math.min(rest, until - performance.now())
      if (left > 0) await pause(left)
    }
    client.close()
  }
  const health = new Worker(HEALTH, { workerData: { port: server.port, token: server.token } })
  await Promise.all(Array.from({ length: clients }, (_, index) => worker(index)))
  health.postMessage('stop')
  const [samples]: number[][] = await events.once(health, 'message')
  tally.health.push(...(samples ?? []).filter((sample) => !Number.isNaN(sample)))
  if (samples?.some(Number.isNaN)) note(tally, 'health')
  return tally
}

const note = ({ errors }: Tally, error: string) => errors.set(error, (errors.get(error) ?? 0) + 1)

/** Seconds to wait before the next call. */
async function once(client: Client, path: string, tally: Tally): Promise<number> {
  try {
    const answer = await client.get(path, AbortSignal.timeout(GIVE_UP_MS))
    if (answer.status === 200) tally.milliseconds.push(answer.milliseconds)
    else if (answer.status === 503) tally.refused++
    else note(tally, `${answer.status} ${path.split('?')[0]}`)
    return answer.retryAfter
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') tally.left++
    else note(tally, error instanceof Error ? error.message : String(error))
    return 0
  }
}

/** Memory at a sixth of the time, as after ten minutes of an hour, and at the end. */
async function soak(
  server: RunningServer,
  paths: (turn: number) => string,
  options: OverloadOptions,
): Promise<void> {
  const { soakSeconds: seconds, memory } = options
  heading(`200 users, one call a second each, ${seconds} s`)
  const load = { clients: 200, perSecond: 1 }
  const first = await run(server, paths, { ...load, seconds: seconds / 6 })
  const early = await server.memory()
  const rest = await run(server, paths, { ...load, seconds: (seconds * 5) / 6 })
  const late = await server.memory()
  console.log(
    table(HEAD, [
      [...rowOf('200, first sixth', first, seconds / 6), mib(early)],
      [...rowOf('200, the rest', rest, (seconds * 5) / 6), mib(late)],
    ]),
  )
  const p99 = percentile([...first.milliseconds, ...rest.milliseconds], 0.99)
  const failed = [first, rest].reduce(
    (sum, { errors, refused, left }) => sum + refused + left + errors.size,
    0,
  )
  console.log(
    `\n${floor(p99 <= LIMITS.getMs && failed === 0, `p99 ${ms(p99)} ms, ${failed} calls without answer,`)}`,
  )
  console.log(floor(late <= 1.1 * early, `memory ${times(late / early)} that of the first sixth,`))
  console.log(floor(Math.max(early, late) <= memory, `${mib(Math.max(early, late))} of ${mib(memory)},`))
}
