// Validates and translates records. An invalid record is rejected with its reason, without affecting the others.
import type { z } from 'zod'
import type { DistributorFact, OrderFacts } from '#server/domain/facts.ts'
import type { RejectedRecord, Translated } from '#server/ingest/source.ts'
import { distributorOf } from './distributor.ts'
import { type RefundsReader, refundsOf } from './order-refunds.ts'
import { type OrderPayload, orderPayload, parsePayload } from './payloads.ts'
import { isId } from './rest-page.ts'
import { RECORD_TEXT } from './text.ts'
import { rejectionOf, type TranslateContext } from './translate.ts'
import { isOrderStatus, translateOrder } from './translate-order.ts'
import { isUnreadable } from './unreadable.ts'

type ReadRecords<Fact> = Omit<Translated<Fact>, 'size'>

export function readRecords<Schema extends z.ZodType, Fact>(
  records: readonly unknown[],
  schema: Schema,
  translate: (payload: z.output<Schema>) => Fact,
): ReadRecords<Fact> {
  const facts: Fact[] = []
  const rejects: RejectedRecord[] = []
  for (const record of records) {
    if (isUnreadable(record)) {
      rejects.push({ id: recordId(record), reason: RECORD_TEXT.unanswered })
      continue
    }
    const parsed = parsePayload(schema, record)
    if (!parsed.ok) rejects.push({ id: recordId(record), reason: parsed.reason })
    else attempt(record, rejects, () => facts.push(translate(parsed.payload)))
  }
  return { facts, rejects }
}

export interface ReadOrders extends ReadRecords<OrderFacts> {
  /** What the orders say about their distributors, besides the name. */
  readonly distributors: readonly DistributorFact[]
}

export async function readOrders(
  records: readonly unknown[],
  refunds: RefundsReader,
  context: TranslateContext,
): Promise<ReadOrders> {
  const facts: OrderFacts[] = []
  const rejects: RejectedRecord[] = []
  const distributors = new Map<string, DistributorFact>()
  const stored = await refunds.stored(records.map(recordNumber).filter(isId))
  for (const record of records) {
    const order = orderOf(record, rejects)
    if (!order || !isOrderStatus(order.status)) continue
    const own = await refundsOf(order, stored.get(order.id) ?? [], refunds, context)
    attempt(record, rejects, () => {
      const fact = translateOrder(order, own, context)
      facts.push(fact)
      distributorOf(order, fact, distributors, context)
    })
  }
  return { facts, rejects, distributors: [...distributors.values()] }
}

function orderOf(record: unknown, rejects: RejectedRecord[]): OrderPayload | undefined {
  if (isUnreadable(record)) {
    rejects.push({ id: recordId(record), reason: RECORD_TEXT.unanswered })
    return undefined
  }
  const parsed = parsePayload(orderPayload, record)
  if (parsed.ok) return parsed.payload
  rejects.push({ id: recordId(record), reason: parsed.reason })
  return undefined
}

function attempt(record: unknown, rejects: RejectedRecord[], work: () => void): void {
  try {
    work()
  } catch (error) {
    const reason = rejectionOf(error)
    if (reason === undefined) throw error
    rejects.push({ id: recordId(record), reason })
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
