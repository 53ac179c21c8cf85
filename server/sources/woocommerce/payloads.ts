// What this product reads of WooCommerce's REST answers; what is missing or odd is repaired where its meaning is clear.
import { z } from 'zod'
import { parseCents } from '#server/domain/cents.ts'
import { isDateTime } from '../../domain/date-time.ts'

/** Amounts are decimal text; a shop's plug-ins also send numbers, '' and null. */
const amount = z.union([z.string(), z.number(), z.null()]).transform((value, context) => {
  const text = String(value ?? '').trim() || '0'
  if (Number.isNaN(parseCents(text))) context.addIssue(`is not an amount: ${text.slice(0, 40)}`)
  return text
})
const money = amount.prefault('0')

const whole = z.union([z.number(), z.string(), z.null()]).transform((value, context) => {
  const number = Math.round(Number(value ?? 0))
  if (!Number.isSafeInteger(number)) context.addIssue(`is not a whole number: ${String(value).slice(0, 40)}`)
  return number
})
const count = whole.prefault(0)
const id = whole.refine((value) => value > 0, { error: 'is not an id' })
const text = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => String(value ?? ''))
  .catch('')
  .prefault('')
/** Null says that what it would describe is gone. */
const textOrNull = z.union([z.null(), text])
const flag = z
  .union([z.boolean(), z.number(), z.string(), z.null()])
  .transform((value) => [true, 1, '1', 'true', 'yes'].includes(value ?? false))
  .prefault(false)
const date = z.string().refine(isDateTime).nullable().catch(null).prefault(null)

const meta = z.object({ key: text, value: z.unknown().optional() })
/** PHP turns an empty list into an object and an object into a list as it likes. */
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) =>
      Array.isArray(value) ? value : value && typeof value === 'object' ? Object.values(value) : [],
    z.array(item),
  )
const metas = list(meta)

const address = z
  .object({ first_name: text, last_name: text, city: text, state: text, country: text, email: text })
  .catch({ first_name: '', last_name: '', city: '', state: '', country: '', email: '' })

const line = z.object({
  id: whole,
  name: text,
  product_id: count,
  variation_id: count,
  quantity: count,
  subtotal: money,
  subtotal_tax: money,
  total: money,
  total_tax: money,
  // Null where the product was deleted since.
  sku: textOrNull,
  meta_data: metas,
})
const shippingLine = z.object({ total: money, total_tax: money })
const fee = z.object({ id: whole, name: text, total: money, total_tax: money, meta_data: metas })
const couponLine = z.object({
  id: whole,
  code: text,
  discount: money,
  discount_tax: money,
  // Absent before WooCommerce 8.7.
  nominal_amount: z.unknown().optional(),
  meta_data: metas,
})

export const orderPayload = z.object({
  id,
  status: z.string().min(1),
  currency: text,
  prices_include_tax: flag,
  date_created: date,
  date_created_gmt: date,
  date_modified: date,
  date_modified_gmt: date,
  shipping_total: money,
  shipping_tax: money,
  total: money,
  customer_id: count,
  payment_method: text,
  payment_method_title: text,
  billing: address,
  meta_data: metas,
  line_items: list(line),
  fee_lines: list(fee),
  coupon_lines: list(couponLine),
  refunds: list(z.object({ id: whole, reason: text, total: money })),
})

export const refundPayload = z.object({
  id,
  parent_id: count,
  date_created: date,
  date_created_gmt: date,
  amount: money,
  reason: text,
  line_items: list(line),
  shipping_lines: list(shippingLine),
  fee_lines: list(fee),
})

export const customerPayload = z.object({
  id,
  date_created: date,
  date_created_gmt: date,
  date_modified: date,
  date_modified_gmt: date,
  email: text,
  first_name: text,
  last_name: text,
  role: text,
  billing: address,
  meta_data: metas,
})

const productFields = {
  id,
  name: text,
  permalink: text,
  date_created_gmt: date,
  date_modified_gmt: date,
  status: text,
  sku: text,
  price: text,
  stock_status: text,
  stock_quantity: z.union([z.number(), z.string(), z.null()]).catch(null).prefault(null),
  parent_id: count,
  meta_data: metas,
}
export const productPayload = z.object({
  ...productFields,
  type: text,
  categories: list(z.object({ id: whole })),
  attributes: list(z.object({ name: text, options: list(text) })),
})
export const variationPayload = z.object(productFields)

export const categoryPayload = z.object({ id, name: text, slug: text, parent: count })

export const couponPayload = z.object({
  id,
  code: text,
  amount: money,
  discount_type: text,
  description: text,
  date_modified_gmt: date,
})

export type MetaPayload = { key: string; value?: unknown }
export type OrderPayload = z.output<typeof orderPayload>
export type RefundPayload = z.output<typeof refundPayload>
export type CustomerPayload = z.output<typeof customerPayload>
export type ProductPayload = z.output<typeof productPayload>
export type VariationPayload = z.output<typeof variationPayload>
export type CategoryPayload = z.output<typeof categoryPayload>
export type CouponPayload = z.output<typeof couponPayload>
export type LinePayload = OrderPayload['line_items'][number]

/** The payload, or why it is none: 'line_items.0.total is not an amount: x'. */
export function parsePayload<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { ok: true; payload: z.output<Schema> } | { ok: false; reason: string } {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, payload: parsed.data }
  const issue = parsed.error.issues[0]
  const path = issue?.path.join('.')
  return { ok: false, reason: `${path ? `${path} ` : ''}${issue?.message ?? 'is not readable'}` }
}
