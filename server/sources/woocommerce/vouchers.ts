// Vouchers and payments by the mapping: a sold voucher is no sale, and what pays with one is no discount.
import { centsText, parseCents } from '#server/domain/cents.ts'
import { centsIn } from './meta-amount.ts'
import { patternOf, plainText } from './pattern.ts'
import { withoutPayingCoupons } from './paying-coupons.ts'
import type { LinePayload, OrderPayload, RefundPayload } from './payloads.ts'
import { gapOf, type Rounding } from './rounding.ts'
import { metaText, type TranslateContext } from './translate.ts'

export interface Sale {
  readonly order: OrderPayload
  readonly refunds: readonly RefundPayload[]
  /** What the total has beyond the sum of the order's parts and what named payments explain, in cents. */
  readonly gap: number
  /** What vouchers paid, without tax and without what refunds returned to them, in cents. */
  readonly paid: number
}

type Fee = OrderPayload['fee_lines'][number]

/** Meta field in which plug-ins note which of their fees this is; its name may be translated. */
export const FEE_KEY = '_legacy_fee_key'

/** The order with its vouchers among the positive fees, which no sales figure has, and without the fees that pay. */
export function saleOf(
  charged: OrderPayload,
  refunds: readonly RefundPayload[],
  context: Pick<TranslateContext, 'mapping' | 'voucherProducts'>,
  rounding: Rounding,
): Sale {
  const { order, paid: byCoupons } = withoutPayingCoupons(charged, context.mapping)
  const lacking = gapOf(charged, rounding)
  const gap = unexplained(lacking, order, context, rounding)
  const sold = order.line_items.filter(voucherTest(context))
  const payments = order.fee_lines.filter(paymentTest(context))
  const paid = byCoupons + gap - lacking - sumOfTotals(payments)
  if (sold.length + payments.length === 0) return { order, refunds, gap, paid }
  const goods = order.line_items.filter((line) => !sold.includes(line))
  const fees = order.fee_lines.filter((fee) => !payments.includes(fee))
  const sales = refunds.map((refund) => withoutVouchers(refund, sold, payments))
  return {
    order: { ...order, line_items: goods, fee_lines: [...fees, ...sold.map(asFee)] },
    refunds: sales.map(({ refund }) => refund),
    gap,
    paid: paid - sales.reduce((sum, { returned }) => sum + returned, 0),
  }
}

const sumOfTotals = (fees: readonly Fee[]): number =>
  fees.reduce((sum, { total }) => sum + parseCents(total), 0)

type Named = Pick<TranslateContext, 'mapping' | 'voucherProducts'>

function voucherTest({ mapping: { vouchers }, voucherProducts }: Named) {
  const ids = new Set([...vouchers.product_ids, ...voucherProducts])
  return ({ product_id, variation_id, meta_data }: LinePayload): boolean =>
    ids.has(product_id) || ids.has(variation_id) || metaText(meta_data, vouchers.line_keys) !== ''
}

function paymentTest({ mapping: { voucher_payments: paying } }: Named) {
  const names = paying.fees.map(patternOf)
  const keys = new Set(paying.fee_keys)
  return ({ name, total, meta_data }: Fee): boolean =>
    parseCents(total) < 0 &&
    (keys.has(metaText(meta_data, [FEE_KEY])) || names.some((pattern) => pattern.test(plainText(name))))
}

/** What is left of a total that lacks something once named payments are added. */
function unexplained(
  gap: number,
  order: OrderPayload,
  { mapping: { voucher_payments: paying } }: Named,
  { of, unit }: Rounding,
): number {
  if (gap >= 0) return gap
  if (paying.gap) return 0
  const left = paying.meta_keys.reduce((sum, told) => {
    const { key, field } = typeof told === 'string' ? { key: told, field: undefined } : told
    const paid = order.meta_data
      .filter((entry) => entry.key === key)
      .map(({ value }) => centsIn(value, field))
    return sum + of(centsText(paid.find((cents) => cents > 0) ?? 0))
  }, gap)
  return Math.abs(left) <= unit ? 0 : left
}

const asFee = ({ id, name, total, total_tax, taxes, meta_data }: LinePayload) => ({
  ...{ id, name, total, total_tax, taxes, meta_data },
})

/** A refunded voucher is a refunded fee; a payment that returned to its wallet was refunded as well. */
function withoutVouchers(
  refund: RefundPayload,
  sold: readonly LinePayload[],
  payments: readonly Fee[],
): { refund: RefundPayload; returned: number } {
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
    refund: {
      ...refund,
      amount: centsText(cents),
      line_items: refund.line_items.filter((item) => !isSold(item)),
      fee_lines: [...refund.fee_lines.filter((fee) => !returned.includes(fee)), ...vouchers],
    },
    returned: sumOfTotals(returned),
  }
}
