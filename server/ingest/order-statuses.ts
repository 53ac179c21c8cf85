// Statuses that the shop registers. Its lists leave out orders in any other status, such as those of a plug-in that is switched off,
// and moving them out of HPOS turns them into pending ones: told, never taken over.
import type { OrderFacts } from '#server/domain/facts.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { Source } from './source.ts'

/** Setting: the statuses that the shop last described, as orders are stored with them. */
const REGISTERED = 'shop_order_statuses'

const PENDING = 'wc-pending'
/** WooCommerce registers these itself. */
const OWN = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'].map(
  (status) => `wc-${status}`,
)

/** A source that does not describe its statuses leaves what is known. */
export async function noteOrderStatuses(store: Store, source: Source): Promise<void> {
  const statuses = await source.orderStatuses?.()
  if (statuses !== undefined)
    await store.transaction((tx) => writeSetting(tx, REGISTERED, [...statuses].sort()))
}

/** Undefined where the shop never told. */
export async function registeredStatuses(queries: Queries): Promise<readonly string[] | undefined> {
  const statuses = await readSetting(queries, REGISTERED)
  return Array.isArray(statuses) ? statuses.map(String) : undefined
}

/**
 * An order that is stored in a plug-in's status and comes as pending keeps it if nobody edited it, or if the shop does not know that
 * status.
 */
export async function withKnownStatuses(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const ids = facts.flatMap(({ order }) => (order.status === PENDING ? order.order_id : []))
  if (ids.length === 0) return facts
  const rows = await tx.all<{ order_id: number; status: string; modified_at: string }>(sql`
    select order_id, status, modified_at from orders where order_id in (${ids}) and status not in (${OWN})`)
  if (rows.length === 0) return facts
  const registered = await registeredStatuses(tx)
  const known = new Map(rows.map((row) => [row.order_id, row]))
  return facts.map((one) => {
    const row = one.order.status === PENDING ? known.get(one.order.order_id) : undefined
    if (!row) return one
    const isUnknown = registered !== undefined && !registered.includes(row.status)
    return isUnknown || row.modified_at === one.order.modified_at ? inStatus(one, row.status) : one
  })
}

const inStatus = ({ order, lines, discounts, ...rest }: OrderFacts, status: string): OrderFacts => ({
  ...rest,
  order: { ...order, status },
  lines: lines.map((line) => ({ ...line, status })),
  discounts: discounts.map((discount) => ({ ...discount, status })),
})
