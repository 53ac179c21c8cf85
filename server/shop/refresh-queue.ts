// Debounces the ids of webhooks, so that a burst of deliveries becomes one request to the shop; one request at a time.

export interface RefreshQueue {
  add(id: number): void
  /** Ids to be read. */
  waiting(): number
  /** Resolves when the queue is empty and idle. */
  settled(): Promise<void>
  /** Drops pending ids; the next poll finds them. */
  stop(): Promise<void>
}

/** A new order sends `created` and `updated`, an edit several deliveries. */
const GATHER_MS = 150
/** Further ids are left to the poll, which reads pages. */
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
    waiting: () => waiting.size,
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
