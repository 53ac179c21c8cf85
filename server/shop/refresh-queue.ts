// Collects the ids that webhooks hint at for a moment, so that a burst of deliveries is one look at the store; one look at a time.

export interface RefreshQueue {
  add(id: number): void
  /** Resolves when nothing waits or is under way. */
  settled(): Promise<void>
  /** Drops what waits: the next poll finds it. */
  stop(): Promise<void>
}

/** A created order sends `created` and `updated`, an edit several of these. */
const GATHER_MS = 150
/** More ids than this at once are left to the poll, which reads them by the page. */
const MOST = 2_000

export function createRefreshQueue(
  look: (ids: readonly number[]) => Promise<unknown>,
  onError: (error: unknown) => void,
): RefreshQueue {
  const waiting = new Set<number>()
  let working: Promise<void> | undefined
  let wake = () => {}
  let stopped = false

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function work(): Promise<void> {
    while (waiting.size > 0 && !stopped) {
      await pause()
      if (stopped) return
      const ids = [...waiting]
      waiting.clear()
      await look(ids).catch(onError)
    }
    working = undefined
  }

  return {
    add(id) {
      if (stopped) return
      if (waiting.size < MOST) waiting.add(id)
      working ??= work()
    },
    async settled() {
      while (working) await working
    },
    async stop() {
      stopped = true
      wake()
      await working
    },
  }
}
