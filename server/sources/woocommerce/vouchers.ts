// Vouchers and payments by the mapping: a sold voucher is no sale, and what pays with one is no discount.
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { Mapping } from './mapping.ts'
import { patternOf, plainText } from './pattern.ts'
import type { LinePayload, OrderPayload, RefundPayload } from './payloads.ts'
import { gapOf, type Rounding } from './rounding.ts'
import { metaText } from './translate.ts'

export interface Sale {
  readonly order: OrderPayload
  readonly refunds: readonly RefundPayload[]
  /** What the total has beyond the sum of the order's parts and what named payments explain, in cents. */
  readonly gap: number
}

/** The order with its vouchers among the positive fees, which no sales figure has, and without the fees that pay. */
export function saleOf(
  order: OrderPayload,
  refunds: readonly RefundPayload[],
  { vouchers, voucher_payments: paying }: Mapping,
  rounding: Rounding,
): Sale {
  const gap = unexplained(gapOf(order, rounding), order, paying, rounding)
  const pays = paying.fees.map(patternOf)
  const isPayment = ({ name, total }: OrderPayload['fee_lines'][number]) =>
    parseCents(total) < 0 && pays.some((pattern) => pattern.test(plainText(name)))
  const isVoucher = ({ product_id, variation_id, meta_data }: LinePayload) =>
    vouchers.product_ids.some((id) => id === product_id || id === variation_id) ||
    metaText(meta_data, vouchers.line_keys) !== ''
  const sold = order.line_items.filter(isVoucher)
  const payments = order.fee_lines.filter(isPayment)
  if (sold.length + payments.length === 0) return { order, refunds, gap }
  const goods = order.line_items.filter((line) => !sold.includes(line))
  const fees = order.fee_lines.filter((fee) => !payments.includes(fee))
  return {
    order: { ...order, line_items: goods, fee_lines: [...fees, ...sold.map(asFee)] },
    refunds: refunds.map((refund) => withoutVouchers(refund, sold, payments)),
    gap,
  }
}

function unexplained(
  gap: number,
  order: OrderPayload,
  { gap: isPaid, meta_keys }: Mapping['voucher_payments'],
  { of, unit }: Rounding,
): number {
  if (gap >= 0) return gap
  if (isPaid) return 0
  const paid = meta_keys.reduce((sum, key) => {
    const cents = of(metaText(order.meta_data, [key]) || '0')
    return sum + (Number.isNaN(cents) ? 0 : Math.abs(cents))
  }, 0)
  return Math.abs(gap + paid) <= unit ? 0 : gap
}

const asFee = ({ id, name, total, total_tax, taxes, meta_data }: LinePayload) => ({
  ...{ id, name, total, total_tax, taxes, meta_data },
})

/** A refunded voucher is a refunded fee; a payment that returned to its wallet was refunded as well. */
function withoutVouchers(
  refund: RefundPayload,
  sold: readonly LinePayload[],
  payments: OrderPayload['fee_lines'],
): RefundPayload {
  const isSold = (item: LinePayload) => {
    const named = Number(metaText(item.meta_data, ['_refunded_item_id']))
    return sold.some(({ id, product_id }) =>
      named > 0 ? id === named : product_id > 0 && product_id === item.product_id,
    )
  }
  const names = new Set(payments.map(({ name }) => name))
  const returned = refund.fee_lines.filter(({ name, total }) => names.has(name) && parseCents(total) > 0)
  const cents = returned.reduce(
    (sum, { total, total_tax }) => sum + parseCents(total) + parseCents(total_tax),
    Math.abs(parseCents(refund.amount)),
  )
  const negative = (amount: string) => centsText(-Math.abs(parseCents(amount)))
  const vouchers = refund.line_items
    .filter(isSold)
    .map(asFee)
    .map((fee) => ({ ...fee, total: negative(fee.total), total_tax: negative(fee.total_tax) }))
  return {
    ...refund,
    amount: centsText(cents),
    line_items: refund.line_items.filter((item) => !isSold(item)),
    fee_lines: [...refund.fee_lines.filter((fee) => !returned.includes(fee)), ...vouchers],
  }
}
