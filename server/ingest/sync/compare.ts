// Orders as the shop lists them beside those that are stored: which differ, without reading them whole. Room ingest.
import { parseCents } from '#server/domain/cents.ts'
import type { OrderHead } from '#server/sources/woocommerce/changes.ts'
import { isId } from '#server/sources/woocommerce/rest-page.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

export interface StoredHead {
  readonly order_id: number
  readonly status: string
  readonly total: number
  readonly currency: string
  readonly customer_id: number
  readonly modified_at: string
  /** 'id amount' of each refund, sorted. */
  readonly refunds: readonly string[]
}

export async function storedHeads(queries: Queries, where: Sql): Promise<Map<number, StoredHead>> {
  const rows = await queries.all<Omit<StoredHead, 'refunds'>>(sql`
    select order_id, status, total, currency, customer_id, modified_at from orders where ${where}`)
  const refunds = await queries.all<{ order_id: number; refund_id: number; amount: number }>(sql`
    select order_id, refund_id, amount from order_refunds where ${where}`)
  const ofOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    rows.map((row) => {
      const own = (ofOrder.get(row.order_id) ?? []).map(({ refund_id, amount }) =>
        word(refund_id, Math.round(amount * 100)),
      )
      return [row.order_id, { ...row, refunds: own.sort() }]
    }),
  )
}

/** `currency`: of the shop, for orders that name none. */
export function sameHead(head: OrderHead, stored: StoredHead, currency: string): boolean {
  const own = head.refunds.map(({ id, total }) => word(id, parseCents(total || '0'))).sort()
  return (
    head.status === stored.status &&
    parseCents(head.total || '0') === Math.round(stored.total * 100) &&
    (head.currency || currency) === stored.currency &&
    head.customer_id === stored.customer_id &&
    (head.modified === undefined || head.modified.replace('T', ' ') === stored.modified_at.slice(0, 19)) &&
    own.join() === stored.refunds.join()
  )
}

const word = (id: number, cents: number): string => `${id} ${cents}`

/** Those that are not stored as they stand in the shop. */
export async function differing(
  queries: Queries,
  heads: readonly OrderHead[],
  currency: string,
): Promise<Set<number>> {
  const ids = heads.map(({ id }) => id).filter(isId)
  if (ids.length === 0) return new Set(heads.map(({ id }) => id))
  const [least, most] = [Math.min(...ids), Math.max(...ids)]
  const stored = await storedHeads(
    queries,
    sql`order_id between ${least} and ${most} and order_id in (${ids})`,
  )
  const differ = heads.filter((head) => {
    const row = stored.get(head.id)
    return !row || !sameHead(head, row, currency)
  })
  return new Set(differ.map(({ id }) => id))
}
