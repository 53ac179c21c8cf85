// 300 webhook bodies of 3 MiB that never end: memory and health meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from './client.ts'
import { floor, heading, mib, ms, percentile, table } from './figures.ts'
import type { RunningServer } from './processes.ts'

const SENDER = fileURLToPath(new URL('./send-unfinished.ts', import.meta.url))
const BODIES = 300
const HELD_MS = 5000
const LIMITS = { bytes: 50 * 1024 * 1024, healthMs: 250 }

export async function measureUnfinished(server: RunningServer): Promise<void> {
  heading(`${BODIES} unfinished webhook bodies of 3 MiB`)
  const health: number[] = []
  const client = new Client(server.port, server.token)
  let ended = false
  const before = await server.memory()
  const watched = (async () => {
    while (!ended) {
      health.push((await client.get('/api/health')).milliseconds)
      await pause(20)
    }
  })()
  const sender = spawn(process.execPath, [SENDER, String(server.port), String(BODIES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(sender.stdout, 'data')
  await pause(HELD_MS)
  ended = true
  await watched
  const grown = (await server.memory()) - before
  sender.stdin.end()
  await once(sender, 'close')
  client.close()
  const slowest = percentile(health, 1)
  console.log(
    table(
      ['memory', 'health p50', 'health max'],
      [
        [
          floor(grown <= LIMITS.bytes, `+${mib(grown)}`),
          ms(percentile(health, 0.5)),
          floor(slowest <= LIMITS.healthMs, ms(slowest)),
        ],
      ],
    ),
  )
}
