// Limits that a process can only get when it starts. Loads few modules, since the process starts again.
import { loadEnvFile } from '#server/config/env-file.ts'
import { defaultMemory, mebibytes, memoryIn, memoryShares } from '#server/config/memory.ts'

/** Young objects, in MiB. */
const NURSERY = 16

/** Node's arguments and environment for a server with this memory limit in bytes. */
export const processLimits = (memory: number) => ({
  words: [`--max-old-space-size=${mebibytes(memoryShares(memory).heap)}`, `--max-semi-space-size=${NURSERY}`],
  env: {
    // With more arenas, memory freed by one thread is not reused by the others.
    MALLOC_ARENA_MAX: '2',
    // For queries, compression and passwords; slow queries would occupy the default of four.
    UV_THREADPOOL_SIZE: '16',
  },
})

/**
 * Re-executes this process once with its limits. Returns if that is not possible (on Windows, before Node 23.11), and for an
 * amount of memory that the program itself will refuse.
 */
export function relaunchWithLimits(): void {
  const isLimited = process.execArgv.some((word) => word.startsWith('--max-old-space-size'))
  if (process.execve === undefined || process.platform === 'win32' || isLimited) return
  try {
    loadEnvFile()
  } catch {
    // The program reports it.
    return
  }
  const text = process.env.GONDOLA_MEMORY?.trim()
  const memory = text ? memoryIn(text) : defaultMemory()
  if (memory === undefined) return
  const { words, env } = processLimits(memory)
  const program = [process.execPath, ...words, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, program, { ...env, ...process.env })
}
