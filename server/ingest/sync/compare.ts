// Compares the shop's order heads with stored orders to find those to read again.
import { parseCents } from '#server/domain/cents.ts'
import type { OrderFact } from '#server/domain/facts.ts'
import { NOWHERE } from '#server/domain/placeholder-email.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { OrderHead } from '../source.ts'

export interface StoredHead
  extends Readonly<Pick<OrderFact, 'order_id' | 'status' | 'currency' | 'customer_id' | 'modified_at'>> {
  readonly total: number
  /** Without its person: the shop shows it as of customer 0. */
  readonly erased: boolean
  /** 'id cents' of each refund, sorted. */
  readonly refunds: readonly string[]
}

/** Records without a usable id can be neither stored nor requested again. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export async function storedHeads(queries: Queries, where: Sql): Promise<Map<number, StoredHead>> {
  const rows = await queries.all<Omit<StoredHead, 'refunds'>>(sql`
    select order_id, status, total, currency, customer_id, modified_at, email like ${`%${NOWHERE}`} as erased
    from orders where ${where}`)
  const refunds = await queries.all<{ order_id: number; refund_id: number; amount: number }>(sql`
    select order_id, refund_id, amount from order_refunds where ${where}`)
  const byOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    rows.map((row) => {
      const keys = (byOrder.get(row.order_id) ?? []).map(({ refund_id, amount }) =>
        refundKey(refund_id, Math.round(amount * 100)),
      )
      return [row.order_id, { ...row, refunds: keys.sort() }]
    }),
  )
}

/** `currency`: that of the shop, for orders without one. */
export function sameHead(head: OrderHead, stored: StoredHead, currency: string): boolean {
  const refunds = head.refunds.map(({ id, total }) => refundKey(id, parseCents(total || '0'))).sort()
  return (
    head.status === stored.status &&
    parseCents(head.total || '0') === Math.round(stored.total * 100) &&
    (head.currency || currency) === stored.currency &&
    (head.customer_id === stored.customer_id || (stored.erased && head.customer_id === 0)) &&
    (head.modified === undefined || head.modified.replace('T', ' ') === stored.modified_at.slice(0, 19)) &&
    refunds.join() === stored.refunds.join()
  )
}

const refundKey = (id: number, cents: number): string => `${id} ${cents}`

/** Ids of the orders that are missing or stored differently. */
export async function differingIds(queries: Queries, heads: readonly OrderHead[], currency: string) {
  const ids = heads.map(({ id }) => id).filter(isId)
  if (ids.length === 0) return new Set(heads.map(({ id }) => id))
  const [least, most] = [Math.min(...ids), Math.max(...ids)]
  const stored = await storedHeads(
    queries,
    sql`order_id between ${least} and ${most} and order_id in (${ids})`,
  )
  const differing = heads.filter((head) => {
    const row = stored.get(head.id)
    return !row || !sameHead(head, row, currency)
  })
  return new Set(differing.map(({ id }) => id))
}
