// Folders in which a command holds rows of customers while it runs.
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the folder when the work ends, also by a signal, which then ends the process as usual. */
export async function removedAfter<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    unhear()
    rmSync(folder, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  const unhear = () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work()
  } finally {
    unhear()
    await rm(folder, { recursive: true, force: true })
  }
}
