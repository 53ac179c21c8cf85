// `npm start` that is ended alone takes the server along: npm ends the shell between them and leaves the server an orphan.

const LOOK_MS = 1000

/** `parent`: of this process when it began. Only for what npm started: a shell may leave its own children running on purpose. */
export function endWithNpm(parent: number): void {
  const { npm_lifecycle_event, npm_package_name } = process.env
  if (npm_lifecycle_event !== 'start' || npm_package_name !== 'gondola') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
  // Where everybody gets the signal it has come already, and a second one would mean at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => clearInterval(watch))
}
