// A write through the store inside one of its transactions would deadlock. The guard turns it into an error.
import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreError } from './errors.ts'

export interface NestedTransactionGuard {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Throws when called from a transaction's work. */
  assertOutside(): void
}

export function nestedTransactionGuard(): NestedTransactionGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  return {
    async run(work) {
      const transaction = { open: true }
      try {
        return await current.run(transaction, work)
      } finally {
        transaction.open = false
      }
    },
    assertOutside() {
      if (current.getStore()?.open) {
        throw new StoreError('nested', 'Inside a transaction, write through its tx and not through the store')
      }
    },
  }
}
