// Whether an order is as WooCommerce itself writes it, so that it needs no repair: the hot path of an import, 20 times
// faster than the schema. It may only say yes where the schema would change nothing that matters; a test holds both together.

import { isDateTime } from '../../domain/date-time.ts'
import type { OrderPayload } from './payloads.ts'

type Fields = Record<string, unknown>

export function isPlainOrder(value: unknown): value is OrderPayload {
  return (
    isFields(value) &&
    isId(value.id) &&
    isText(value.status) &&
    value.status !== '' &&
    isText(value.currency) &&
    typeof value.prices_include_tax === 'boolean' &&
    isDate(value.date_created) &&
    isDate(value.date_created_gmt) &&
    isDate(value.date_modified) &&
    isDate(value.date_modified_gmt) &&
    isAmount(value.shipping_total) &&
    isAmount(value.shipping_tax) &&
    isAmount(value.total) &&
    isWhole(value.customer_id) &&
    isText(value.payment_method) &&
    isText(value.payment_method_title) &&
    isFields(value.billing) &&
    isAddress(value.billing) &&
    every(value.meta_data, isMeta) &&
    every(value.line_items, isLine) &&
    every(value.fee_lines, isFee) &&
    every(value.coupon_lines, isCouponLine) &&
    every(value.refunds, isRefund)
  )
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isId = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && Number.isSafeInteger(value)

/** Up to 13 digits, perhaps a minus before, perhaps a point and digits behind: what parseCents takes. An order has dozens. */
function isAmount(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const start = value.charCodeAt(0) === 45 ? 1 : 0
  let point = -1
  for (let at = start; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code === 46 && point < 0) point = at
    else if (code < 48 || code > 57) return false
  }
  const whole = (point < 0 ? value.length : point) - start
  return whole >= 1 && whole <= 13 && point !== value.length - 1
}

const isDate = (value: unknown): boolean => value === null || (isText(value) && isDateTime(value))

function every(value: unknown, check: (fields: Fields) => boolean): boolean {
  if (!Array.isArray(value)) return false
  for (const entry of value) if (!isFields(entry) || !check(entry)) return false
  return true
}

const isMeta = (entry: Fields): boolean => isText(entry.key)

const isAddress = (entry: Fields): boolean =>
  isText(entry.first_name) &&
  isText(entry.last_name) &&
  isText(entry.city) &&
  isText(entry.state) &&
  isText(entry.country) &&
  isText(entry.email)

const isLine = (entry: Fields): boolean =>
  isWhole(entry.id) &&
  isText(entry.name) &&
  isWhole(entry.product_id) &&
  isWhole(entry.variation_id) &&
  isWhole(entry.quantity) &&
  isAmount(entry.subtotal) &&
  isAmount(entry.subtotal_tax) &&
  isAmount(entry.total) &&
  isAmount(entry.total_tax) &&
  (entry.sku === null || isText(entry.sku)) &&
  every(entry.meta_data, isMeta)

const isFee = (entry: Fields): boolean =>
  isWhole(entry.id) &&
  isText(entry.name) &&
  isAmount(entry.total) &&
  isAmount(entry.total_tax) &&
  every(entry.meta_data, isMeta)

const isCouponLine = (entry: Fields): boolean =>
  isWhole(entry.id) &&
  isText(entry.code) &&
  isAmount(entry.discount) &&
  isAmount(entry.discount_tax) &&
  every(entry.meta_data, isMeta)

const isRefund = (entry: Fields): boolean =>
  isWhole(entry.id) && isText(entry.reason) && isAmount(entry.total)
