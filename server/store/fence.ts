// A long job writes only while it holds its lease: each transaction of its work checks the lease first. A job that was
// paused or cut off from the database therefore cannot write after another server took it over.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queries, Store } from './store.ts'

/** Keeps the lease from being taken over until the transaction ends; throws if it was lost. */
export type Fence = (tx: Queries) => Promise<void>

const current = new AsyncLocalStorage<Fence>()

export const withFence = <T>(fence: Fence, work: () => Promise<T>): Promise<T> => current.run(fence, work)

/** A store that checks the lease of the calling work in every transaction. An embedded database needs no check. */
export function fencedStore(store: Store): Store {
  const transaction: Store['transaction'] = (work) => {
    const fence = current.getStore()
    if (!fence) return store.transaction(work)
    return store.transaction(async (tx) => {
      await fence(tx)
      return work(tx)
    })
  }
  const isFenced = () => current.getStore() !== undefined
  return {
    ...store,
    transaction,
    run: (query) => (isFenced() ? transaction((tx) => tx.run(query)) : store.run(query)),
    bulkInsert: (bulk) => (isFenced() ? transaction((tx) => tx.bulkInsert(bulk)) : store.bulkInsert(bulk)),
  }
}
