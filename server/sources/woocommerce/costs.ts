// What goods cost the shop: WooCommerce's own cost of goods, or the meta fields of plug-ins that the mapping names. A cost of 0 is
// none: WooCommerce answers it for goods whose cost nobody entered.
import { centsText, parseCents } from '#server/domain/cents.ts'
import { unitCostText } from '#server/domain/money.ts'
import type { Mapping } from './mapping.ts'
import type { LinePayload, VariationPayload } from './payloads.ts'
import { metaText } from './translate.ts'

/** Of the whole line before returns, with 2 decimals; the order's own cost is net of refunds, and is not read. */
export function lineCost(line: LinePayload, { costs }: Mapping): string | null {
  const { cost_of_goods_sold, meta_data, quantity } = line
  const sign = quantity < 0 ? -1 : 1
  for (const told of [cost_of_goods_sold, metaText(meta_data, costs.line_keys)]) {
    const cents = Math.abs(parseCents(told))
    if (cents > 0) return centsText(sign * cents)
  }
  const unit = Number(unitCostText(metaText(meta_data, costs.line_unit_keys)))
  return unit === 0 ? null : centsText(sign * Math.round(unit * Math.abs(quantity) * 100))
}

/** Of a unit, with 4 decimals. */
export function productCost(product: VariationPayload, { costs }: Mapping): string | null {
  for (const told of [product.cost_of_goods_sold, metaText(product.meta_data, costs.product_keys)]) {
    const text = unitCostText(told)
    if (Number(text) > 0) return text
  }
  return null
}
