// The taxes that the shop charged. WooCommerce derives an item's tax from its rates whenever it is read, each rounded to the decimals
// that prices are shown with: with none of them, the cents of every order made before are lost.
import { centsText, parseCents, parseTaxCents } from '#server/domain/cents.ts'
import type { OrderPayload, RefundPayload } from './payloads.ts'

interface Taxed {
  readonly total_tax: string
  readonly subtotal_tax?: string
  readonly taxes: readonly { readonly total: string; readonly subtotal: string }[]
}

type Items = Pick<RefundPayload, 'line_items' | 'fee_lines'> & Partial<Pick<RefundPayload, 'shipping_lines'>>

/** The order or refund, with the taxes of its items from their rates where those that are shown lack their cents. */
export function withChargedTaxes<Record extends Items>(
  record: Record,
  { prices_include_tax: isIncluded }: Pick<OrderPayload, 'prices_include_tax'>,
): Record {
  const { line_items, fee_lines, shipping_lines = [] } = record
  if (![...line_items, ...fee_lines, ...shipping_lines].some(({ taxes }) => taxes.length > 0)) return record
  const charged = <Item extends Taxed>(item: Item): Item => chargedItem(item, isIncluded)
  return {
    ...record,
    line_items: line_items.map(charged),
    fee_lines: fee_lines.map(charged),
    ...(record.shipping_lines && { shipping_lines: shipping_lines.map(charged) }),
  }
}

function chargedItem<Item extends Taxed>(item: Item, isIncluded: boolean): Item {
  const { taxes, total_tax, subtotal_tax } = item
  if (taxes.length === 0) return item
  const of = (shown: string, part: 'total' | 'subtotal') => {
    const cents = parseCents(shown)
    if (cents % 100 !== 0) return shown
    let sum = 0
    for (const rate of taxes) sum += parseTaxCents(rate[part], isIncluded)
    return Math.abs(sum - cents) > taxes.length ? centsText(sum) : shown
  }
  const total = of(total_tax, 'total')
  const subtotal = subtotal_tax === undefined ? undefined : of(subtotal_tax, 'subtotal')
  if (total === total_tax && subtotal === subtotal_tax) return item
  return { ...item, total_tax: total, ...(subtotal !== undefined && { subtotal_tax: subtotal }) }
}
