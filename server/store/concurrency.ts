import { cancelled, overloaded, StoreError } from './errors.ts'

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

export interface LaneOptions {
  /** Tasks at a time; the others wait, first in first out. */
  readonly size: number
  /** Waiting tasks beyond which new ones are refused; by default unlimited. */
  readonly maxWaiting?: number
  /** Longest wait; by default unlimited. */
  readonly maxWaitMs?: number
}

export interface LaneLoad {
  readonly running: number
  readonly waiting: number
  /** Counted since the start. */
  readonly refused: number
}

export interface Lane {
  load(): LaneLoad
  /**
   * Runs the task when its turn comes. Throws 'overloaded' if too many wait or the wait takes too long, and 'cancelled' if
   * `signal` aborts the wait; a task that has started is not affected.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Like `run`, for work that ends elsewhere: returns the function that frees the place. */
  enter(signal?: AbortSignal): Promise<() => void>
}

export function lane({ size, maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs }: LaneOptions): Lane {
  const pending = new Set<() => void>()
  let running = 0
  let refused = 0
  const leave = () => {
    const [next] = pending
    if (next) next()
    else running--
  }
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (error?: StoreError) => {
        pending.delete(start)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        if (!error) return resolve()
        if (error.code === 'overloaded') refused++
        reject(error)
      }
      const start = () => settle()
      const abort = () => settle(cancelled())
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => settle(overloaded()), maxWaitMs)
      signal?.addEventListener('abort', abort)
      pending.add(start)
    })
  const enter = async (signal?: AbortSignal) => {
    if (signal?.aborted) throw cancelled()
    if (running < size) running++
    else if (pending.size >= maxWaiting) {
      refused++
      throw overloaded()
    } else await turn(signal)
    let entered = true
    return () => {
      if (entered) leave()
      entered = false
    }
  }
  return {
    load: () => ({ running, waiting: pending.size, refused }),
    enter,
    async run(task, signal) {
      const exit = await enter(signal)
      try {
        return await task()
      } finally {
        exit()
      }
    },
  }
}

/** As many tasks at a time as the lane takes, each on its own connection. */
export function pool<C>({ run }: Lane, acquire: () => Promise<C>, release: (connection: C) => void) {
  return <T>(work: (connection: C) => Promise<T>, signal?: AbortSignal): Promise<T> =>
    run(async () => {
      const connection = await acquire()
      try {
        return await work(connection)
      } finally {
        release(connection)
      }
    }, signal)
}

export interface ShutdownGate {
  /** Runs work that must not be interrupted; throws while closing. */
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
