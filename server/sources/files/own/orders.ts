import { DISCOUNT_GROUPS, type DiscountGroup, NO_SUB_GROUP } from '#contract/benefit-groups.ts'
import { entryOf } from '#contract/entry.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { centsText, shareOut } from '#server/domain/cents.ts'
import {
  NO_DISTRIBUTOR,
  NO_PROVINCE,
  type OrderDiscountFact,
  type OrderFact,
  type OrderFacts,
  type ProductFact,
} from '#server/domain/facts.ts'
import { folded, foldedEmail } from '#server/domain/folded.ts'
import { unitsOf } from '#server/domain/money.ts'
import { lineAmountTexts, type OrderAmounts, orderAmounts } from '#server/domain/order-amounts.ts'
import { provinceOf } from '#server/domain/province.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import { indexable, type Notes } from '#server/ingest/notes.ts'
import { orderCurrency } from '../currency.ts'
import type { Warning } from '../model.ts'
import { FILES_TEXT } from '../text.ts'
import { invalid, type Row } from './row.ts'
import { CSV_TEXT } from './text.ts'
import { cents, dateTime, present, signedCents, units, whole } from './values.ts'

export interface OrderRows {
  readonly id: number
  /** The id as its rows name it. */
  readonly name: string
  readonly order: Row
  readonly lines: readonly Row[]
  readonly discounts: readonly Row[]
  readonly refunds: readonly Row[]
}

export type SkuProduct = Pick<ProductFact, 'product_id' | 'name'>

export interface OwnContext {
  readonly currency: string
  readonly notes: Notes
  readonly clock: WallClock
  /** By SKU. */
  readonly products: ReadonlyMap<string, readonly SkuProduct[]>
  /** Undefined for a value that nobody assigned. */
  statusOf(value: string): string | undefined
  /** What a person should know of the order. */
  tell(code: Warning['code'], row: Row, message: string): void
}

/** Files have no dates of change: their content replaces what is stored. */
export const UNDATED = '1970-01-01 00:00:00'

/** Name of line discounts that no row of descuentos.csv explains. */
const LINE_DISCOUNT = 'Descuento en la línea'

/** Throws InvalidValue for the first field that cannot be used: an order is imported complete or not at all. */
export function orderOf(rows: OrderRows, context: OwnContext): OrderFacts {
  const { order, lines } = rows
  if (lines.length === 0) throw invalid(order, 'orden', CSV_TEXT.noLines)
  for (const row of [...lines, ...rows.discounts, ...rows.refunds]) present(row, 'importe')
  for (const row of lines) present(row, 'cantidad')
  const refunds = rows.refunds.map((row) => cents(row, 'importe'))
  const coupons = rows.discounts.filter((row) => kindOf(row) === 'coupon')
  const promotions = rows.discounts.filter((row) => kindOf(row) === 'fee')
  const couponAmounts = coupons.map((row) => cents(row, 'importe'))
  const gross = lines.map((row) => signedCents(row, 'importe'))
  const couponShares = shareOut(
    sum(couponAmounts),
    gross.map((one) => Math.max(one, 0)),
  )
  const amounts = orderAmounts({
    lines: lines.map((row, index) => ({
      gross: gross[index] ?? 0,
      discount: cents(row, 'descuento') + (couponShares[index] ?? 0),
      refunded: 0,
    })),
    coupons: couponAmounts,
    promotions: promotions.map((row) => cents(row, 'importe')),
    refunded: sum(refunds),
  })
  const fact = orderFact(rows, coupons, amounts, context)
  const { order_id, month, status, counted, dist_id, created_at } = fact
  const shared = { order_id, month, status, counted, dist_id }
  return {
    order: fact,
    lines: amounts.lines.map((line, index) => ({
      ...shared,
      ...lineFields(lines[index]!, index, context),
      ...lineAmountTexts(line),
    })),
    discounts: discountFacts(coupons, promotions, amounts, context).map((discount, index) => ({
      ...shared,
      ...discount,
      discount_id: index + 1,
    })),
    refunds: rows.refunds.map((row, index) => ({
      order_id,
      refund_id: index + 1,
      month,
      created_at: row.text('fecha') === '' ? created_at : dateTime(row, 'fecha', context.clock),
      amount: centsText(refunds[index] ?? 0),
      reason: row.text('motivo'),
      analytics_net: centsText(refunds[index] ?? 0),
      included_tax: centsText(0),
      untaxed_fees: centsText(0),
    })),
    ...(dist_id !== NO_DISTRIBUTOR.dist_id && {
      distributor: { dist_id, name: order.text('nombre_distribuidor') },
    }),
  }
}

/** What the shop calls the order, unless that is its id. */
const ownNumber = ({ id, name, order }: OrderRows, notes: Notes): string => {
  const number = indexable(order.text('numero') || name, 'número', notes)
  return number === String(id) ? '' : number
}

/** The status as the files tell it; completed where they tell none. */
export const statusValue = (order: Row): string => order.text('estado') || STATUS_LABELS['wc-completed']

/** Equal but for a cent of rounding per line. */
const isNear = (total: number, sum: number, lines: number): boolean => Math.abs(total - sum) <= lines

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)

function orderFact(
  rows: OrderRows,
  coupons: readonly Row[],
  amounts: OrderAmounts,
  { clock, currency: own, notes, statusOf, tell }: OwnContext,
): OrderFact {
  const { id, order: row, lines } = rows
  const created = dateTime(row, 'fecha', clock)
  const status = indexable(statusOf(statusValue(row)) ?? '', 'estado', notes)
  if (status !== '' && !Object.hasOwn(STATUS_LABELS, status)) notes.count('status', status)
  const { currency, isUnknown } = orderCurrency(row.text('moneda'), own)
  if (currency !== own) {
    notes.count('currency', currency)
    tell('other_currency', row, FILES_TEXT.warnings.currency(currency))
  }
  if (isUnknown) tell('unknown_currency', row, FILES_TEXT.warnings.unknownCurrency(row.text('moneda'), own))
  const province = provinceOf(row.text('provincia'), row.text('pais'))
  if (province === NO_PROVINCE) notes.count('province', row.text('provincia'))
  const [shipping, fees] = [cents(row, 'envio'), cents(row, 'recargos')]
  const charged = amounts.gross - amounts.discount + shipping + fees
  const total = row.text('total') === '' ? charged : signedCents(row, 'total')
  const isSum =
    isNear(total, charged, lines.length) || isNear(total, charged - amounts.refunded, lines.length)
  if (!isSum) tell('total_mismatch', row, FILES_TEXT.warnings.total(total, charged))
  return {
    order_id: id,
    number: ownNumber(rows, notes),
    month: created.slice(0, 7),
    created_at: created,
    order_date: created.slice(0, 10),
    paid_at: null,
    completed_at: null,
    modified_at: UNDATED,
    status,
    currency,
    counted: currency === own,
    customer_id: whole(row, 'cliente'),
    email: indexable(foldedEmail(row.text('email')), 'correo', notes),
    first_name: row.text('nombre'),
    last_name: row.text('apellido'),
    city: row.text('ciudad'),
    province,
    dist_id: indexable(row.text('distribuidor'), 'distribuidor', notes) || NO_DISTRIBUTOR.dist_id,
    invoice_number: row.text('factura'),
    payment_method: row.text('medio_de_pago'),
    units: unitsOf(lines, (line) => units(line, 'cantidad')),
    refunded_units: 0,
    coupons: new Set(coupons.map((coupon) => coupon.text('nombre').toLowerCase())).size,
    gross: centsText(amounts.gross),
    discount: centsText(amounts.discount),
    refunded: centsText(amounts.refunded),
    net: centsText(amounts.net),
    shipping: centsText(shipping),
    fees: centsText(fees),
    total: centsText(total),
    gap: centsText(isSum ? 0 : total - charged),
    voucher_paid: '0.00',
    analytics_net: centsText(amounts.gross - amounts.discount + fees),
    included_tax: centsText(0),
    untaxed_fees: centsText(fees),
  }
}

/** 0 where the SKU is that of several products, and none of them has the name of the line. */
function productOfLine(row: Row, { products, tell }: OwnContext): number {
  const sku = row.text('sku')
  const found = products.get(sku) ?? []
  const named =
    found.length > 1 ? found.filter(({ name }) => folded(name) === folded(row.text('nombre'))) : found
  if (named.length !== 1 && found.length > 1)
    tell('ambiguous_sku', row, FILES_TEXT.warnings.sku(sku, found.length))
  return named.length === 1 ? named[0]!.product_id : 0
}

function lineFields(row: Row, index: number, context: OwnContext) {
  return {
    line_id: index + 1,
    product_id: whole(row, 'producto') || productOfLine(row, context),
    variation_id: 0,
    sku: row.text('sku'),
    name: row.text('nombre'),
    quantity: units(row, 'cantidad'),
    refunded_units: 0,
    cost: row.text('costo') === '' ? null : centsText(signedCents(row, 'costo')),
  }
}

const KINDS: Readonly<Record<string, OrderDiscountFact['kind']>> = {
  cupon: 'coupon',
  promocion: 'fee',
  '': 'fee',
}

function kindOf(row: Row): OrderDiscountFact['kind'] {
  const kind = entryOf(KINDS, folded(row.text('tipo')))
  if (!kind) throw invalid(row, 'tipo', CSV_TEXT.unknownKind(row.text('tipo')))
  return kind
}

function groupOf(row: Row): DiscountGroup {
  const text = row.text('grupo')
  const group = text === '' ? 'OTROS' : DISCOUNT_GROUPS.find((known) => folded(known) === folded(text))
  if (!group) throw invalid(row, 'grupo', CSV_TEXT.unknownGroup(text, DISCOUNT_GROUPS))
  return group
}

type DiscountFields = Omit<
  OrderDiscountFact,
  'order_id' | 'month' | 'status' | 'counted' | 'dist_id' | 'discount_id'
>

function discountFacts(
  coupons: readonly Row[],
  promotions: readonly Row[],
  amounts: OrderAmounts,
  { notes }: OwnContext,
) {
  const fields = (kind: DiscountFields['kind'], told: string, discount = 0, row?: Row): DiscountFields => {
    const name = indexable(told, 'descuento', notes)
    return {
      ...{ kind, name, promo_name: name, promo_type: '', nominal: '0.00', amount: centsText(discount) },
      discount_group: row ? groupOf(row) : 'OTROS',
      sub_group: row?.text('subgrupo') || NO_SUB_GROUP.key,
    }
  }
  return [
    ...coupons.map((row, at) => fields('coupon', row.text('nombre').toLowerCase(), amounts.coupons[at], row)),
    ...promotions.map((row, at) => fields('fee', row.text('nombre'), amounts.promotions[at], row)),
    ...(amounts.manual === 0 ? [] : [fields('fee', LINE_DISCOUNT, amounts.manual)]),
  ]
}
