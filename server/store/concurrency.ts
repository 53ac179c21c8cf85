import { StoreError } from './errors.ts'

/** Runs work on a connection as soon as one is free. */
export type WithConnection<C> = <T>(work: (connection: C) => Promise<T>) => Promise<T>

/** One task at a time, first in first out. */
export function mutex<C>(connection: C): WithConnection<C> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(() => work(connection))
    last = result.catch(() => {})
    return result
  }
}

/** At most `size` tasks at a time, each on its own connection; the others wait, first in first out. */
export function pool<C>(
  size: number,
  acquire: () => Promise<C>,
  release: (connection: C) => void,
): WithConnection<C> {
  const pending: (() => void)[] = []
  let free = size
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => pending.push(resolve))
    try {
      const connection = await acquire()
      try {
        return await work(connection)
      } finally {
        release(connection)
      }
    } finally {
      const next = pending.shift()
      if (next) next()
      else free++
    }
  }
}

export interface ShutdownGate {
  /** Runs work that must not be cut off; throws once closing. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Refuses new work and waits for running work. */
  close(): Promise<void>
}

export function shutdownGate(name: string): ShutdownGate {
  const running = new Set<Promise<unknown>>()
  let closed = false
  return {
    async run(work) {
      if (closed) throw new StoreError('closed', `${name} is closed`)
      const task = work()
      running.add(task)
      try {
        return await task
      } finally {
        running.delete(task)
      }
    },
    async close() {
      closed = true
      await Promise.allSettled(running)
    },
  }
}

/** Runs a transaction's statements one by one, even if the work does not await them, and refuses any after its end. */
export async function withSerializedStatements<C, T>(
  connection: C,
  work: (statement: WithConnection<C>) => Promise<T>,
): Promise<T> {
  const queue = mutex(connection)
  const gate = shutdownGate('The transaction')
  try {
    return await work((statement) => gate.run(() => queue(statement)))
  } finally {
    await gate.close()
  }
}
