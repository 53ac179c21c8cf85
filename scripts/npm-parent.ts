// Stops the server when `npm start` is killed: npm ends only the shell between them and would leave the server running.

const POLL_MS = 1000

/**
 * `parent`: the parent of this process at start. Does nothing unless npm started it, since a shell may leave its children
 * running on purpose.
 */
export function endWithNpm(parent: number): void {
  const { npm_lifecycle_event, npm_package_name } = process.env
  if (npm_lifecycle_event !== 'start' || npm_package_name !== 'gondola') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_MS).unref()
  // The whole group may have got the signal, and a second one would stop the server at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => clearInterval(watch))
}
