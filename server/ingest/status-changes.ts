// The changes of an order's status that are seen when it is read again.
import type { OrderFacts } from '#server/domain/facts.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Row } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

const TABLE = 'order_status_changes'
const COLUMNS = ['order_id', 'month', 'from_status', 'to_status', 'unchanged_since', 'changed_at']
const KEPT_DAYS = 3 * 366
const DAY_MS = 86_400_000

/** `changed` are about to replace the `stored` orders of the same id. An older state that is brought back is no change. */
export async function keepStatusChanges(
  tx: Queries,
  changed: readonly OrderFacts[],
  stored: ReadonlyMap<number, Row>,
): Promise<void> {
  const rows = changed.flatMap(({ order: { order_id, month, status, modified_at } }) => {
    const before = stored.get(order_id)
    if (!before || before.status === status || String(before.modified_at) >= modified_at) return []
    return [[order_id, month, String(before.status), status, String(before.modified_at), modified_at]]
  })
  if (rows.length > 0) await tx.bulkInsert({ table: TABLE, columns: COLUMNS, rows })
  const moved = changed.filter(({ order: { order_id, month } }) => {
    const before = stored.get(order_id)
    return before && before.month !== month
  })
  for (const { order } of moved)
    await tx.run(
      sql`update order_status_changes set month = ${order.month} where order_id = ${order.order_id}`,
    )
}

/** Deletes what is older than three years. */
export async function purgeStatusChanges(tx: Queries, now: Date): Promise<void> {
  const isOld = sql`changed_at < ${utc(new Date(now.getTime() - KEPT_DAYS * DAY_MS))}`
  const months = await tx.all<{ month: string }>(
    sql`select distinct month from order_status_changes where ${isOld}`,
  )
  await bumpVersions(
    tx,
    months.map(({ month }) => month),
  )
  await tx.run(sql`delete from order_status_changes where ${isOld}`)
}
