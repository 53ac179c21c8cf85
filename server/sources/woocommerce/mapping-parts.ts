// Which changes of a mapping need another import.
import { MAPPING_PARTS, type MappingPart } from '#contract/shop-states.ts'
import type { Mapping } from './mapping.ts'

const FIELDS: Record<MappingPart, readonly (keyof Mapping)[]> = {
  distributor: ['distributor', 'payments'],
  business: ['business', 'segment', 'primary_category_keys', 'ignored_categories'],
  customers: ['employee_id_keys', 'locality_keys', 'allow_communications_keys', 'allow_samples_keys'],
  discounts: ['discounts'],
  orders: ['invoice_number_keys', 'vouchers', 'voucher_payments', 'line_savings', 'split_orders', 'costs'],
}

/** Discount rules that read meta fields, which stored rows lack. */
export const readsMeta = ({ discounts }: Mapping): boolean => discounts.some(({ meta }) => meta !== undefined)

/** The changed parts that cannot be applied to stored rows. */
export function partsToImport(before: Mapping, after: Mapping): MappingPart[] {
  const isChanged = (field: keyof Mapping) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return MAPPING_PARTS.filter(
    (part) => FIELDS[part].some(isChanged) && (part !== 'discounts' || readsMeta(before) || readsMeta(after)),
  )
}
