// Keeps rollups up to date by difference: subtracts what changed rows contributed before a write, and adds what they
// contribute afterwards. The cost depends on the change, not on the size of its month.

import { MONTH_BUYERS, PURCHASE_ROWS } from '#server/figures/rollups.ts'
import { withValuesInText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions, dirtyMonths, lockDimensions, lockSpanning, markDirty } from '#server/store/versions.ts'
import { type Contributions, contributionsAround, type Groups, type Touched } from './contributions.ts'
import { deltasOf, fold, storedGroups } from './fold.ts'
import { foldBuyers } from './fold-buyers.ts'
import { foldCohorts } from './fold-cohorts.ts'
import { foldFirstMonths } from './fold-first-months.ts'
import { foldPurchases } from './fold-purchases.ts'
import { purchasesOf } from './purchases.ts'
import { foldServedAccounts } from './rebuild-served-accounts.ts'

/** `now`: in the transaction of the write; `later`: months are marked dirty and rebuilt as a whole. */
export type Rollups = 'now' | 'later'

/** More changed orders or accounts cost more than rebuilding their months. */
export const MAX_DIFFERENCES = 250

export interface Change extends Touched {
  /** Months of these rows before and after the write. */
  readonly months: readonly string[]
}

/**
 * Call it before the rows change, and the function that it returns afterwards, in the same transaction. Bumps the months.
 * Dirty months stay dirty; a large change, or `later`, makes the others dirty too.
 */
export async function trackChange(
  writer: Queries,
  { months, ...touched }: Change,
  rollups: Rollups,
): Promise<() => Promise<void>> {
  const tx = plannedOnce(writer)
  const isLarge = touched.orders.length + touched.customers.length > MAX_DIFFERENCES
  if (rollups === 'later' || isLarge || months.length === 0) return () => markDirty(tx, months)
  await lockDimensions(tx, 'rebuild')
  // Locks the months, so that no other writer changes their rollups before this transaction ends.
  await bumpVersions(tx, months)
  const dirty = new Set(await dirtyMonths(tx))
  const clean = months.filter((month) => !dirty.has(month))
  if (clean.length === 0) return async () => {}
  const difference = await contributionsAround(tx, clean, touched)
  return async () => {
    const { before, after } = await difference()
    const deltas = deltasOf(before, after)
    const bought = deltas.get(MONTH_BUYERS) ?? []
    if (bought.length > 0) await lockSpanning(tx)
    const stored = await storedGroups(tx, deltas)
    await fold(tx, deltas, stored)
    const purchases = purchasesOf(stored.get(MONTH_BUYERS) ?? new Map(), bought)
    await foldBuyers(tx, purchases)
    await foldFirstMonths(tx, purchases)
    await foldCohorts(tx, purchases)
    const [was, is] = [purchaseRowsOf(before), purchaseRowsOf(after)]
    await foldPurchases(tx, was, is, dirty.size === 0 ? purchases : undefined)
    await foldServedAccounts(tx, clean, differing(before.served, after.served))
  }
}

const purchaseRowsOf = ({ rollups }: Contributions): Groups => rollups.get(PURCHASE_ROWS) ?? new Map()

/** DuckDB plans a statement with parameters twice: before it has their values, and with them. */
const plannedOnce = (tx: Queries): Queries =>
  tx.engine === 'postgres'
    ? tx
    : {
        ...tx,
        all: (query) => tx.all(withValuesInText(query)),
        one: (query) => tx.one(withValuesInText(query)),
        run: (query) => tx.run(withValuesInText(query)),
      }

/** Accounts that have an order in only one of the maps. */
function differing(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number[] {
  const accounts = [...new Map([...before, ...after])].flatMap(([order, account]) =>
    before.has(order) && after.has(order) ? [] : account,
  )
  return [...new Set(accounts)]
}
