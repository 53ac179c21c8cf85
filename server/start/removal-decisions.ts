// What a person decides about records that left the shop, from the screen or the terminal.
import type { Removals } from '#server/features/crons/routes.ts'
import { decideLargeOrders } from '#server/ingest/large-order-decisions.ts'
import { acceptRemovals, keepRecords, restoreRemoved } from '#server/ingest/removal/removals.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { auditedChange } from '#server/store/audit.ts'
import { acquireLock } from '#server/store/locks.ts'
import type { Store } from '#server/store/store.ts'

const DECISIONS = { accept: acceptRemovals, keep: keepRecords, restore: restoreRemoved }

export const removalDecisions = ({
  store,
  now,
}: {
  readonly store: Store
  readonly now: () => Date
}): Removals => ({
  async decide(action, choice, by) {
    const count = await auditedChange(store, async (tx) => {
      await acquireLock(tx, 'sync', 'exclusive')
      return DECISIONS[action](tx, choice, { by, now: now() })
    })
    // A large change leaves its months to be rebuilt.
    await rebuildDirtyMonths(store)
    return count
  },
  async decideLarge(action, ids, by) {
    const count = await auditedChange(store, async (tx) => {
      await acquireLock(tx, 'sync', 'exclusive')
      const decided = await decideLargeOrders(tx, { action, ids }, { by, now: now() })
      if (decided === undefined) throw new TooMuch()
      return decided
    }).catch((error: unknown) => {
      if (error instanceof TooMuch) return undefined
      throw error
    })
    await rebuildDirtyMonths(store)
    return count
  },
})

/** Takes the decision back. */
class TooMuch extends Error {}
