// The end of a run: removes what was proven to have left the shop.
import { sql } from '#server/store/sql.ts'
import { waitingCount } from '../removal/removals.ts'
import { settleRemovals } from '../removal/settle.ts'
import { inBatches, refetchOrders } from './refetch.ts'
import { inSequence, openSync, type SyncJob } from './sync.ts'
import { applyChange, EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

/** Also reads the orders of removed accounts again: in the shop they lose the account without a new date. */
export async function settle(job: SyncJob): Promise<SyncResult> {
  const records = job.proven.take()
  if (records.length === 0) return EMPTY_RESULT
  let accounts: readonly number[] = []
  const result = await inSequence(job.store, () =>
    applyChange(job, async (tx) => {
      const all = await settleRemovals(tx, job, records, 'now')
      accounts = all.get('customers')?.ids ?? []
      const removals = [...all.values()]
      return {
        ...EMPTY_RESULT,
        removed: removals.reduce((sum, { ids }) => sum + ids.length, 0),
        months: removals.flatMap(({ months }) => months),
      }
    }),
  )
  const sync = openSync(job)
  if (!sync || accounts.length === 0) return result
  const bought = await job.store.all<{ order_id: number }>(
    sql`select order_id from orders where customer_id in (${accounts}) order by order_id`,
  )
  const ids = bought.map(({ order_id }) => order_id)
  return mergeResults(result, await inBatches(sync, ids, refetchOrders))
}

/** What a person should look at after a run. */
export async function oddities({ store, source }: SyncJob) {
  return { waiting: await waitingCount(store), remarks: source.remarks?.() ?? [] }
}
