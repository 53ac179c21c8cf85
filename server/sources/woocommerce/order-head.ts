// What is compared of an order as the shop lists it, in full or light; pure.

import { isDateTime } from '../../domain/date-time.ts'
import type { Instant, OrderHead } from './changes.ts'
import { fieldsOf } from './rest-page.ts'

/** Fields that a light listing has to ask for. */
export const HEAD_FIELDS = 'id,status,currency,total,customer_id,date_created_gmt,date_modified_gmt,refunds'

export function orderHead(record: unknown): OrderHead {
  const { id, status, total, currency, customer_id, date_created_gmt, date_modified_gmt, refunds } =
    fieldsOf(record)
  return {
    id: Number(id),
    status: String(status ?? '').replace(/^(?:wc-)?/, 'wc-'),
    total: String(total ?? ''),
    currency: String(currency ?? '')
      .trim()
      .toUpperCase(),
    customer_id: Math.max(Number(customer_id) || 0, 0),
    created: instant(date_created_gmt),
    modified: instant(date_modified_gmt),
    refunds: (Array.isArray(refunds) ? refunds : []).map((refund) => {
      const { id: refundId, total: amount } = fieldsOf(refund)
      return { id: Number(refundId), total: String(amount ?? '').replace('-', '') }
    }),
  }
}

const instant = (value: unknown): Instant | undefined =>
  typeof value === 'string' && isDateTime(value) ? value.slice(0, 19) : undefined

export const modifiedOf = (record: unknown): Instant | undefined =>
  instant(fieldsOf(record).date_modified_gmt)

/** Some seconds later, or earlier. */
export const shifted = (at: Instant, seconds: number): Instant =>
  new Date(Date.parse(`${at}Z`) + seconds * 1000).toISOString().slice(0, 19)
