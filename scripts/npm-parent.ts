// Stops the server when `npm start` is killed: npm ends only the shell between them, or nothing if it is killed with SIGKILL,
// and would leave the server running.
import { readFileSync } from 'node:fs'

const POLL_MS = 1000

/**
 * `parent`: the parent of this process at start. Does nothing unless npm started it, since a shell may leave its children
 * running on purpose.
 */
export function endWithNpm(parent: number): void {
  const { npm_lifecycle_event, npm_package_name } = process.env
  if (npm_lifecycle_event !== 'start' || npm_package_name !== 'gondola') return
  const npm = npmAbove(parent)
  const watch = setInterval(() => {
    if (process.ppid === parent && npmAbove(parent) === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_MS).unref()
  // The whole group may have got the signal, and a second one would stop the server at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => clearInterval(watch))
}

/** The parent of the shell between npm and this process, if the system reports it; the shell itself outlives a killed npm. */
function npmAbove(shell: number): string | undefined {
  try {
    const [, name = '', above] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${shell}/stat`, 'utf8')) ?? []
    return name.startsWith('npm') ? undefined : above
  } catch {
    return undefined
  }
}
