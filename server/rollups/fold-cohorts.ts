// Cohorts of the whole shop after a change, through all purchases of the buyers that it touches.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'
import { COHORTS, isFilled } from './cohort-cells.ts'
import { type Delta, fold } from './fold.ts'
import type { SummedRollup } from './tables.ts'

/** A cell is a sum over buyers, which no single order gives: only its differences are added as those of other sums. */
const CELLS: SummedRollup = {
  ...COHORTS,
  of: 'orders',
  keys: ['month', 'cohort'],
  sums: ['buyers', 'orders', 'net'],
}

interface Bought {
  readonly month: string
  readonly buyer: string
  readonly orders: bigint
  readonly net: bigint
}

/** Updates the cells of buyers with more or fewer orders. Call it after rollup_month_buyers changed. */
export async function foldCohorts(tx: Queries, changes: readonly Delta[]): Promise<void> {
  if (changes.length === 0) return
  await lockSpanning(tx)
  if (!(await isFilled(tx))) return
  const changed = changes.map(({ keys: [month = '', , buyer = ''], sums: [orders = 0n, net = 0n] }) => ({
    ...{ month, buyer, orders, net },
  }))
  const after = await purchasesOf(tx, [...new Set(changed.flatMap(({ buyer }) => buyer || []))])
  const undone = changed.map((one) => ({ ...one, orders: -one.orders, net: -one.net }))
  const before = summed([...after, ...undone.filter(({ buyer }) => buyer !== '')])
  const cells = new Map<string, [bigint, bigint, bigint]>()
  addCells(cells, after, 1n)
  addCells(cells, before, -1n)
  for (const { month, buyer, orders, net } of changed)
    if (buyer === '') add(cells, month, month, [orders, orders, net])
  const deltas = [...cells].flatMap(([key, sums]): Delta[] =>
    sums.every((sum) => sum === 0n)
      ? []
      : [{ keys: JSON.parse(key), sums, before: undefined, after: undefined }],
  )
  await fold(tx, new Map([[CELLS, deltas]]))
}

/** Of these buyers in every month, in thousandths. */
async function purchasesOf(tx: Queries, buyers: readonly string[]): Promise<Bought[]> {
  if (buyers.length === 0) return []
  const rows = await tx.all<{ month: string; buyer: string; orders: number; net: number }>(sql`
    select month, buyer, sum(orders) as orders, sum(net) as net from rollup_month_buyers
    where buyer in (${buyers}) group by month, buyer`)
  return rows.map(({ month, buyer, orders, net }) => ({
    ...{ month, buyer },
    orders: BigInt(orders) * 1000n,
    net: BigInt(Math.round(net * 100)) * 10n,
  }))
}

/** A row per buyer and month with orders. */
function summed(rows: readonly Bought[]): Bought[] {
  const groups = Map.groupBy(rows, ({ month, buyer }) => JSON.stringify([month, buyer]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const total = (of: (row: Bought) => bigint) => group.reduce((sum, row) => sum + of(row), 0n)
    const orders = total((row) => row.orders)
    return first && orders !== 0n ? [{ ...first, orders, net: total((row) => row.net) }] : []
  })
}

type Cells = Map<string, [bigint, bigint, bigint]>

function addCells(cells: Cells, rows: readonly Bought[], sign: bigint): void {
  for (const bought of Map.groupBy(rows, ({ buyer }) => buyer).values()) {
    const cohort = bought.reduce((first, { month }) => (month < first ? month : first), '9999')
    for (const { month, orders, net } of bought)
      add(cells, month, cohort, [1000n * sign, orders * sign, net * sign])
  }
}

function add(cells: Cells, month: string, cohort: string, more: readonly [bigint, bigint, bigint]): void {
  const key = JSON.stringify([month, cohort])
  const [buyers, orders, net] = cells.get(key) ?? [0n, 0n, 0n]
  cells.set(key, [buyers + more[0], orders + more[1], net + more[2]])
}
