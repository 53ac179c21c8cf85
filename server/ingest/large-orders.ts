// Orders of an implausible size: bots and typing errors place them, and one of them would end every sum. They are stored and listed,
// and count once a person accepts them.
import { LARGE_ORDER } from '#contract/large-order-limits.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { sql, utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { deleteByKey, insertFacts, storedByKey } from './write-rows.ts'

const LARGE_ORDERS = {
  table: 'large_orders',
  columns: ['order_id', 'amount', 'units', 'state', 'found_at', 'decided_at'],
} as const

interface Size {
  /** The largest amount. */
  readonly amount: number
  readonly units: number
}

const AMOUNTS = [
  ...(['gross', 'discount', 'refunded', 'net', 'shipping', 'fees', 'total'] as const),
  ...(['analytics_net', 'included_tax', 'untaxed_fees'] as const),
]

/** Also of its parts: those of opposite signs leave little in the order. */
function sizeOf({ order, lines, refunds }: OrderFacts): Size {
  let amount = 0
  let units = Math.max(Math.abs(order.units), Math.abs(order.refunded_units))
  const seen = (text: string) => {
    amount = Math.max(amount, Math.abs(Number(text)))
  }
  for (const column of AMOUNTS) seen(order[column])
  for (const line of lines) {
    seen(line.gross)
    seen(line.net)
    units = Math.max(units, Math.abs(line.quantity))
  }
  for (const refund of refunds) seen(refund.amount)
  return { amount, units }
}

const isLarge = ({ amount, units }: Size): boolean => amount > LARGE_ORDER.amount || units > LARGE_ORDER.units

const sizes = (facts: readonly OrderFacts[]): Map<number, Size> =>
  new Map(
    facts.flatMap((one) => {
      const size = sizeOf(one)
      return isLarge(size) ? [[one.order.order_id, size]] : []
    }),
  )

interface Known extends Size {
  readonly order_id: number
  readonly state: string
}

/** An accepted order that grows waits again. */
const isAccepted = (known: Known | undefined, { amount, units }: Size): boolean =>
  known?.state === 'accepted' && known.amount >= amount && known.units >= units

export const uncounted = (one: OrderFacts): OrderFacts => {
  const out = <Part extends { counted: boolean }>(part: Part): Part => ({ ...part, counted: false })
  return { ...one, order: out(one.order), lines: one.lines.map(out), discounts: one.discounts.map(out) }
}

/** Facts of large orders are not counted until a person accepts them. */
export async function withoutLarge(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const large = sizes(facts)
  if (large.size === 0) return facts
  const known = await knownAmong(tx, [...large.keys()])
  return facts.map((one) => {
    const size = large.get(one.order.order_id)
    return size && !isAccepted(known.get(one.order.order_id), size) ? uncounted(one) : one
  })
}

async function knownAmong(tx: Queries, ids: readonly number[]): Promise<Map<number, Known>> {
  const rows = await tx.all<Known>(
    sql`select order_id, amount, units, state from large_orders where order_id in (${ids})`,
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Lists the large ones of these orders, which were written, and no longer those that became plausible. */
export async function noteLarge(tx: Queries, facts: readonly OrderFacts[]): Promise<void> {
  const large = sizes(facts)
  const known = await knownAmong(
    tx,
    facts.map(({ order }) => order.order_id),
  )
  const kept = (id: number) => {
    const size = large.get(id)
    return size !== undefined && isAccepted(known.get(id), size)
  }
  await deleteByKey(
    tx,
    LARGE_ORDERS.table,
    'order_id',
    [...known.keys()].filter((id) => !kept(id)),
  )
  const found_at = utcText(new Date())
  const waiting = [...large]
    .filter(([id]) => !kept(id))
    .map(([order_id, { amount, units }]) => ({
      ...{ order_id, amount: amount.toFixed(2), units, state: 'waiting', found_at, decided_at: null },
    }))
  if (waiting.length > 0) await insertFacts(tx, LARGE_ORDERS, waiting)
  if (known.size + waiting.length > 0) await bumpVersions(tx, ['jobs'])
}

/** Those of these orders that wait for a person. */
export async function waitingAmong(tx: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const known = ids.length === 0 ? new Map() : await storedByKey(tx, LARGE_ORDERS.table, 'order_id', ids)
  return new Set([...known].filter(([, { state }]) => state === 'waiting').map(([id]) => id))
}
