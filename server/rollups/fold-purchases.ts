// Completed orders and their places after a change.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'
import type { Group, Groups } from './contributions.ts'
import { conditionsOn } from './expressions.ts'
import { decimal } from './fold.ts'
import { fillPurchases, replacePurchases } from './purchase-rows.ts'
import type { Purchases } from './purchases.ts'

/**
 * Updates rollup_purchases: rows of the changed orders, and the places of all orders of their buyers. `bought`: what buyers bought in
 * every month; undefined if months are dirty.
 */
export async function foldPurchases(
  tx: Queries,
  before: Groups,
  after: Groups,
  bought: Purchases | undefined,
): Promise<void> {
  const lacks = (groups: Groups) => (key: string, of: Group) => groups.get(key)?.sums[0] !== of.sums[0]
  const ended = [...before].flatMap(([key, group]) => (lacks(after)(key, group) ? group : []))
  const begun = [...after].flatMap(([key, group]) => (lacks(before)(key, group) ? group : []))
  const changed = [...ended, ...begun]
  if (changed.length === 0) return
  await lockSpanning(tx)
  if (await fillPurchases(tx)) return
  const valuesAt = (groups: readonly Group[], at: number) => [
    ...new Set(groups.map(({ keys }) => keys[at] ?? '')),
  ]
  if (ended.length > 0)
    await tx.run(sql`
      delete from rollup_purchases
      where month in (${valuesAt(ended, 0)}) and order_id in (${valuesAt(ended, 4).map(Number)})`)
  const rows = begun.map(
    ({ keys, sums: [net = 0n] }) => sql`(${sql.join([...keys.slice(0, -1), decimal(net)])}, 0, 0)`,
  )
  if (rows.length > 0)
    await tx.run(sql`
      insert into rollup_purchases (month, dist_id, buyer, account_id, order_id, created_at, order_date, net, place, total)
      values ${sql.join(rows)}`)
  const ofBuyers = conditionsOn(sql`buyer`, valuesAt(changed, 2))
  const months = bought && monthsOf(changed, bought)
  const inMonths = months ? sql`month in (${months}) and ` : sql.empty
  await replacePurchases(tx, sql`${inMonths}(${sql.join(ofBuyers, sql` or `)})`)
}

/** The months in which the buyers of changed rows bought, where they are known: DuckDB then reads only these. */
function monthsOf(changed: readonly Group[], { before, after }: Purchases): string[] | undefined {
  const bought = [...before, ...after]
  const known = new Set(bought.map(({ buyer }) => buyer))
  const isKnown = ({ keys: [, , buyer = ''] }: Group) => buyer.startsWith('order ') || known.has(buyer)
  if (!changed.every(isKnown)) return undefined
  return [
    ...new Set([...changed.map(({ keys: [month = ''] }) => month), ...bought.map(({ month }) => month)]),
  ]
}
