// Amounts as WooCommerce's REST API formats them: with `dp` decimals of the request, else with those of the shop's display.
import type { Json } from './recordings.ts'

const AMOUNTS = new Set(
  'total subtotal subtotal_tax total_tax discount discount_tax discount_total shipping_total shipping_tax cart_tax amount'.split(
    ' ',
  ),
)

/** An order or refund with its parts. */
export const withDecimals = (record: Json, decimals: number): Json =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, shown(key, value, decimals)]))

function shown(key: string, value: unknown, decimals: number): unknown {
  if (AMOUNTS.has(key) && (typeof value === 'string' || typeof value === 'number'))
    return formatted(String(value), decimals)
  if (Array.isArray(value) && key !== 'meta_data')
    return value.map((item) => (typeof item === 'object' && item ? withDecimals(item, decimals) : item))
  return value
}

/** Half away from zero. */
function formatted(text: string, decimals: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? []
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const up = String(digits + (Number(fraction[decimals] ?? 0) >= 5 ? 1n : 0n)).padStart(decimals + 1, '0')
  const cut = up.length - decimals
  return `${sign}${up.slice(0, cut)}${decimals > 0 ? `.${up.slice(cut)}` : ''}`
}
