// One comparison with the shop: first its changes are followed, so that what is found after is what no change told. Room ingest.
import type { Month } from '#contract/month.ts'
import { SourceError } from '#server/sources/woocommerce/errors.ts'
import { JOB_TEXT } from '../jobs/text.ts'
import type { Progress } from '../progress.ts'
import { compareCustomers, wholeCoupons, wholeCustomers, wholeProducts } from './catalogue.ts'
import { followOrders } from './follow.ts'
import { type MonthCheck, monthsToCheck, reconcileMonth, type StatusDifference } from './reconcile.ts'
import type { Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

export interface ShopCheck {
  /** Months that were compared. */
  readonly months: readonly string[]
  /** Orders that were compared. */
  readonly checked: number
  readonly differed: number
  readonly repaired: number
  readonly statuses: readonly StatusDifference[]
  /** Records of the catalogue, coupons and accounts that had changed without being told. */
  readonly others: number
  /** Why it could not come to its end; what was mended before stays. */
  readonly failure?: string
}

export interface Extent {
  readonly month: Month | undefined
  /** Every month and every account. */
  readonly all: boolean
  readonly progress: Progress
}

/** Differences that are named in the log. */
const NAMED = 200

export async function reconcileShop(sync: Sync, { month, all, progress }: Extent): Promise<ShopCheck> {
  const checks: MonthCheck[] = []
  let others: SyncResult = EMPTY_RESULT
  let failure: string | undefined
  try {
    await followOrders(sync)
    if (month === undefined) {
      others = mergeResults(await wholeProducts(sync, progress), await wholeCoupons(sync, progress))
      others = mergeResults(others, await (all ? wholeCustomers : compareCustomers)(sync, progress))
    }
    const months = month === undefined ? await monthsToCheck(sync, all) : [month]
    progress.start(JOB_TEXT.comparingShop, months.length)
    for (const one of months) {
      checks.push(await reconcileMonth(sync, one))
      progress.advance(1)
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    failure = error.message
  }
  const add = (field: 'checked' | 'differed' | 'repaired') =>
    checks.reduce((total, check) => total + check[field], 0)
  return {
    months: checks.map((check) => check.month),
    checked: add('checked'),
    differed: add('differed'),
    repaired: add('repaired'),
    statuses: checks.flatMap(({ statuses }) => statuses).slice(0, NAMED),
    others: others.written + others.removed,
    ...(failure === undefined ? {} : { failure }),
  }
}
