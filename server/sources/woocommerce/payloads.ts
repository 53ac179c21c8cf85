// Schemas of WooCommerce's REST responses; missing or odd values are repaired if their meaning is clear.
import { z } from 'zod'
import { parseCents } from '#server/domain/cents.ts'
import { roundUnits } from '#server/domain/money.ts'
import { isDateTime } from '../../domain/date-time.ts'
import { decodeEntities } from './entities.ts'
import { RECORD_TEXT } from './text.ts'

// One transform per field: unions and pipes of zod take five times as long, which is noticeable in the import of a large file.
type Context = { addIssue(message: string): void }

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The value, '' for null and what is missing; anything else is an issue. */
function textOrNumber(value: unknown, context: Context): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value != null) context.addIssue(RECORD_TEXT.otherKind)
  return ''
}

/** What a difference of floating-point numbers leaves, such as 1.42E-14. */
const WITH_EXPONENT = /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i

/** Amounts are decimal text; plug-ins of a shop also send numbers, '' and null. */
const money = z.transform((value, context): string => {
  const text = String(textOrNumber(value, context)).trim() || '0'
  if (!Number.isNaN(parseCents(text))) return text
  const plain = WITH_EXPONENT.test(text) ? Number(text).toFixed(10) : text
  if (Number.isNaN(parseCents(plain))) context.addIssue(RECORD_TEXT.notAmount(text))
  return plain
})

function integer(value: unknown, context: Context): number {
  const number = Math.round(Number(textOrNumber(value, context)))
  if (!Number.isSafeInteger(number)) context.addIssue(RECORD_TEXT.notWhole(String(value)))
  return number
}
const whole = z.transform((value, context): number => {
  if (value === undefined) context.addIssue(RECORD_TEXT.missing)
  return integer(value, context)
})
/** Like `whole`, but 0 if missing. */
const count = z.transform(integer)
/** Shops that sell by weight have fractions; 0 if missing. */
const units = z.transform((value, context): number => {
  const number = roundUnits(Number(textOrNumber(value, context)))
  if (!Number.isSafeInteger(Math.round(number * 1000))) context.addIssue(RECORD_TEXT.notUnits(String(value)))
  return number
})
const id = whole.refine((value) => value > 0, { error: RECORD_TEXT.notId })
const decoded = (value: unknown): string => (isScalar(value) ? decodeEntities(String(value)) : '')
const text = z.transform(decoded)
const textOrNull = z.transform((value): string | null => (value === null ? null : decoded(value)))
/** Not decoded: a URL may contain text that looks like an entity. */
const link = z.transform((value): string => (isScalar(value) ? String(value) : ''))
const flag = z.transform((value, context): boolean => {
  if (value != null && !isScalar(value)) context.addIssue(RECORD_TEXT.otherKind)
  return [true, 1, '1', 'true', 'yes'].some((yes) => yes === value)
})
const date = z.transform((value): string | null =>
  typeof value === 'string' && isDateTime(value) ? value : null,
)

const meta = z.object({
  key: text,
  value: z.transform((value) => (typeof value === 'string' ? decodeEntities(value) : value)),
})
/** PHP may encode a list as an object. */
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

/** One per rate. */
const taxes = list(z.object({ total: money, subtotal: money }))

/** Decimal text of WooCommerce's cost of goods, from 9.5 on, also as read from its database; '' where the shop has it switched off. */
const cost = z.transform((value): string => {
  if (isScalar(value)) return String(value)
  const { value: own, total_value: total } = (value ?? {}) as { value?: unknown; total_value?: unknown }
  return [total, own].filter(isScalar).map(String)[0] ?? ''
})

const line = z.object({
  id: whole,
  name: text,
  product_id: count,
  variation_id: count,
  quantity: units,
  /** Of a unit, after discounts and without tax; 0 if missing. */
  price: z.transform((value): number => Number(value) || 0),
  subtotal: money,
  subtotal_tax: money,
  total: money,
  total_tax: money,
  taxes,
  // Null if the product was deleted since.
  sku: textOrNull,
  cost_of_goods_sold: cost,
  meta_data: metas,
})
const shippingLine = z.object({ total: money, total_tax: money, taxes })
const fee = z.object({ id: whole, name: text, total: money, total_tax: money, taxes, meta_data: metas })
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
  number: text,
  parent_id: count,
  status: z.string().min(1),
  currency: text,
  prices_include_tax: flag,
  date_created: date,
  date_created_gmt: date,
  date_modified: date,
  date_modified_gmt: date,
  date_paid: date,
  date_paid_gmt: date,
  date_completed: date,
  date_completed_gmt: date,
  shipping_total: money,
  shipping_tax: money,
  cart_tax: money,
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
  permalink: link,
  date_created_gmt: date,
  date_modified_gmt: date,
  status: text,
  sku: text,
  price: text,
  stock_status: text,
  stock_quantity: z.union([z.number(), z.string(), z.null()]).catch(null).prefault(null),
  parent_id: count,
  cost_of_goods_sold: cost,
  meta_data: metas,
}
export const productPayload = z.object({
  ...productFields,
  type: text,
  categories: list(z.object({ id: whole })),
  /** `variation`: told apart by it. */
  attributes: list(z.object({ name: text, options: list(text), variation: flag })),
  /** The REST API lists those of types that present themselves as variable. */
  variations: list(z.unknown()),
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

export type MetaPayload = z.output<typeof meta>
export type OrderPayload = z.output<typeof orderPayload>
export type RefundPayload = z.output<typeof refundPayload>
export type CustomerPayload = z.output<typeof customerPayload>
export type ProductPayload = z.output<typeof productPayload>
export type VariationPayload = z.output<typeof variationPayload>
export type CategoryPayload = z.output<typeof categoryPayload>
export type CouponPayload = z.output<typeof couponPayload>
export type LinePayload = OrderPayload['line_items'][number]

/** Replaces zod's own messages, which are English. */
const SPANISH: z.core.ParseContext<z.core.$ZodIssue> = {
  error: ({ code, input }) =>
    input === undefined
      ? RECORD_TEXT.missing
      : code === 'too_small'
        ? RECORD_TEXT.empty
        : RECORD_TEXT.otherKind,
}

/** The payload, or the reason for its rejection: 'line_items.0.total no es un importe: «x»'. */
export function parsePayload<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { ok: true; payload: z.output<Schema> } | { ok: false; reason: string } {
  const parsed = schema.safeParse(value, SPANISH)
  if (parsed.success) return { ok: true, payload: parsed.data }
  const issue = parsed.error.issues[0]
  const path = issue?.path.join('.')
  return { ok: false, reason: `${path ? `${path} ` : ''}${issue?.message ?? RECORD_TEXT.otherKind}` }
}
