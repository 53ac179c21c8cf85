// A write through the store inside one of its transactions would wait for that transaction for ever; it is an error instead.
import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreError } from './errors.ts'

export interface NestedTransactionGuard {
  /** Runs the body of a transaction. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Throws when called from the body of a transaction. */
  assertOutside(): void
}

export function nestedTransactionGuard(): NestedTransactionGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  return {
    async run(work) {
      const mark = { open: true }
      try {
        return await current.run(mark, work)
      } finally {
        mark.open = false
      }
    },
    assertOutside() {
      if (current.getStore()?.open) {
        throw new StoreError('nested', 'Inside a transaction, write through its tx and not through the store')
      }
    },
  }
}
