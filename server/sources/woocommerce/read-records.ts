// Validates and translates records. An invalid record is rejected with its reason, without affecting the others.
import type { z } from 'zod'
import type { DistributorFact, OrderFacts } from '#server/domain/facts.ts'
import type { RejectedRecord, Translated } from '#server/ingest/source.ts'
import { distributorOf } from './distributor.ts'
import {
  type OrderPayload,
  orderPayload,
  parsePayload,
  type RefundPayload,
  refundPayload,
} from './payloads.ts'
import { Rejected, type TranslateContext } from './translate.ts'
import { isOrderStatus, translateOrder } from './translate-order.ts'

type ReadRecords<Fact> = Omit<Translated<Fact>, 'size'>

export function readRecords<Schema extends z.ZodType, Fact>(
  records: readonly unknown[],
  schema: Schema,
  translate: (payload: z.output<Schema>) => Fact,
): ReadRecords<Fact> {
  const facts: Fact[] = []
  const rejects: RejectedRecord[] = []
  for (const record of records) {
    const parsed = parsePayload(schema, record)
    if (!parsed.ok) rejects.push({ id: recordId(record), reason: parsed.reason })
    else attempt(record, rejects, () => facts.push(translate(parsed.payload)))
  }
  return { facts, rejects }
}

/** Refunds by the order they belong to. */
export type Refunds = ReadonlyMap<number, readonly RefundPayload[]>

/** Requests the refunds of one order; undefined if they cannot be requested. */
export type AskRefunds = (orderId: number) => Promise<readonly unknown[] | undefined>

export interface ReadOrders extends ReadRecords<OrderFacts> {
  /** What the orders say about their distributors, besides the name. */
  readonly distributors: readonly DistributorFact[]
}

export async function readOrders(
  records: Iterable<unknown>,
  refunds: Refunds | undefined,
  ask: AskRefunds,
  context: TranslateContext,
): Promise<ReadOrders> {
  const facts: OrderFacts[] = []
  const rejects: RejectedRecord[] = []
  const distributors = new Map<string, DistributorFact>()
  for (const record of records) {
    const order = orderOf(record, rejects)
    if (!order || !isOrderStatus(order.status)) continue
    const own = order.refunds.length === 0 ? [] : await refundsOf(order, refunds, ask, context)
    attempt(record, rejects, () => {
      const fact = translateOrder(order, own, context)
      facts.push(fact)
      distributorOf(order, fact, distributors, context)
    })
  }
  return { facts, rejects, distributors: [...distributors.values()] }
}

function orderOf(record: unknown, rejects: RejectedRecord[]): OrderPayload | undefined {
  const parsed = parsePayload(orderPayload, record)
  if (parsed.ok) return parsed.payload
  rejects.push({ id: recordId(record), reason: parsed.reason })
  return undefined
}

/**
 * The refunds that the order lists. Refunds missing from `refunds` are requested; if that is impossible, the order's summary of
 * them is used, which names no lines.
 */
export async function refundsOf(
  order: OrderPayload,
  refunds: Refunds | undefined,
  ask: AskRefunds,
  context: TranslateContext,
): Promise<RefundPayload[]> {
  const listed = new Set(order.refunds.map(({ id }) => id))
  const known = (refunds?.get(order.id) ?? []).filter(({ id }) => listed.has(id))
  if (known.length === listed.size) return [...known]
  const asked = await ask(order.id)
  if (asked) return readRecords(asked, refundPayload, (refund) => refund).facts.slice()
  return order.refunds.map((summary) => {
    const refund = known.find(({ id }) => id === summary.id)
    if (refund) return refund
    context.notes.count('refund', 'sin detalle')
    return {
      id: summary.id,
      parent_id: order.id,
      date_created: order.date_modified,
      date_created_gmt: order.date_modified_gmt,
      amount: summary.total,
      reason: summary.reason,
      line_items: [],
      shipping_lines: [],
      fee_lines: [],
    }
  })
}

function attempt(record: unknown, rejects: RejectedRecord[], work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    rejects.push({ id: recordId(record), reason: error.message })
  }
}

const idIn = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined

/** NaN for a record without an id. */
export function recordNumber(record: unknown): number {
  const id = idIn(record)
  return typeof id === 'number' || typeof id === 'string' ? Number(id) : Number.NaN
}

export function recordId(record: unknown): string {
  const id = idIn(record)
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '?'
}
