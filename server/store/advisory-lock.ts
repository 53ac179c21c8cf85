// Long-running work that only one process may do at a time.
import { NAMED_LOCKS } from './locks.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

const heldHere = new WeakMap<Store, Set<string>>()

/**
 * Runs the work, or throws `busy()` while somebody else runs it. On PostgreSQL a dedicated connection holds the lock, so the
 * server releases it when the process dies. An embedded database belongs to one process anyway.
 */
export async function withAdvisoryLock<T>(
  store: Store,
  name: string,
  busy: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const held = heldHere.get(store) ?? new Set()
  heldHere.set(store, held)
  if (held.has(name)) throw busy()
  held.add(name)
  try {
    return store.engine === 'postgres' ? await withServerLock(store, name, busy, work) : await work()
  } finally {
    held.delete(name)
  }
}

async function withServerLock<T>(
  store: Store,
  name: string,
  busy: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const acquired = Promise.withResolvers<boolean>()
  const finished = Promise.withResolvers<void>()
  // The transaction reads no table, so it does not hold back vacuum.
  const lock = store.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const row = await tx.one<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${NAMED_LOCKS}, hashtext(${name})) as got`,
    )
    acquired.resolve(row?.got === true)
    if (row?.got) await finished.promise
  })
  // If the connection breaks later, the work fails by itself: it needs the same server.
  lock.catch(acquired.reject)
  try {
    if (!(await acquired.promise)) throw busy()
    return await work()
  } finally {
    finished.resolve()
    await lock.catch(() => {})
  }
}
