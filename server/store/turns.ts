// Who works on a connection, and when.
import { StoreError } from './errors.ts'

export type Turn<C> = <T>(work: (connection: C) => Promise<T>) => Promise<T>

/** One piece of work at a time, in order of arrival. */
export function queueOf<C>(connection: C): Turn<C> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => work(connection))
    last = turn.catch(() => {})
    return turn
  }
}

/** At most `size` pieces of work at a time, each on a connection of its own; the others wait in order of arrival. */
export function poolOf<C>(size: number, take: () => Promise<C>, give: (connection: C) => void): Turn<C> {
  const waiting: (() => void)[] = []
  let free = size
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const connection = await take()
      try {
        return await work(connection)
      } finally {
        give(connection)
      }
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

export interface Closing {
  /** Runs what must not be cut off; refused once closing. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Refuses from now on and waits for what runs. */
  close(): Promise<void>
}

export function closing(what: string): Closing {
  const running = new Set<Promise<unknown>>()
  let closed = false
  return {
    async run(work) {
      if (closed) throw new StoreError('closed', `${what} is closed`)
      const job = work()
      running.add(job)
      try {
        return await job
      } finally {
        running.delete(job)
      }
    },
    async close() {
      closed = true
      await Promise.allSettled(running)
    },
  }
}

/** The statements of a transaction: one after another, also when its work does not wait, and none after its end. */
export async function withTurns<C, T>(connection: C, work: (turn: Turn<C>) => Promise<T>): Promise<T> {
  const queue = queueOf(connection)
  const open = closing('The transaction')
  try {
    return await work((statement) => open.run(() => queue(statement)))
  } finally {
    await open.close()
  }
}
