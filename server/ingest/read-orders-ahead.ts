// Pages of order lines read on threads of their own, given back in their order, a few ahead of the one that is written.
// Room ingest.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { RawPage } from '#server/sources/woocommerce/shop.ts'
import type { PackedOrders } from './packed-orders.ts'
import type { ReadingTask } from './read-orders-thread.ts'

/** More threads than these are faster than the engine takes rows. */
const MOST = 3
/** Pages that a thread has at a time: what it reads, and what it goes on with while the page before is written. */
const PAGES = 2

/** Writing is small beside reading lines, so they have every core; who puts rows together waits for a database that needs one, too. */
const threads = (ofRows: boolean) => Math.min(Math.max(availableParallelism() - (ofRows ? 1 : 0), 1), MOST)

/** Threads that wait for their task. */
const waiting: Reader[] = []

/** Lets the threads load their code beside what comes before the orders; those that nobody asks end with the process. */
export function startReaders({ ofRows }: { ofRows: boolean }): void {
  while (waiting.length < threads(ofRows)) waiting.push(startReader())
}

export interface PackedPage {
  readonly page: RawPage
  readonly read: PackedOrders
}

/** Pages that are read already. */
export interface ReadAhead {
  readonly pages: AsyncIterable<PackedPage>
  /** Whether or not anybody asked for a page. */
  stop(): void
}

/** Begins at once, so that the first pages are read beside what comes before them. */
export function readOnThreads(raw: AsyncIterable<RawPage>, task: ReadingTask): ReadAhead {
  const reading = inTheirOrder(raw, task)
  const first = reading.next()
  // A failure shows where it is awaited.
  first.catch(() => {})
  async function* pages() {
    try {
      const step = await first
      if (!step.done) yield step.value
      yield* reading
    } finally {
      await reading.return()
    }
  }
  return {
    pages: pages(),
    stop: () => {
      // Not awaited: after an error nobody waits for a page that is still under way.
      reading.return().catch(() => {})
    },
  }
}

async function* inTheirOrder(
  pages: AsyncIterable<RawPage>,
  task: ReadingTask,
): AsyncGenerator<PackedPage, void> {
  const readers = Array.from(
    { length: threads(task.rows !== undefined) },
    () => waiting.pop() ?? startReader(),
  )
  for (const reader of readers) reader.begin(task)
  const iterator = pages[Symbol.asyncIterator]()
  const underWay: Promise<PackedPage>[] = []
  let end: { error?: unknown } | undefined
  const send = async (reader: Reader | undefined) => {
    try {
      const step = await iterator.next()
      if (step.done || !reader) end = {}
      else underWay.push(reader.read(step.value))
    } catch (error) {
      // A file that breaks off: what was read before is kept, its error shows after it.
      end = { error }
    }
  }
  try {
    for (let turn = 0; ; ) {
      while (!end && underWay.length < readers.length * PAGES) await send(readers[turn++ % readers.length])
      const first = underWay.shift()
      if (first) yield await first
      else if (end && 'error' in end) throw end.error
      else return
    }
  } finally {
    await Promise.all(readers.map(({ stop }) => stop()))
    await iterator.return?.()
  }
}

interface Reader {
  /** Once, before the first page. */
  begin(task: ReadingTask): void
  read(page: RawPage): Promise<PackedPage>
  stop(): Promise<unknown>
}

/** A thread answers in the order in which it was asked. */
function startReader(): Reader {
  const worker = new Worker(new URL('./read-orders-thread.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  })
  worker.unref()
  const asked: { answer: (read: PackedOrders) => void; fail: (error: unknown) => void }[] = []
  worker.on('message', (read: PackedOrders) => asked.shift()?.answer(read))
  let broken: { error: unknown } | undefined
  worker.on('error', (error) => {
    broken = { error }
    for (const { fail } of asked.splice(0)) fail(error)
  })
  return {
    begin(task) {
      worker.ref()
      worker.postMessage(task)
    },
    read(page) {
      const { promise, resolve, reject } = Promise.withResolvers<PackedOrders>()
      const packed = promise.then((read) => ({ page, read }))
      // A failure shows where it is awaited: after the pages before it.
      packed.catch(() => {})
      // Nobody answers on a thread that broke off, or never started.
      if (broken) reject(broken.error)
      else asked.push({ answer: resolve, fail: reject })
      worker.postMessage(page)
      return packed
    },
    stop: () => worker.terminate(),
  }
}
