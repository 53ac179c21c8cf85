// Completed orders and their places after a change.

import { conditionsOn } from '#server/figures/expressions.ts'
import { DETAILS, PURCHASES } from '#server/figures/purchase-rows.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'
import { type Group, type Groups, thousandths } from './contributions.ts'
import { batches, decimal } from './fold.ts'
import type { Purchases } from './purchases.ts'
import { fillPurchases } from './rebuild-purchases.ts'

type Details = Readonly<Record<(typeof DETAILS)[number], string>>

/** A row of rollup_purchases; amounts in thousandths. */
interface PlacedOrder extends Details {
  readonly net: bigint
  readonly place: number
  readonly total: bigint
  readonly next_order_id: string | null
  readonly next_date: string | null
}

type Amounts = 'net' | 'place' | 'total'

/**
 * Updates rollup_purchases: rows of the changed orders, and the places of their buyers' later orders. `bought`: what buyers bought in
 * every month; undefined if months are dirty.
 */
export async function foldPurchases(
  tx: Queries,
  before: Groups,
  after: Groups,
  bought: Purchases | undefined,
): Promise<void> {
  const ended = lacking(after, before)
  const begun = lacking(before, after)
  const changed = [...ended, ...begun]
  if (changed.length === 0) return
  await lockSpanning(tx)
  const since = changed
    .map(({ created_at }) => created_at)
    .reduce((one, other) => (other < one ? other : one))
  const stored = await ordersSince(tx, since, changed, bought && monthsOf(changed, bought))
  if (stored.length === 0 && (await fillPurchases(tx))) return
  const gone = new Set(ended.map(({ order_id }) => order_id))
  const left = stored.filter(({ order_id }) => !gone.has(order_id))
  await replace(tx, stored, numbered([...left, ...begun], since))
}

/** Orders of `groups` that are missing in `others` or have another amount there. */
const lacking = (others: Groups, groups: Groups): PlacedOrder[] =>
  [...groups].flatMap(([key, group]) => (others.get(key)?.sums[0] === group.sums[0] ? [] : orderOf(group)))

function orderOf({ keys, sums: [net = 0n] }: Group): PlacedOrder {
  const details = Object.fromEntries(DETAILS.map((name, at) => [name, keys[at]])) as Details
  return { ...details, net, place: 0, total: 0n, next_order_id: null, next_date: null }
}

/** The months in which the buyers of changed rows bought, where they are known: DuckDB then reads only these. */
function monthsOf(changed: readonly PlacedOrder[], { before, after }: Purchases): string[] | undefined {
  const bought = [...before, ...after]
  const known = new Set(bought.map(({ buyer }) => buyer))
  if (!changed.every(({ buyer }) => buyer.startsWith('order ') || known.has(buyer))) return undefined
  return [...new Set([...changed, ...bought].map(({ month }) => month))]
}

/** The buyers' stored orders since then, and the last one before, which is found by its next order: none, or one since then. */
async function ordersSince(
  tx: Queries,
  since: string,
  changed: readonly PlacedOrder[],
  months: readonly string[] | undefined,
): Promise<PlacedOrder[]> {
  const columns = PURCHASES.columns.map((name) => sql.identifier(name))
  const rows = await tx.all<Omit<PlacedOrder, Amounts> & Record<Amounts, string>>(sql`
    select ${sql.join(columns.map((column) => sql`cast(${column} as text) as ${column}`))} from rollup_purchases
    where ${months ? sql`month in (${months}) and` : sql.empty} ${ofBuyers(changed)}
      and (created_at >= cast(${since} as timestamp) or next_date is null or next_date >= cast(${since} as date))`)
  return rows.map((row) => ({
    ...row,
    net: thousandths(row.net),
    place: Number(row.place),
    total: thousandths(row.total),
  }))
}

const ofBuyers = (orders: readonly PlacedOrder[]): Sql =>
  sql`(${sql.join(conditionsOn(sql`buyer`, [...new Set(orders.map(({ buyer }) => buyer))]), sql` or `)})`

/** Orders of some buyers with their places; of each buyer, the one before `since` keeps its own. */
const numbered = (orders: readonly PlacedOrder[], since: string): PlacedOrder[] =>
  [...Map.groupBy(orders, ({ buyer }) => buyer).values()].flatMap((ofBuyer) => {
    const inOrder = ofBuyer.toSorted(byTime)
    const [first] = inOrder
    const isNew = first === undefined || first.created_at >= since
    let place = isNew ? 0 : first.place - 1
    let total = isNew ? 0n : first.total - first.net
    return inOrder.map((order, index) => {
      const next = inOrder[index + 1]
      place += 1
      total += order.net
      return {
        ...order,
        place,
        total,
        next_order_id: next?.order_id ?? null,
        next_date: next?.order_date ?? null,
      }
    })
  })

const byTime = (one: PlacedOrder, other: PlacedOrder): number =>
  one.created_at === other.created_at
    ? Number(one.order_id) - Number(other.order_id)
    : one.created_at < other.created_at
      ? -1
      : 1

/** Writes the rows that differ. */
async function replace(
  tx: Queries,
  stored: readonly PlacedOrder[],
  now: readonly PlacedOrder[],
): Promise<void> {
  const ended = differing(stored, now)
  if (ended.length > 0)
    // Rows are in the order of buyers, which DuckDB finds without reading every order's id.
    await tx.run(sql`
      delete from rollup_purchases
      where month in (${[...new Set(ended.map(({ month }) => month))]}) and ${ofBuyers(ended)}
        and order_id in (${ended.map(({ order_id }) => Number(order_id))})`)
  const names = sql.join(PURCHASES.columns.map((name) => sql.identifier(name)))
  for (const some of batches(differing(now, stored))) {
    const rows = some.map((order) => sql`(${sql.join(cellsOf(order))})`)
    await tx.run(sql`insert into rollup_purchases (${names}) values ${sql.join(rows)}`)
  }
}

const differing = (orders: readonly PlacedOrder[], others: readonly PlacedOrder[]): PlacedOrder[] => {
  const textOf = (order: PlacedOrder) => JSON.stringify(cellsOf(order))
  const equal = new Set(others.map(textOf))
  return orders.filter((order) => !equal.has(textOf(order)))
}

/** Values of the columns, in the order of `PURCHASES.columns`. */
const cellsOf = ({ net, place, total, ...order }: PlacedOrder) => [
  ...DETAILS.map((name) => order[name]),
  ...[decimal(net), place, decimal(total), order.next_order_id, order.next_date],
]
