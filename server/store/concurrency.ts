// Who works on a connection, and when.
import { StoreError } from './errors.ts'

export type RunExclusive<C> = <T>(work: (connection: C) => Promise<T>) => Promise<T>

/** One piece of work at a time, in order of arrival. */
export function mutex<C>(connection: C): RunExclusive<C> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => work(connection))
    last = turn.catch(() => {})
    return turn
  }
}

/** At most `size` pieces of work at a time, each on a connection of its own; the others wait in order of arrival. */
export function pool<C>(
  size: number,
  take: () => Promise<C>,
  give: (connection: C) => void,
): RunExclusive<C> {
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

export interface ShutdownGate {
  /** Runs what must not be cut off; refused once closing. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Refuses from now on and waits for what runs. */
  close(): Promise<void>
}

export function shutdownGate(what: string): ShutdownGate {
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
export async function withSerializedStatements<C, T>(
  connection: C,
  work: (turn: RunExclusive<C>) => Promise<T>,
): Promise<T> {
  const queue = mutex(connection)
  const open = shutdownGate('The transaction')
  try {
    return await work((statement) => open.run(() => queue(statement)))
  } finally {
    await open.close()
  }
}
