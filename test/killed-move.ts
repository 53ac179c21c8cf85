// A move whose processes are killed in between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StoreOptions } from '#server/store/open.ts'

const MOVING = fileURLToPath(new URL('./move-process.ts', import.meta.url))

/** Number of tables read or compared, or of transactions that copy, before the process is killed. */
export type Kill = readonly [step: 'read' | 'copy' | 'verify', after: number]

/** Kills one process after the other, until one ends by itself. Returns the number of killed ones. */
export async function moveKilled(
  from: StoreOptions,
  to: StoreOptions,
  rowsPerTransaction: number,
  kills: readonly Kill[],
): Promise<number> {
  for (let killed = 0; ; killed++) {
    const words = [from, to, rowsPerTransaction].map((word) => JSON.stringify(word))
    const child = spawn(process.execPath, [MOVING, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stderr.on('data', (text) => {
      output += text
    })
    const [step, after = 0] = kills[killed] ?? []
    let left = after
    let reached = false
    for await (const line of createInterface({ input: child.stdout })) {
      reached ||= line === step
      if (reached && line === 'rows' && --left === 0) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (child.signalCode === 'SIGKILL') continue
    if (output !== '' || child.exitCode !== 0)
      throw new Error(`The move ended with ${child.exitCode}: ${output}`)
    return killed
  }
}
