// Meta fields that orders, products and accounts are read by; the import selects only these.
import type { Mapping } from '../mapping.ts'
import { ORDER_NUMBER_KEYS } from '../order-number.ts'
import { OWN_SALE_KEYS, OWN_SALE_LINE_KEYS } from '../own-sale.ts'
import { ANONYMIZED } from '../translate.ts'
import { FEE_KEY } from '../vouchers.ts'

export interface MetaKeys {
  readonly orders: readonly string[]
  /** Of lines, coupons and fees. */
  readonly items: readonly string[]
  readonly products: readonly string[]
  readonly customers: readonly string[]
}

export function metaKeys(mapping: Mapping): MetaKeys {
  const { distributor, business, segment } = mapping
  return {
    orders: [
      ...distributor.id_keys,
      ...distributor.name_keys,
      ...distributor.email_keys,
      ...distributor.calendar_keys,
      ...mapping.invoice_number_keys,
      ...ORDER_NUMBER_KEYS,
      ...mapping.voucher_payments.meta_keys.map((told) => (typeof told === 'string' ? told : told.key)),
      ...OWN_SALE_KEYS,
      ANONYMIZED,
    ],
    items: [
      ...mapping.discounts.flatMap(({ meta }) => (meta ? [meta.key] : [])),
      ...mapping.vouchers.line_keys,
      ...(mapping.voucher_payments.fee_keys.length > 0 ? [FEE_KEY] : []),
      ...mapping.line_savings.map(({ key }) => key),
      ...mapping.costs.line_keys,
      ...mapping.costs.line_unit_keys,
      ...OWN_SALE_LINE_KEYS,
    ],
    products: [
      ...mapping.primary_category_keys,
      ...[business, segment].flatMap((place) => (place.from === 'meta' ? [place.key] : [])),
      ...mapping.costs.product_keys,
    ],
    customers: [
      ...mapping.employee_id_keys,
      ...mapping.locality_keys,
      ...distributor.id_keys,
      ...mapping.allow_communications_keys,
      ...mapping.allow_samples_keys,
    ],
  }
}
