// Every call with its most expensive parameters, one at a time: processor time of the server, and health meanwhile.
import events from 'node:events'
import { Worker } from 'node:worker_threads'
import { expensiveCalls } from '#test/expensive-calls.ts'
import { Client } from './client.ts'
import { count, floor, heading, ms, seconds, table } from './figures.ts'
import type { RunningServer } from './processes.ts'
import { processorTime } from './processor-time.ts'

const HEALTH = new URL('./health.ts', import.meta.url)
const LIMITS = { processorSeconds: 10, healthMs: 250 }
const SHOWN = 15

interface Measured {
  readonly name: string
  readonly status: number
  readonly milliseconds: number
  readonly processor: number
  readonly health: number
}

export async function measureExpensive(server: RunningServer): Promise<void> {
  const calls = expensiveCalls(server)
  heading(`${count(calls.length)} calls with their most expensive parameters, one at a time`)
  const client = new Client(server.port, server.token)
  const workerData = { port: server.port, token: server.token, every: 10 }
  const health = new Worker(HEALTH, { workerData })
  const take = async (word: 'take' | 'stop'): Promise<number[]> => {
    health.postMessage(word)
    return (await events.once(health, 'message'))[0]
  }
  const all: Measured[] = []
  for (const { path, body } of calls) {
    await take('take')
    let answer = { status: 0, milliseconds: 0 }
    const [processor = 0] = await processorTime([server.pid], async () => {
      answer = await (body ? client.post(path, body) : client.get(path))
    })
    const { status, milliseconds } = answer
    const name = body ? `${path} ${JSON.stringify(body)}` : path
    all.push({ name, status, milliseconds, processor, health: Math.max(...(await take('take'))) })
  }
  await take('stop')
  client.close()
  report(all)
}

function report(all: readonly Measured[]): void {
  const by = (key: 'processor' | 'health') =>
    all.toSorted((one, other) => other[key] - one[key]).slice(0, SHOWN)
  const rows = [...new Set([...by('processor'), ...by('health')])].map(
    ({ name, status, milliseconds, processor, health }) => [
      name,
      String(status),
      seconds(milliseconds),
      seconds(processor * 1000),
      ms(health),
    ],
  )
  console.log(table(['call', 'status', 'took', 'processor', 'health at most'], rows))
  const [processor, health] = [by('processor')[0]?.processor ?? 0, by('health')[0]?.health ?? 0]
  const failed = all.filter(({ status }) => status >= 500).length
  console.log(
    `\n${floor(processor <= LIMITS.processorSeconds, `processor time at most ${seconds(processor * 1000)},`)}`,
  )
  console.log(
    floor(
      health <= LIMITS.healthMs && failed === 0,
      `health at most ${ms(health)} ms, ${failed} calls failed,`,
    ),
  )
}
