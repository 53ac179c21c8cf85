// The fields of a listed record that are compared without translating it.
import { isDateTime } from '#server/domain/date-time.ts'
import type { Heads, Instant, OrderHead, SourceRecord, SyncedCollection } from '#server/ingest/source.ts'
import { recordNumber } from './read-records.ts'
import { fieldsOf } from './rest-page.ts'

const HEADS: { readonly [Name in SyncedCollection]: (payload: unknown) => Heads[Name] } = {
  orders: orderHead,
  products: (payload) => {
    const { status, type } = fieldsOf(payload)
    return { ...head(payload), status: String(status ?? ''), hasVariations: type !== 'simple' }
  },
  coupons: head,
  customers: head,
}

export const toSourceRecord =
  <Name extends SyncedCollection>(collection: Name) =>
  (payload: unknown): SourceRecord<Heads[Name]> => ({ head: HEADS[collection](payload), payload })

export function orderHead(payload: unknown): OrderHead {
  const { status, total, currency, customer_id, date_created_gmt, refunds } = fieldsOf(payload)
  return {
    ...head(payload),
    status: String(status ?? '').replace(/^(?:wc-)?/, 'wc-'),
    total: String(total ?? ''),
    currency: String(currency ?? '')
      .trim()
      .toUpperCase(),
    customer_id: Math.max(Number(customer_id) || 0, 0),
    created: instant(date_created_gmt),
    refunds: (Array.isArray(refunds) ? refunds : []).map((refund) => {
      const { id, total: amount } = fieldsOf(refund)
      return { id: Number(id), total: String(amount ?? '').replace('-', '') }
    }),
  }
}

function head(payload: unknown): Heads['coupons'] {
  return { id: recordNumber(payload), modified: modifiedOf(payload) }
}

export const modifiedOf = (payload: unknown): Instant | undefined =>
  instant(fieldsOf(payload).date_modified_gmt)

const instant = (value: unknown): Instant | undefined =>
  typeof value === 'string' && isDateTime(value) ? value.slice(0, 19) : undefined
