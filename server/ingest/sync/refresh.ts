import type { JobsDeps } from '../jobs/job.ts'
import { advanceToProcessed } from '../latest-month.ts'
import { silentProgress } from '../progress.ts'
import { withStableRules } from '../reclassify.ts'
import { inBatches, refetchCoupons, refetchCustomers, refetchOrders, refetchProducts } from './refetch.ts'
import { settle } from './settle.ts'
import { importState, openSync, openSyncJob, Superseded } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

export interface RefreshResult extends SyncResult {
  /** `importing`: a full import is running, or still due, and covers them; `no-shop`: no shop is connected that can be read. */
  readonly state: 'done' | 'importing' | 'no-shop'
}

export type RefreshDeps = Pick<JobsDeps, 'store' | 'timeZone' | 'now' | 'openSource'>

/** Orders with their refunds and buyers, products with their variations. Deleted products that were sold are only marked. */
const REFETCH = {
  order: refetchOrders,
  product: refetchProducts,
  customer: refetchCustomers,
  coupon: refetchCoupons,
}

/**
 * Reads these records again. Writes what differs, removes trashed and deleted ones, and updates the rollups of their months.
 * Idempotent, also for unknown ids. Throws SourceError when the shop does not answer.
 */
export async function refresh(
  deps: RefreshDeps,
  kind: keyof typeof REFETCH,
  ids: readonly number[],
): Promise<RefreshResult> {
  const { store } = deps
  const source = await deps.openSource?.()
  if (!source) return { state: 'no-shop', ...EMPTY_RESULT }
  try {
    if ((await importState(store, source)) !== 'done') return { state: 'importing', ...EMPTY_RESULT }
    return await withStableRules(store, source, async (rules): Promise<RefreshResult> => {
      const sync = openSync(await openSyncJob(deps, source, rules, silentProgress))
      if (!sync) return { state: 'no-shop', ...EMPTY_RESULT }
      const result = mergeResults(await inBatches(sync, ids, REFETCH[kind]), await settle(sync))
      await advanceToProcessed(store, result.months, sync.timeZone, sync.now())
      return { state: 'done', ...result }
    })
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
    return { state: 'importing', ...EMPTY_RESULT }
  } finally {
    source.close()
  }
}
