// An order and its refunds as facts; amounts follow the rules of order-amounts.ts.
import { createHash } from 'node:crypto'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import {
  NO_DISTRIBUTOR,
  NO_PROVINCE,
  type OrderFact,
  type OrderFacts,
  type OrderLineFact,
  type OrderRefundFact,
} from '#server/domain/facts.ts'
import { foldedEmail, storable } from '#server/domain/folded.ts'
import { unitsOf } from '#server/domain/money.ts'
import {
  type AmountsInput,
  type LineAmounts,
  type LineInput,
  lineAmountTexts,
  type OrderAmounts,
  orderAmounts,
} from '#server/domain/order-amounts.ts'
import { placeholderOf } from '#server/domain/placeholder-email.ts'
import { provinceOf } from '#server/domain/province.ts'
import { indexable } from '#server/ingest/notes.ts'
import { analyticsFields, analyticsOfOrder, analyticsOfRefund } from './analytics.ts'
import { withChargedTaxes } from './charged-taxes.ts'
import { lineCost } from './costs.ts'
import { withWholeQuantities } from './cut-quantities.ts'
import { type Saving, savedInOrder, savingsOf } from './line-savings.ts'
import { orderNumber } from './order-number.ts'
import { isSaleOfItsOwn } from './own-sale.ts'
import type { LinePayload, OrderPayload, RefundPayload } from './payloads.ts'
import { type RefundedLines, refundedLines, refundedOf } from './refunds.ts'
import { type Rounding, roundingOf } from './rounding.ts'
import { RECORD_TEXT } from './text.ts'
import {
  ANONYMIZED,
  metaFlag,
  metaText,
  ownTime,
  Rejected,
  rejectionOf,
  storeTime,
  type TranslateContext,
  utcTime,
} from './translate.ts'
import { discountFacts, type OfOrder, type Promotion } from './translate-discounts.ts'
import { type Sale, saleOf } from './vouchers.ts'

/** Statuses of records that are not orders. */
const NO_ORDER = new Set(['trash', 'auto-draft', 'checkout-draft'])

export const isOrderStatus = (status: string): boolean => !NO_ORDER.has(status)

/** Throws Rejected for an order without a date. `refunds` are those that the order lists. */
export function translateOrder(
  told: OrderPayload,
  toldRefunds: readonly RefundPayload[],
  context: TranslateContext,
): OrderFacts {
  const charged = withWholeQuantities(withChargedTaxes(told, told), context.notes)
  const rounding = roundingOf(charged)
  const chargedBack = toldRefunds.map((refund) => withChargedTaxes(refund, told))
  const { order, refunds, gap, paid } = saleOf(charged, chargedBack, context, rounding)
  const savings = savingsOf(order.line_items, context.mapping)
  const refunded = refundedLines(refunds, order, rounding)
  const promotions = promotionsOf(order, rounding)
  const amounts = orderAmounts(amountsOf({ order, refunds, refunded, promotions, savings }, rounding))
  const head = orderFact(order, amounts, refunded, { ...rounding, gap, paid }, context)
  const lines: OrderLineFact[] = []
  for (let index = 0; index < amounts.lines.length; index++)
    lines.push(
      lineFact(order.line_items[index]!, head, amounts.lines[index]!, {
        refunded_units: refunded[index]!.units,
        cost: lineCost(order.line_items[index]!, context.mapping),
      }),
    )
  const facts: OrderFacts = {
    order: head,
    lines: distinct('line_id', lines),
    discounts: distinct('discount_id', discountFacts({ order, promotions, savings }, amounts, head, context)),
    refunds:
      refunds.length === 0
        ? []
        : distinct('refund_id', refundFacts({ order, refunds }, { charged, chargedBack }, head, context)),
  }
  if (isErased(order)) facts.erased = true
  const { split_orders: counting } = context.mapping
  if (order.parent_id > 0 && counting !== 'both' && !isSaleOfItsOwn(order)) {
    facts.parent_id = order.parent_id
    if (counting === 'parent') facts.parent_counts = true
  }
  const name = storable(metaText(order.meta_data, context.mapping.distributor.name_keys))
  if (head.dist_id !== NO_DISTRIBUTOR.dist_id) facts.distributor = { dist_id: head.dist_id, name }
  return facts
}

/** Of people whom WooCommerce has erased, by retention or on request. */
const isErased = ({ meta_data, billing }: OrderPayload): boolean =>
  metaFlag(meta_data, [ANONYMIZED]) || billing.email.trim().toLowerCase().endsWith('.invalid')

/** The personal fields; those of an erased person are a placeholder that only this order has. */
function personOf(order: OrderPayload, { notes }: TranslateContext) {
  const { billing } = order
  if (isErased(order)) {
    const hash = createHash('sha256').update(`order ${order.id}`).digest('hex')
    return { email: placeholderOf(hash), first_name: '', last_name: '' }
  }
  return {
    email: indexable(foldedEmail(billing.email), 'correo', notes),
    first_name: storable(billing.first_name),
    last_name: storable(billing.last_name),
  }
}

/** Undefined for an order that an import would reject. */
export function acceptedOrder(...order: Parameters<typeof translateOrder>): OrderFacts | undefined {
  try {
    return translateOrder(...order)
  } catch (error) {
    if (rejectionOf(error) !== undefined) return undefined
    throw error
  }
}

/** Negative fees. */
function promotionsOf(order: OrderPayload, rounding: Rounding): Promotion[] {
  const promotions: Promotion[] = []
  for (const fee of order.fee_lines) {
    const amount = amountOf(rounding, order.prices_include_tax)(fee.total, fee.total_tax)
    if (amount < 0) promotions.push({ fee, amount: -amount })
  }
  return promotions
}

interface Read {
  readonly order: OrderPayload
  readonly refunds: readonly RefundPayload[]
  /** Per line. */
  readonly refunded: readonly RefundedLines[]
  readonly promotions: readonly Promotion[]
  /** Per line. */
  readonly savings: readonly (Saving | undefined)[]
}

function amountsOf(
  { order, refunds, refunded: ofLines, promotions: fees, savings }: Read,
  rounding: Rounding,
): AmountsInput {
  const amountWith = amountOf(rounding, order.prices_include_tax)
  const lines: LineInput[] = []
  for (let index = 0; index < order.line_items.length; index++) {
    const line = order.line_items[index]!
    const before = amountWith(line.subtotal, line.subtotal_tax)
    const after = amountWith(line.total, line.total_tax)
    // A line charged above its subtotal was raised by hand: the charged price counts.
    const gross = Math.max(before, after) + (savings[index]?.amount ?? 0)
    lines.push({ gross, discount: gross - after, refunded: ofLines[index]!.amount })
  }
  const coupons: number[] = []
  for (const line of order.coupon_lines)
    coupons.push(Math.max(amountWith(line.discount, line.discount_tax), 0))
  for (const { amount } of savedInOrder(savings)) coupons.push(amount)
  const promotions: number[] = []
  for (const { amount } of fees) promotions.push(amount)
  let refunded = 0
  for (const refund of refunds) refunded += refundedOf(refund, order, rounding)
  return { lines, coupons, promotions, refunded }
}

/** Analytics knows no vouchers: it counts what was charged back as the shop tells it. */
const refundFacts = (
  { order, refunds }: Pick<Sale, 'order' | 'refunds'>,
  { charged, chargedBack }: { charged: OrderPayload; chargedBack: readonly RefundPayload[] },
  { order_id, month, created_at }: OrderFact,
  context: TranslateContext,
): OrderRefundFact[] =>
  refunds.map((refund, index) => ({
    order_id,
    refund_id: refund.id,
    month,
    created_at: storeTime(refund.date_created, refund.date_created_gmt, context) ?? created_at,
    amount: centsText(Math.abs(parseCents(refund.amount))),
    reason: storable(refund.reason),
    ...analyticsFields({
      ...analyticsOfRefund(refund, order),
      net: analyticsOfRefund(chargedBack[index] ?? refund, charged).net,
    }),
  }))

/** Some plug-ins repeat ids or leave them at 0; duplicates get negative ids. */
function distinct<Key extends string, Fact extends Record<Key, number>>(key: Key, facts: Fact[]): Fact[] {
  if (isAscending(key, facts)) return facts
  const seen = new Set<number>()
  return facts.map((fact, index) => {
    const id = seen.has(fact[key]) ? -1 - index : fact[key]
    seen.add(id)
    return id === fact[key] ? fact : { ...fact, [key]: id }
  })
}

function isAscending<Key extends string>(key: Key, facts: readonly Record<Key, number>[]): boolean {
  for (let index = 1; index < facts.length; index++)
    if (facts[index]![key] <= facts[index - 1]![key]) return false
  return true
}

function orderFact(
  order: OrderPayload,
  amounts: OrderAmounts,
  refunded: readonly RefundedLines[],
  { taxed, gap, paid }: Rounding & Pick<Sale, 'gap' | 'paid'>,
  context: TranslateContext,
): OrderFact {
  const { mapping, notes } = context
  const created = storeTime(order.date_created, order.date_created_gmt, context)
  if (created === undefined) throw new Rejected(RECORD_TEXT.noDate)
  const modified = order.date_modified_gmt ?? order.date_modified ?? order.date_created_gmt
  const cut = (text: string, field: string) => indexable(text, field, notes)
  const status = cut(order.status.startsWith('wc-') ? order.status : `wc-${order.status}`, 'estado')
  if (!Object.hasOwn(STATUS_LABELS, status)) notes.count('status', status)
  const currency = storable(order.currency.trim().toUpperCase()) || context.currency
  if (currency !== context.currency) notes.count('currency', currency)
  if (gap !== 0) notes.count('total', gapNote(order, gap))
  let fees = 0
  for (const fee of order.fee_lines) fees += Math.max(taxed(fee.total, fee.total_tax), 0)
  const { billing } = order
  const province = provinceOf(billing.state, billing.country)
  if (province === NO_PROVINCE) notes.count('province', billing.state.trim())
  return {
    order_id: order.id,
    number: cut(orderNumber(order), 'número'),
    month: created.slice(0, 7),
    created_at: created,
    order_date: created.slice(0, 10),
    paid_at: ownTime(order.date_paid, order.date_paid_gmt, context) ?? null,
    completed_at: ownTime(order.date_completed, order.date_completed_gmt, context) ?? null,
    modified_at: modified === null ? created : utcTime(modified),
    status,
    currency,
    counted: currency === context.currency,
    customer_id: Math.max(order.customer_id, 0),
    ...personOf(order, context),
    city: storable(billing.city),
    province,
    dist_id:
      cut(metaText(order.meta_data, mapping.distributor.id_keys), 'distribuidor') || NO_DISTRIBUTOR.dist_id,
    invoice_number: storable(metaText(order.meta_data, mapping.invoice_number_keys)),
    payment_method: storable(order.payment_method),
    units: unitsOf(order.line_items, (line) => line.quantity),
    refunded_units: unitsOf(refunded, (line) => line.units),
    coupons: differentCodes(order.coupon_lines),
    gross: centsText(amounts.gross),
    discount: centsText(amounts.discount),
    refunded: centsText(amounts.refunded),
    net: centsText(amounts.net),
    shipping: centsText(taxed(order.shipping_total, order.shipping_tax)),
    fees: centsText(fees),
    total: centsText(parseCents(order.total)),
    gap: centsText(gap),
    voucher_paid: centsText(paid),
    ...analyticsFields(analyticsOfOrder(order)),
  }
}

const differentCodes = (lines: OrderPayload['coupon_lines']): number =>
  lines.length < 2 ? lines.length : new Set(lines.map((line) => line.code.trim().toLowerCase())).size

function lineFact(
  line: LinePayload,
  { order_id, month, status, counted, dist_id }: OfOrder,
  worth: LineAmounts,
  { refunded_units, cost }: Pick<OrderLineFact, 'refunded_units' | 'cost'>,
): OrderLineFact {
  // Field by field: a spread costs more than everything else.
  return {
    order_id,
    line_id: line.id,
    month,
    status,
    counted,
    dist_id,
    product_id: Math.max(line.product_id, 0),
    variation_id: Math.max(line.variation_id, 0),
    sku: storable(line.sku ?? ''),
    name: storable(line.name),
    quantity: line.quantity,
    refunded_units,
    cost,
    ...lineAmountTexts(worth),
  }
}

const gapNote = ({ id, total, line_items }: OrderPayload, gap: number): string => {
  const charged = parseCents(total)
  return line_items.length === 0
    ? RECORD_TEXT.noLines(id, centsText(charged))
    : RECORD_TEXT.otherTotal(id, centsText(charged), centsText(charged - gap))
}

/** With its tax if the order's prices include it. */
const amountOf =
  ({ of, taxed }: Rounding, withTax: boolean) =>
  (amount: string, tax: string): number =>
    withTax ? taxed(amount, tax) : of(amount)
