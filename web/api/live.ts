// Follows GET /api/events while the tab is visible and invalidates the queries whose data changed. Uses fetch instead of
// EventSource, because the token travels in a header. Reconnects with exponential backoff.
import { notifyManager, type Query, type QueryCacheNotifyEvent } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type DataChange, EVENTS_PATH } from '#contract/events.ts'
import { queryClient } from './call.ts'
import { configQuery, presentDay } from './config.ts'
import { createStore } from './create-store.ts'
import { isTransient, NetworkError } from './errors.ts'
import { expectChange, request } from './transport.ts'

/** The stream opens after the screen's own requests. */
const FIRST_PAUSE_MS = 1500
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const DAY_CHECK_MS = 60_000

const reached = createStore(true)

/** Whether the last attempt to connect succeeded. */
export const useServerReached = reached.use

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)

/** The months that a response was read from; null if it names none. */
function monthsOf({ state }: Query): readonly unknown[] | null {
  const data: unknown = state.data
  if (typeof data !== 'object' || data === null || !('meta' in data)) return null
  const { meta } = data
  if (typeof meta !== 'object' || meta === null || !('months' in meta)) return null
  return Array.isArray(meta.months) ? meta.months : null
}

/** Calls whose answers change with a notice. */
const NOTICE_CALLS = ['GET /api/notices', 'GET /api/alerts', 'GET /api/alerts/{id}/incidents']

/** Without `change`, events may have been missed: refreshes all queries of the shop and those that found no server. */
function refresh(change?: DataChange): void {
  expectChange()
  const touched = (query: Query) => {
    if (!change && isTransient(query.state.error)) return true
    const months = monthsOf(query)
    if (months === null) return false
    return !change || change.all || change.months.some((month) => months.includes(month))
  }
  void queryClient.invalidateQueries({ predicate: touched })
  if (!change || change.notices)
    for (const key of NOTICE_CALLS) void queryClient.invalidateQueries({ queryKey: [key] })
  void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
}

/** Parses the complete events of a chunk of the stream; `rest` is the incomplete one. */
function eventsIn(text: string): { changes: DataChange[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  const lines = parts.flatMap((part) => part.split('\n').filter((line) => line.startsWith('data: ')))
  return { changes: lines.map((line) => JSON.parse(line.slice(6))), rest }
}

async function read(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const { body } = await request({ method: 'GET', path: EVENTS_PATH, signal })
  onOpen()
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

/** After midnight *ayer* and *este mes* are other days, also where no data changes. Returns a function that stops it. */
function refreshEachDay(): () => void {
  const today = () => presentDay(queryClient.getQueryData(configQuery.queryKey)?.data)
  let day = today()
  const timer = setInterval(() => {
    const now = today()
    if (now !== day) refresh()
    day = now
  }, DAY_CHECK_MS)
  return () => clearInterval(timer)
}

/** Starts following events. Returns a function that stops it. */
export function followChanges(): () => void {
  let stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSE_MS
  let missed = false
  /** A batched notification may arrive after the end. */
  let ended = false

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
      // The first reconnection may meet a server that is restarting.
      if (!signal.aborted && missed) reached.set(!(error instanceof NetworkError))
    }
    if (signal.aborted) return
    missed = true
    timer = setTimeout(follow, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }

  /** Waits until no query is running. */
  function begin(): void {
    if (queryClient.isFetching() > 0) timer = setTimeout(begin, FIRST_PAUSE_MS)
    else void follow()
  }

  function stop(): void {
    clearTimeout(timer)
    stopping.abort()
    stopping = new AbortController()
  }

  function onVisibilityChange(): void {
    stop()
    if (document.hidden) missed = true
    else timer = setTimeout(begin, missed ? 0 : FIRST_PAUSE_MS)
  }

  /** Clears the offline notice after a successful response. */
  const onAnswer = notifyManager.batchCalls((event: QueryCacheNotifyEvent) => {
    if (ended || reached.get() || event.type !== 'updated' || event.action.type !== 'success') return
    stop()
    void follow()
  })
  /** Loads what failed without a network, and reconnects at once. */
  function onOnline(): void {
    void queryClient.invalidateQueries({ predicate: ({ state }) => isTransient(state.error) })
    onVisibilityChange()
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(onAnswer)
  const endOfDays = refreshEachDay()

  onVisibilityChange()
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('online', onOnline)
  return () => {
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    unsubscribe()
    endOfDays()
    ended = true
    stop()
  }
}
