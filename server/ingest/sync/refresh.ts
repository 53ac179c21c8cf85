import type { JobsDeps } from '../jobs/job.ts'
import { advanceToProcessed } from '../latest-month.ts'
import { silentProgress } from '../progress.ts'
import { withStableRules } from '../reclassify.ts'
import { inBatches, refetchCoupons, refetchCustomers, refetchOrders, refetchProducts } from './refetch.ts'
import { isImporting, openSync, openSyncJob, type Sync } from './sync.ts'
import { EMPTY_RESULT, type SyncResult } from './upsert.ts'

export interface RefreshResult extends SyncResult {
  /** `importing`: a full import is running and covers them; `no-shop`: no shop is connected that can be read. */
  readonly state: 'done' | 'importing' | 'no-shop'
}

export type RefreshDeps = Pick<JobsDeps, 'store' | 'timeZone' | 'now' | 'openSource'>

type Refresh = (deps: RefreshDeps, ids: readonly number[]) => Promise<RefreshResult>

/**
 * Orders with their refunds and buyers. Writes what differs, removes trashed and deleted orders, and rebuilds the changed
 * months. Idempotent, also for unknown ids. Throws SourceError when the shop does not answer.
 */
export const refreshOrders: Refresh = (deps, ids) => refresh(deps, ids, refetchOrders)

/** Also reads the orders of deleted accounts, which lose their customer without a change of date. */
export const refreshCustomers: Refresh = (deps, ids) => refresh(deps, ids, refetchCustomers)

/** Products with their variations; a deleted one that was sold is only marked. */
export const refreshProducts: Refresh = (deps, ids) => refresh(deps, ids, refetchProducts)

export const refreshCoupons: Refresh = (deps, ids) => refresh(deps, ids, refetchCoupons)

async function refresh(
  deps: RefreshDeps,
  ids: readonly number[],
  refetch: (sync: Sync, ids: readonly number[]) => Promise<SyncResult>,
): Promise<RefreshResult> {
  const { store } = deps
  const source = await deps.openSource?.()
  if (!source) return { state: 'no-shop', ...EMPTY_RESULT }
  try {
    if (await isImporting(store, source)) return { state: 'importing', ...EMPTY_RESULT }
    return await withStableRules(store, source, async (rules): Promise<RefreshResult> => {
      const sync = openSync(await openSyncJob(deps, source, rules, silentProgress))
      if (!sync) return { state: 'no-shop', ...EMPTY_RESULT }
      const result = await inBatches(sync, ids, refetch)
      await advanceToProcessed(store, result.months, sync.timeZone, sync.now())
      return { state: 'done', ...result }
    })
  } finally {
    source.close()
  }
}
