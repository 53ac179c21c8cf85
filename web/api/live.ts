// Follows GET /api/events while somebody looks, and has open views ask again, quietly, for what changed.
// Over fetch, since the token travels in the header; a lost stream is taken up again, later each time.
import type { Query } from '@tanstack/react-query'
import { type DataChange, EVENTS_PATH } from '#contract/events.ts'
import { queryClient } from './ask.ts'
import { configQuery } from './config.ts'
import { createStore } from './create-store.ts'
import { isTransient, NetworkError } from './errors.ts'
import { request } from './transport.ts'

/** What is on screen goes first. */
const FIRST_PAUSE_MS = 1500
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

const reached = createStore(true)

/** Whether the server answered when it was last listened to. */
export const useServerReached = reached.use

/** Months an answer was read from; null when it is no answer about months. */
function monthsOf({ state }: Query): readonly unknown[] | null {
  const data: unknown = state.data
  if (typeof data !== 'object' || data === null || !('meta' in data)) return null
  const { meta } = data
  if (typeof meta !== 'object' || meta === null || !('months' in meta)) return null
  return Array.isArray(meta.months) ? meta.months : null
}

/** Without a change it is not known what was missed: everything of the shop may have moved, and what found no server is asked for again. */
function refresh(change?: DataChange): void {
  const touched = (query: Query) => {
    if (!change && isTransient(query.state.error)) return true
    const months = monthsOf(query)
    if (months === null) return false
    return !change || change.all || change.months.some((month) => months.includes(month))
  }
  void queryClient.invalidateQueries({ predicate: touched })
  void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
}

/** The `data:` of each event in a text that ends anywhere; what is not yet an event is left over. */
function eventsIn(text: string): { changes: DataChange[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  const lines = parts.flatMap((part) => part.split('\n').filter((line) => line.startsWith('data: ')))
  return { changes: lines.map((line) => JSON.parse(line.slice(6))), rest }
}

async function read(signal: AbortSignal, opened: () => void): Promise<void> {
  const { body } = await request({ method: 'GET', path: EVENTS_PATH, signal })
  opened()
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    const { changes, rest } = eventsIn(text + value)
    text = rest
    for (const change of changes) refresh(change)
  }
}

/** Starts following; the answer ends it. */
export function followChanges(): () => void {
  let stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSE_MS
  let missed = false

  async function follow(): Promise<void> {
    const { signal } = stopping
    try {
      await read(signal, () => {
        pause = PAUSE_MS
        reached.set(true)
        if (missed) refresh()
        missed = false
      })
    } catch (error) {
      // The first try after a loss may meet a server that restarts.
      if (!signal.aborted && missed) reached.set(!(error instanceof NetworkError))
    }
    if (signal.aborted) return
    missed = true
    timer = setTimeout(follow, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }

  /** Not before what is on screen and its neighbours have come. */
  function begin(): void {
    if (queryClient.isFetching() > 0) timer = setTimeout(begin, FIRST_PAUSE_MS)
    else void follow()
  }

  function stop(): void {
    clearTimeout(timer)
    stopping.abort()
  }

  function look(): void {
    stop()
    if (document.hidden) {
      missed = true
      return
    }
    stopping = new AbortController()
    timer = setTimeout(begin, missed ? 0 : FIRST_PAUSE_MS)
  }

  /** Whoever asked again and got an answer need not read on that the server gives none. */
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (reached.get() || event.type !== 'updated' || event.action.type !== 'success') return
    stop()
    stopping = new AbortController()
    void follow()
  })

  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    unsubscribe()
    stop()
  }
}
