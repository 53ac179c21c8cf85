// A server that fills an empty database with a small demo: test/two-servers.test.ts. The first one to generate orders creates
// the file named by its first argument and stops there, to be killed.
import { existsSync, writeFileSync } from 'node:fs'
import { readConfig } from '#server/config/config.ts'
import { type Progress, silentProgress } from '#server/ingest/progress.ts'
import { start } from '#server/start.ts'

const [stopped = '', orders] = process.argv.slice(2)
let label = ''

function stopOnce(): void {
  if (label !== 'Órdenes' || existsSync(stopped)) return
  writeFileSync(stopped, '')
  process.kill(process.pid, 'SIGSTOP')
}

const progress: Progress = {
  ...silentProgress,
  start(next) {
    label = next
  },
  advance: stopOnce,
}
await start(readConfig(process.env), console.log, progress, { orders: Number(orders), months: 2, seed: 1 })
