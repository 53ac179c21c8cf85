// Compares the shop with the store. Pending changes are read first, so every difference found was missed.
import type { Month } from '#contract/month.ts'
import { sql } from '#server/store/sql.ts'
import type { JobsDeps } from '../jobs/job.ts'
import { JOB_TEXT } from '../jobs/text.ts'
import { noteOrderStatuses } from '../order-statuses.ts'
import { SourceError } from '../source.ts'
import { clearRejects } from '../write-rejects.ts'
import { compareCustomers, listCoupons, listCustomers, listProducts } from './catalogue.ts'
import { isId } from './compare.ts'
import { followOrders } from './follow.ts'
import {
  fieldsComparedSince,
  type MonthCheck,
  monthsToCheck,
  reconcileMonth,
  type StatusDifference,
} from './reconcile.ts'
import { inBatches, refetchOrders } from './refetch.ts'
import { oddities, settle } from './settle.ts'
import { Superseded, type Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

export interface ShopCheck {
  /** Months that were compared. */
  readonly months: readonly string[]
  /** Number of orders that were compared. */
  readonly checked: number
  /** Those of which every field was. */
  readonly by_fields: number
  readonly differed: number
  readonly repaired: number
  readonly statuses: readonly StatusDifference[]
  /** Products, coupons and accounts that had changed without being reported. */
  readonly others: number
  /** What was not compared this time, in Spanish. */
  readonly not_compared: readonly string[]
  /** When every field of all orders had been compared, UTC; null if some never were. */
  readonly fields_since: string | null
  /** Records whose removal waits for a person. */
  readonly waiting: number
  /** What was odd about the shop's answers, in Spanish. */
  readonly remarks: readonly string[]
  /** Why it stopped early; earlier repairs stay. */
  readonly failure?: string
}

export interface Extent {
  readonly month: Month | undefined
  /** Every month and every account. */
  readonly all: boolean
  readonly onFailure?: JobsDeps['onFailure']
}

/** Rejected orders read again in a run. */
const MOST_RETRIED = 200
/** Differences listed in the log. */
const LOGGED_DIFFERENCES = 200

/** The result when nothing was compared, with the reason. */
export const noShopCheck = (failure: string): ShopCheck => ({
  months: [],
  checked: 0,
  by_fields: 0,
  differed: 0,
  repaired: 0,
  statuses: [],
  others: 0,
  not_compared: [],
  fields_since: null,
  waiting: 0,
  remarks: [],
  failure,
})

/** Rejected orders may have been mended in the shop without a new date, or the shop may show them again. */
async function retryUnanswered(sync: Sync): Promise<void> {
  const rows = await sync.store.all<{ record_id: string }>(
    sql`select record_id from rejects where source = 'orders' order by record_id limit ${MOST_RETRIED}`,
  )
  const ids = rows.map(({ record_id }) => Number(record_id)).filter(isId)
  // Those without an id cannot be asked for: the comparison meets them again.
  const nameless = rows.map(({ record_id }) => record_id).filter((id) => !isId(Number(id)))
  await sync.store.transaction(async (tx) => {
    await sync.assertCurrent(tx)
    await clearRejects(tx, 'orders', nameless)
  })
  await inBatches(sync, ids, (_, some) => refetchOrders(sync, some, { authoritative: true }))
}

export async function reconcileShop(sync: Sync, { month, all, onFailure }: Extent): Promise<ShopCheck> {
  const { progress } = sync
  const checks: MonthCheck[] = []
  let others: SyncResult = EMPTY_RESULT
  const notCompared: string[] = month === undefined ? [] : [JOB_TEXT.notCompared.beyondMonth]
  let failure: string | undefined
  let isSuperseded = false
  try {
    await noteOrderStatuses(sync.store, sync.source)
    await followOrders(sync)
    await retryUnanswered(sync)
    if (month === undefined) {
      others = mergeResults(await listProducts(sync), await listCoupons(sync))
      const accounts = all ? { ...(await listCustomers(sync)), complete: true } : await compareCustomers(sync)
      others = mergeResults(others, accounts)
      if (!accounts.complete) notCompared.push(JOB_TEXT.notCompared.accounts)
    }
    const { months, left } =
      month === undefined
        ? await monthsToCheck(sync, all)
        : { months: [{ month, depth: 'fields' as const }], left: 0 }
    if (left > 0) notCompared.push(JOB_TEXT.notCompared.months(left))
    progress.start(JOB_TEXT.comparingShop, months.length)
    for (const checked of months) {
      checks.push(await reconcileMonth(sync, checked.month, checked.depth))
      progress.advance(1)
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (!(error instanceof Superseded)) onFailure?.(error, 'reconciliation')
    failure = error.message
    isSuperseded = error instanceof Superseded
  }
  const ordersBefore = sync.stats.of('orders').removed
  const settled = isSuperseded ? EMPTY_RESULT : await settle(sync)
  const removedOrders = sync.stats.of('orders').removed - ordersBefore
  const add = (field: 'checked' | 'byFields' | 'differed' | 'repaired') =>
    checks.reduce((total, check) => total + check[field], 0)
  return {
    months: checks.map((check) => check.month),
    checked: add('checked'),
    by_fields: add('byFields'),
    differed: add('differed'),
    repaired: add('repaired') + removedOrders,
    statuses: checks.flatMap(({ statuses }) => statuses).slice(0, LOGGED_DIFFERENCES),
    others: others.written + others.removed + settled.removed - removedOrders,
    not_compared: notCompared,
    fields_since: await fieldsComparedSince(sync.store),
    ...(await oddities(sync)),
    ...(failure === undefined ? {} : { failure }),
  }
}
