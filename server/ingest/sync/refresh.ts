// What webhooks call: these records as they are in the shop now, read and written at once. Room ingest.
import type { JobsDeps } from '../jobs/job.ts'
import { advanceLatestMonth } from '../jobs/latest-month.ts'
import { underMapping } from '../reclassify.ts'
import { inPieces, refetchCoupons, refetchCustomers, refetchOrders, refetchProducts } from './refetch.ts'
import { isImporting, openSync, type Sync } from './sync.ts'
import { EMPTY_RESULT, type SyncResult } from './upsert.ts'

export interface Refreshed extends SyncResult {
  /** `importing`: a whole import is at it and brings them by itself; `no-shop`: none is connected that can be asked. */
  readonly state: 'done' | 'importing' | 'no-shop'
}

export type Refreshing = Pick<JobsDeps, 'store' | 'timeZone' | 'now' | 'mappingFile' | 'openSource'>

/**
 * Refetches these orders with their refunds and the accounts that bought, writes what differs, rebuilds the months that
 * moved and raises their versions; orders that are in the trash or gone are taken out. Calling it again, in any order or
 * for ids that do not exist, changes nothing. Throws the SourceError of a shop that does not answer.
 */
export const refreshOrders = (setting: Refreshing, ids: readonly number[]): Promise<Refreshed> =>
  refreshing(setting, ids, refetchOrders)

/** The same for accounts; the orders of one that is gone are read too, since they lost it without showing a change. */
export const refreshCustomers = (setting: Refreshing, ids: readonly number[]): Promise<Refreshed> =>
  refreshing(setting, ids, refetchCustomers)

/** The same for products with their variations; one that is gone is marked, since it was sold. */
export const refreshProducts = (setting: Refreshing, ids: readonly number[]): Promise<Refreshed> =>
  refreshing(setting, ids, refetchProducts)

export const refreshCoupons = (setting: Refreshing, ids: readonly number[]): Promise<Refreshed> =>
  refreshing(setting, ids, refetchCoupons)

async function refreshing(
  setting: Refreshing,
  ids: readonly number[],
  work: (sync: Sync, ids: readonly number[]) => Promise<SyncResult>,
): Promise<Refreshed> {
  const shop = await setting.openSource?.()
  if (!shop) return { state: 'no-shop', ...EMPTY_RESULT }
  try {
    if (await isImporting(setting)) return { state: 'importing', ...EMPTY_RESULT }
    return await underMapping(setting, async (): Promise<Refreshed> => {
      const sync = await openSync(setting, shop)
      if (!sync) return { state: 'no-shop', ...EMPTY_RESULT }
      const all = await inPieces(sync, ids, work)
      await advanceLatestMonth(sync.store, all.months, sync.timeZone, sync.now())
      return { state: 'done', ...all }
    })
  } finally {
    shop.close()
  }
}
