// Facts of an assembled order: discounts and refunds once, totals compared.
import { NO_SUB_GROUP } from '#contract/benefit-groups.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { centsText, shareOut } from '#server/domain/cents.ts'
import { NEVER, NO_DISTRIBUTOR, NO_PROVINCE, type OrderFacts } from '#server/domain/facts.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { unitsOf } from '#server/domain/money.ts'
import { lineAmountTexts, type OrderAmounts, orderAmounts } from '#server/domain/order-amounts.ts'
import { provinceOf } from '#server/domain/province.ts'
import { indexable } from '#server/ingest/notes.ts'
import { currencyCode, orderCurrency } from './currency.ts'
import { dateTimeOf } from './dates.ts'
import { doubtfulRows } from './doubtful-rows.ts'
import { type Field, PAID } from './fields.ts'
import type { Warning } from './model.ts'
import { writtenCurrency } from './numbers.ts'
import {
  type AssembleContext,
  type Assembled,
  cellOf,
  type OrderNumbers,
  rejectOf,
  textIn,
} from './order-rows.ts'
import type { StoredRow } from './row-store.ts'
import { FILES_TEXT } from './text.ts'

export interface AssembledLine {
  readonly row: StoredRow
  readonly sku: string
  readonly name: string
  readonly quantity: number
  /** Units that came back, where the file counts them. */
  readonly returned: number
  readonly gross: number
  readonly discount: number
  /** Its share of the amount of a package. */
  readonly weight: number
  readonly hasAmount: boolean
  readonly contradicts?: number
  readonly isNet?: true
  /** The amount that stands in the file, where it contradicts. */
  readonly written?: number
}

export interface OrderParts {
  readonly id: number
  readonly rows: readonly StoredRow[]
  readonly lines: readonly AssembledLine[]
  /** On the store's clock. */
  readonly created: string
  readonly statusValue: string
  readonly amounts: OrderNumbers
}

export function orderFacts(parts: OrderParts, context: AssembleContext): Assembled {
  const { rows, amounts: told } = parts
  const first = rows[0]!
  const table = context.tables[first.table]!
  const lines = productLines(parts.lines)
  if (lines.length === 0) {
    if (!context.noProducts) return { rejects: [rejectOf(first, 'product', FILES_TEXT.noLines, context)] }
    lines.push(withoutDetail(first, told))
  }
  const { goods, reductions, returned } = split(lines)
  const rounded = toSubtotal(goods, told)
  const lineDiscount = total(rounded.map(({ discount }) => discount))
  const orderDiscount = table.afterDiscount ? 0 : isSameDiscount(told, rounded) ? 0 : told.discount
  const raised = table.afterDiscount ? withDiscount(rounded, told.discount) : rounded
  // Rows of a refund and its amount on the order tell the same.
  const refunded = Math.max(told.refund, returned)
  const priced = table.lessRefund && told.refund > 0 ? withRefund(raised, told.refund) : raised
  const couponText = firstText(rows, 'coupon')
  const isCoupon = couponText !== '' && (orderDiscount > 0 || lineDiscount > 0 || table.afterDiscount)
  const coupons = isCoupon && told.discount > 0 ? [told.discount] : []
  const promotions = [
    ...(!isCoupon && orderDiscount > 0 ? [orderDiscount] : []),
    ...reductions.map(({ gross }) => -gross),
    ...(told.fees < 0 ? [-told.fees] : []),
  ]
  const shares = shareOut(isCoupon ? orderDiscount : 0, weightsOf(priced))
  const amounts = orderAmounts({
    lines: priced.map(({ gross, discount }, index) => ({
      gross,
      discount: discount + (shares[index] ?? 0),
      refunded: 0,
    })),
    coupons,
    promotions,
    refunded,
  })
  const warnings = warningsOf(parts, priced, amounts, context)
  const names = [
    ...(!isCoupon && orderDiscount > 0 ? [FILES_TEXT.orderDiscount] : []),
    ...reductions.map(({ name }) => name),
    ...(told.fees < 0 ? [FILES_TEXT.orderDiscount] : []),
  ]
  const facts = factsOf(
    parts,
    priced,
    amounts,
    { couponText: coupons.length > 0 ? couponText : '', names },
    context,
  )
  return { facts, status: parts.statusValue, net: amounts.net, warnings }
}

/** Parts of a package share the amount of its head by their prices, unless they have amounts of their own. */
function productLines(lines: readonly AssembledLine[]): AssembledLine[] {
  const head = lines.find(({ row }) => row.role === 'head')
  if (!head) return [...lines]
  const parts = lines.filter((line) => line !== head)
  if (parts.length === 0) return [{ ...head, hasAmount: true }]
  if (parts.some(({ hasAmount, gross }) => hasAmount && gross !== 0)) return parts
  const shares = shareOut(
    head.gross,
    parts.map(({ weight }) => weight),
  )
  return parts.map((line, index) => ({ ...plain(line), gross: shares[index]!, discount: 0 }))
}

const plain = ({ contradicts: _, written: __, isNet: ___, ...line }: AssembledLine): AssembledLine => line

function withoutDetail(
  row: StoredRow,
  { total: sum, subtotal, shipping, discount }: OrderNumbers,
): AssembledLine {
  const gross = subtotal ?? (sum ?? 0) - shipping + discount
  return {
    row,
    sku: '',
    name: FILES_TEXT.noDetail,
    quantity: 0,
    returned: 0,
    gross,
    discount: 0,
    weight: 0,
    hasAmount: true,
  }
}

/**
 * `reductions`: a positive quantity at a negative price takes off, as Odoo writes discounts. `returned`: rows that the platform
 * itself calls refunds of the order beside them.
 */
function split(lines: readonly AssembledLine[]) {
  const hasSale = lines.some(({ row, gross }) => row.role !== 'refund' && gross > 0)
  const isRefund = ({ row }: AssembledLine) => hasSale && row.role === 'refund'
  const sold = lines.filter((line) => !isRefund(line))
  const isReduction = ({ quantity, gross }: AssembledLine) => hasSale && gross < 0 && quantity > 0
  return {
    reductions: sold.filter(isReduction),
    goods: sold.filter((line) => !isReduction(line)),
    returned: total(lines.filter(isRefund).map(({ gross, discount }) => Math.abs(gross - discount))),
  }
}

/** Unit prices are rounded to the cent: an order's own subtotal holds within half a cent a unit. */
function toSubtotal(lines: readonly AssembledLine[], { subtotal, discount }: OrderNumbers): AssembledLine[] {
  if (subtotal === undefined) return [...lines]
  const net = total(lines.map((line) => line.gross - line.discount))
  const gross = total(lines.map((line) => line.gross))
  const units = total(lines.map(({ quantity }) => Math.abs(quantity)))
  const differences = [subtotal - gross, subtotal - net, subtotal + discount - net]
  const nearest = differences.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best))
  if (nearest === 0 || Math.abs(nearest) > units / 2) return [...lines]
  return withDifference(lines, nearest)
}

const weightsOf = (lines: readonly AssembledLine[]): number[] => lines.map(({ gross }) => Math.max(gross, 0))

function withDifference(lines: readonly AssembledLine[], difference: number): AssembledLine[] {
  const shares = shareOut(difference, weightsOf(lines))
  return lines.map((line, index) => ({ ...line, gross: line.gross + shares[index]! }))
}

/** Prices after the coupon: the discount is added to gross, so that it counts once. */
function withDiscount(lines: readonly AssembledLine[], discount: number): AssembledLine[] {
  const shares = shareOut(discount, weightsOf(lines))
  return lines.map((line, index) => ({
    ...line,
    gross: line.gross + shares[index]!,
    discount: line.discount + shares[index]!,
  }))
}

/** Quantities already without what came back: its amount is added to gross, so that the refund counts once. */
const withRefund = (lines: readonly AssembledLine[], refund: number): AssembledLine[] =>
  withDifference(lines, refund)

/** The order repeats the sum of its lines' discounts, unless its own subtotal takes off both. */
function isSameDiscount({ discount, subtotal }: OrderNumbers, lines: readonly AssembledLine[]): boolean {
  const lineDiscount = total(lines.map((line) => line.discount))
  const paid = total(lines.map((line) => line.gross)) - lineDiscount - discount
  if (subtotal !== undefined && Math.abs(paid - subtotal) <= lines.length) return false
  return lineDiscount > 0 && Math.abs(discount - lineDiscount) <= lines.length
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

const firstText = (rows: readonly StoredRow[], field: Field): string => {
  for (const row of rows) {
    const text = textIn(row, field)
    if (text !== '') return text
  }
  return ''
}

const DAY = 24 * 60 * 60 * 1000
/** The end of the next day: clocks of shops differ from this one by less. */
const tomorrow = (): string => new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)

function warningsOf(
  { rows, created, amounts: told }: OrderParts,
  lines: readonly AssembledLine[],
  amounts: OrderAmounts,
  context: AssembleContext,
): Warning[] {
  const first = rows[0]!
  const file = context.tables[first.table]!.name
  const warning = (code: Warning['code'], message: string, row = first): Warning => ({
    ...{ code, order: first.order, file, row: row.line, message },
  })
  const warnings: Warning[] = []
  const line = lines.find(({ contradicts }) => contradicts !== undefined)
  if (line) {
    const words = line.isNet ? FILES_TEXT.warnings.net : FILES_TEXT.warnings.line
    const message = words(line.written ?? 0, line.contradicts ?? 0)
    warnings.push(warning('total_mismatch', message, line.row))
  } else {
    const table = context.tables[first.table]!
    const comparable = table.untaxed && !table.has('tax') ? { ...told, total: undefined } : told
    const sum = contradictedTotal(comparable, amounts, lines)
    if (sum) warnings.push(warning('total_mismatch', FILES_TEXT.warnings.total(sum.told, sum.sum)))
  }
  const { currency, isUnknown } = currencyOf(rows, context)
  if (currency !== context.currency) {
    context.notes.count('currency', currency)
    warnings.push(warning('other_currency', FILES_TEXT.warnings.currency(currency)))
  }
  if (isUnknown) {
    const text = firstText(rows, 'currency')
    warnings.push(warning('unknown_currency', FILES_TEXT.warnings.unknownCurrency(text, currency)))
  }
  if (lines.every(({ gross, quantity }) => gross < 0 || (gross === 0 && quantity < 0)))
    warnings.push(warning('returns_alone', FILES_TEXT.warnings.returns))
  if (created > tomorrow())
    warnings.push(warning('future_date', FILES_TEXT.warnings.future(created.slice(0, 10))))
  for (const { code, row, message } of doubtfulRows(rows, context)) warnings.push(warning(code, message, row))
  return warnings
}

/** A total or subtotal that no sum of the order's parts gives, within their rounding. */
function contradictedTotal(told: OrderNumbers, amounts: OrderAmounts, lines: readonly AssembledLine[]) {
  const slack = Math.max(lines.length, 1) + 1
  const net = amounts.gross - amounts.discount
  const lineNet = total(lines.map((line) => line.gross - line.discount))
  const sums = (base: number[], more: number[]) =>
    base.flatMap((one) => [one, one - amounts.refunded]).flatMap((one) => more.map((extra) => one + extra))
  const fits = (value: number, candidates: readonly number[]) =>
    candidates.some((one) => Math.abs(one - value) <= slack)
  const { subtotal, shipping, fees, tax } = told
  if (subtotal !== undefined && !fits(subtotal, sums([net, lineNet, amounts.gross], [0, tax, told.discount])))
    return { told: subtotal, sum: lineNet }
  const fee = Math.max(fees, 0)
  const extras = [shipping + fee, shipping + fee + tax, tax, fee, 0, shipping]
  if (told.total === undefined) return undefined
  const candidates = sums([net], extras)
  if (![told.total, told.lineTotals].some((one) => fits(one, candidates)))
    return { told: told.total, sum: net + shipping + fee }
  return undefined
}

function currencyOf(rows: readonly StoredRow[], { currency, tables }: AssembleContext) {
  const text = firstText(rows, 'currency')
  if (currencyCode(text) === undefined) {
    for (const row of rows)
      for (const field of tables[row.table]!.mixesCurrencies ? PAID : []) {
        const written = writtenCurrency(cellOf(row, field))
        if (written !== undefined) return { currency: written, isUnknown: false }
      }
    const titled = tables[rows[0]!.table]!.currency
    if (titled !== undefined) return { currency: titled, isUnknown: false }
  }
  return orderCurrency(text, currency)
}

interface DiscountNames {
  /** '' for none. */
  readonly couponText: string
  /** Of the promotions, in their order. */
  readonly names: readonly string[]
}

function factsOf(
  parts: OrderParts,
  lines: readonly AssembledLine[],
  amounts: OrderAmounts,
  discounts: DiscountNames,
  context: AssembleContext,
): OrderFacts {
  const order = orderFact(parts, lines, amounts, discounts, context)
  const { order_id, month, status, counted, dist_id } = order
  const shared = { order_id, month, status, counted, dist_id }
  const distributor = indexable(firstText(parts.rows, 'dist_name'), 'distribuidor', context.notes)
  return {
    order,
    lines: amounts.lines.map((line, index) => {
      const { sku, name, quantity, returned } = lines[index]!
      return {
        ...shared,
        ...{ line_id: index + 1, product_id: 0, variation_id: 0, sku, name: name || sku, quantity },
        refunded_units: returned,
        cost: null,
        ...lineAmountTexts(line),
      }
    }),
    discounts: discountFacts(amounts, discounts, context).map((discount, index) => ({
      ...{ ...shared, ...discount, discount_id: index + 1 },
    })),
    refunds: amounts.refunded > 0 ? [refundFact(parts, amounts, order, context)] : [],
    ...(dist_id !== NO_DISTRIBUTOR.dist_id && { distributor: { dist_id, name: distributor } }),
  }
}

function refundFact(
  { rows }: OrderParts,
  { refunded }: OrderAmounts,
  { order_id, month, created_at }: OrderFacts['order'],
  { tables, clock }: AssembleContext,
): OrderFacts['refunds'][number] {
  const dated = rows.find((row) => textIn(row, 'refund_date') !== '')
  const at = dated && dateTimeOf(textIn(dated, 'refund_date'), tables[dated.table]!.dates, clock)
  return {
    ...{ order_id, refund_id: 1, month, created_at: at ?? created_at },
    amount: centsText(refunded),
    reason: firstText(rows, 'refund_reason'),
    analytics_net: centsText(refunded),
    included_tax: '0.00',
    untaxed_fees: '0.00',
  }
}

function discountFacts(
  amounts: OrderAmounts,
  { couponText, names }: DiscountNames,
  { notes }: AssembleContext,
) {
  const one = (kind: 'coupon' | 'fee', told: string, cents: number) => {
    const name = indexable(kind === 'coupon' ? told.toLowerCase() : told, 'descuento', notes)
    return {
      ...{ kind, name, promo_name: name, promo_type: '' as const, nominal: '0.00', amount: centsText(cents) },
      ...{ discount_group: 'OTROS' as const, sub_group: NO_SUB_GROUP.key },
    }
  }
  return [
    ...amounts.coupons.map((cents) => one('coupon', couponText, cents)),
    ...amounts.promotions.map((cents, index) => one('fee', names[index] ?? FILES_TEXT.orderDiscount, cents)),
    ...(amounts.manual === 0 ? [] : [one('fee', FILES_TEXT.lineDiscount, amounts.manual)]),
  ]
}

function personOf(rows: readonly StoredRow[]): { first_name: string; last_name: string } {
  const [first, last] = [firstText(rows, 'first_name'), firstText(rows, 'last_name')]
  if (first !== '' || last !== '') return { first_name: first, last_name: last }
  const whole = firstText(rows, 'customer') || firstText(rows, 'company')
  return { first_name: whole, last_name: '' }
}

function orderFact(
  { id, rows, created, statusValue, amounts: told }: OrderParts,
  lines: readonly AssembledLine[],
  amounts: OrderAmounts,
  { couponText }: DiscountNames,
  context: AssembleContext,
): OrderFacts['order'] {
  const { notes } = context
  const text = (field: Field) => firstText(rows, field)
  const status = context.statusOf(statusValue) ?? ''
  if (status !== '' && !Object.hasOwn(STATUS_LABELS, status)) notes.count('status', status)
  const { currency } = currencyOf(rows, context)
  const province = provinceOf(text('province'), text('country'))
  if (province === NO_PROVINCE) notes.count('province', text('province'))
  const number = indexable(rows[0]!.order, 'número', notes)
  const fees = Math.max(told.fees, 0)
  const charged = amounts.gross - amounts.discount + told.shipping + fees
  return {
    order_id: id,
    number: number === String(id) ? '' : number,
    ...{ month: created.slice(0, 7), created_at: created, order_date: created.slice(0, 10) },
    ...{ paid_at: null, completed_at: null, modified_at: NEVER },
    status,
    currency,
    counted: currency === context.currency,
    customer_id: 0,
    email: indexable(foldedEmail(text('email')), 'correo', notes),
    ...personOf(rows),
    city: text('city'),
    province,
    dist_id: indexable(text('dist_id') || text('dist_name'), 'distribuidor', notes) || NO_DISTRIBUTOR.dist_id,
    invoice_number: text('invoice'),
    payment_method: text('payment'),
    units: unitsOf(lines, ({ quantity }) => quantity),
    refunded_units: unitsOf(lines, ({ returned }) => returned),
    coupons: couponText === '' ? 0 : 1,
    gross: centsText(amounts.gross),
    discount: centsText(amounts.discount),
    refunded: centsText(amounts.refunded),
    net: centsText(amounts.net),
    shipping: centsText(told.shipping),
    fees: centsText(fees),
    total: centsText(charged),
    ...{ gap: '0.00', voucher_paid: '0.00' },
    analytics_net: centsText(amounts.gross - amounts.discount + fees),
    included_tax: '0.00',
    untaxed_fees: centsText(fees),
  }
}
