// Shared by the processes that run a database for the tests. Each runs while its standard input is open, and removes server
// and files when it closes, also if the test run died.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Daemon {
  /** Its first output, one line of JSON. */
  readonly answer: string
  stop(): Promise<void>
}

export async function startDaemon(file: URL, args: readonly string[] = []): Promise<Daemon> {
  const keeper = spawn(process.execPath, [fileURLToPath(file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own process group, so that Ctrl-C reaches the tests first.
    detached: true,
  })
  const ended = once(keeper, 'exit')
  const [line] = await once(createInterface(keeper.stdout), 'line')
  return {
    answer: String(line),
    async stop() {
      keeper.stdin.end()
      await ended
    },
  }
}

export interface Keeping {
  /** A temporary folder that is removed when the process ends. */
  readonly scratch: string
  /** Stops the server with the process; `signal` stops it at once, since nothing is kept. */
  serve(server: ChildProcess, signal: NodeJS.Signals): void
}

const MEMORY = '/dev/shm'
/** Many times the space that the databases of a run need at once. */
const LEAST_ROOM = 4 * 1024 ** 3

/** A folder in memory that is removed with the process; undefined if the machine has too little memory. */
export function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < LEAST_ROOM) return undefined
    const folder = mkdtempSync(join(MEMORY, 'gondola-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}

/** Called first by the process itself. */
export function runDaemon(name: string): Keeping {
  // Ctrl+C ends the test run; this process ends after it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  const scratch = mkdtempSync(join(tmpdir(), `gondola-${name}-`))
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
  let stop = (): void => process.exit()
  process.stdin.on('end', () => stop()).resume()
  return {
    scratch,
    serve(server, signal) {
      stop = () => {
        if (server.exitCode !== null || server.signalCode !== null) process.exit()
        server.once('exit', () => process.exit())
        server.kill(signal)
      }
    },
  }
}
