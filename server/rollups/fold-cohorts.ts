// Cohorts of the whole shop after a change, from all purchases of the affected buyers.

import { COHORTS, isFilled } from '#server/figures/cohort-cells.ts'
import type { SummedRollup } from '#server/figures/rollups.ts'
import type { Queries } from '#server/store/store.ts'
import { type Delta, fold } from './fold.ts'
import type { Purchase, Purchases } from './purchases.ts'

/** A cell is a sum over buyers and not over orders, so only its differences are added like those of other sums. */
const CELLS: SummedRollup = {
  ...COHORTS,
  of: 'orders',
  keys: ['month', 'cohort'],
  sums: ['buyers', 'orders', 'net'],
}

/** Updates the cells of the affected buyers. The caller holds the lock of `lockSpanning`. */
export async function foldCohorts(tx: Queries, { before, after }: Purchases): Promise<void> {
  if (before.length + after.length === 0 || !(await isFilled(tx))) return
  const cells = new Map<string, [bigint, bigint, bigint]>()
  addCells(cells, after, 1n)
  addCells(cells, before, -1n)
  const deltas = [...cells].flatMap(([key, sums]): Delta[] =>
    sums.every((sum) => sum === 0n) ? [] : [{ keys: JSON.parse(key), sums }],
  )
  await fold(tx, new Map([[CELLS, deltas]]))
}

type Cells = Map<string, [bigint, bigint, bigint]>

function addCells(cells: Cells, rows: readonly Purchase[], sign: bigint): void {
  for (const [buyer, bought] of Map.groupBy(rows, (row) => row.buyer)) {
    const cohort = bought.reduce((first, { month }) => (month < first ? month : first), '9999')
    // A buyer counts once in a month, regardless of the distributors; each guest without e-mail is a buyer of one order.
    for (const [month, there] of Map.groupBy(bought, (row) => row.month)) {
      const orders = 1000n * BigInt(there.reduce((sum, row) => sum + row.orders, 0))
      const net = there.reduce((sum, row) => sum + row.net, 0n)
      const [of, buyers] = buyer === '' ? [month, orders] : [cohort, 1000n]
      add(cells, month, of, [buyers * sign, orders * sign, net * sign])
    }
  }
}

function add(cells: Cells, month: string, cohort: string, more: readonly [bigint, bigint, bigint]): void {
  const key = JSON.stringify([month, cohort])
  const [buyers, orders, net] = cells.get(key) ?? [0n, 0n, 0n]
  cells.set(key, [buyers + more[0], orders + more[1], net + more[2]])
}
