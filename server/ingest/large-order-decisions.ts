// What a person decides about orders of an implausible size.
import { type Author, audit } from '#server/store/audit.ts'
import { sql, utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { recountOrders } from './containers.ts'

/** A tenth of what a column of sums holds. */
const MOST_ACCEPTED = 1e15

interface Decision {
  readonly action: 'accept' | 'withdraw'
  readonly ids: readonly number[]
}

/** Returns the number of orders; undefined if their sum could not be held, then nothing changes. */
export async function decideLargeOrders(
  tx: Queries,
  { action, ids }: Decision,
  { by, now }: { readonly by: Author; readonly now: Date },
): Promise<number | undefined> {
  const [from, to] = action === 'accept' ? ['waiting', 'accepted'] : ['accepted', 'waiting']
  const rows = await tx.all<{ order_id: number }>(
    sql`select order_id from large_orders where order_id in (${ids}) and state = ${from} order by order_id`,
  )
  if (rows.length === 0) return 0
  const chosen = rows.map(({ order_id }) => order_id)
  await tx.run(sql`
    update large_orders set state = ${to}, decided_at = cast(${utcText(now)} as timestamp)
    where order_id in (${chosen})`)
  if (action === 'accept' && !(await canBeSummed(tx))) return undefined
  await recountOrders(tx, chosen, 'now')
  const after = { count: chosen.length, ids: chosen.slice(0, 50) }
  await audit(tx, by, { action: `orders.${action}`, subject: 'orders', after }, now)
  await bumpVersions(tx, ['jobs'])
  return chosen.length
}

async function canBeSummed(tx: Queries): Promise<boolean> {
  const sums = await tx.one<{ amount: number; units: number }>(sql`
    select cast(sum(amount) as double precision) as amount, cast(sum(units) as double precision) as units
    from large_orders where state = 'accepted'`)
  return (sums?.amount ?? 0) <= MOST_ACCEPTED && (sums?.units ?? 0) <= MOST_ACCEPTED / 10
}
