// Completed orders and their places after a change.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'
import type { Group, Groups } from './contributions.ts'
import { conditionsOn } from './expressions.ts'
import { decimal } from './fold.ts'
import { fillPurchases, replacePurchases } from './purchase-rows.ts'

/** Updates rollup_purchases: rows of the changed orders, and the places of all orders of their buyers. */
export async function foldPurchases(tx: Queries, before: Groups, after: Groups): Promise<void> {
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
  const rows = begun.map(({ keys, sums: [net = 0n] }) => sql`(${sql.join([...keys, decimal(net)])}, 0, 0)`)
  if (rows.length > 0)
    await tx.run(sql`
      insert into rollup_purchases (month, dist_id, buyer, account_id, order_id, created_at, order_date, net, place, total)
      values ${sql.join(rows)}`)
  const ofBuyers = conditionsOn(sql`buyer`, valuesAt(changed, 2))
  await replacePurchases(tx, sql`(${sql.join(ofBuyers, sql` or `)})`)
}
