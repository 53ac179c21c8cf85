/**
 * Returns the result of the last successful run while it is younger than `validMs`, and starts the next run in the background.
 * Otherwise waits for a run, one at a time. The error of a failed run is thrown to its callers and invalidates the last result.
 */
export function staleWhileRevalidate<T>(validMs: number, run: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly at: number } | undefined
  let running: Promise<T> | undefined
  const start = () => {
    running = run()
      .then(
        (value) => {
          last = { value, at: performance.now() }
          return value
        },
        (error) => {
          last = undefined
          throw error
        },
      )
      .finally(() => {
        running = undefined
      })
    return running
  }
  return async () => {
    const next = running ?? start()
    if (last === undefined || performance.now() - last.at >= validMs) return next
    next.catch(() => {})
    return last.value
  }
}
