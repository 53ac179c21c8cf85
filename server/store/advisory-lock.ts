// Work that one alone may do on a database at a time, however long it takes and whoever tries.
import { NAMED_LOCKS } from './locks.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

const here = new WeakMap<Store, Set<string>>()

/**
 * Does the work, or throws what `busy` gives while somebody else is at it. On PostgreSQL a connection of its own holds a
 * lock that the server gives back as soon as that connection is gone, so a process that is killed leaves nothing behind;
 * an embedded database is this process's own.
 */
export async function withAdvisoryLock<T>(
  store: Store,
  name: string,
  busy: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const names = here.get(store) ?? new Set()
  here.set(store, names)
  if (names.has(name)) throw busy()
  names.add(name)
  try {
    return store.engine === 'postgres' ? await locked(store, name, busy, work) : await work()
  } finally {
    names.delete(name)
  }
}

async function locked<T>(store: Store, name: string, busy: () => Error, work: () => Promise<T>): Promise<T> {
  const taken = Promise.withResolvers<boolean>()
  const over = Promise.withResolvers<void>()
  // It reads nothing, so that it holds back no vacuum while it stands open.
  const lock = store.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const row = await tx.one<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${NAMED_LOCKS}, hashtext(${name})) as got`,
    )
    taken.resolve(row?.got === true)
    if (row?.got) await over.promise
  })
  // A connection that breaks later is told by the work itself, which needs the same server.
  lock.catch(taken.reject)
  try {
    if (!(await taken.promise)) throw busy()
    return await work()
  } finally {
    over.resolve()
    await lock.catch(() => {})
  }
}
