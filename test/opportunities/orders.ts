// The orders and products of a generated shop: one order of each distributor and month.
import type { OrderFacts, ProductFact } from '#server/domain/facts.ts'
import type { GeneratedShop } from './generated-shop.ts'

const NONE = '0.00'
const text = (cents: number) => (cents / 100).toFixed(2)

export const productFacts = ({ products }: GeneratedShop): ProductFact[] =>
  products.map(({ product_id, segment }) => ({
    ...{ product_id, parent_id: 0, name: `Producto ${product_id}`, business: 'Negocio', segment },
    ...{ sku: `S${product_id}`, status: 'publish', type: '', stock_status: 'instock', stock_quantity: null },
    ...{ price: '10.00', cost: null, url: '', category_ids: [], modified_at: '2026-01-01 00:00:00' },
  }))

export const orderFacts = (shop: GeneratedShop): OrderFacts[] =>
  shop.months.flatMap((month, m) =>
    shop.distributors.flatMap(({ dist_id, province }, d) => {
      const order_id = 1 + m * shop.distributors.length + d
      const of = { order_id, month, status: 'wc-completed', counted: true, dist_id }
      const sold = shop.products.flatMap(({ product_id }, p) => {
        const [units, cents] = [shop.units[m]![d]![p]!, shop.cents[m]![d]![p]!]
        return units > 0 ? [{ product_id, units, cents }] : []
      })
      if (sold.length === 0) return []
      const total = text(sold.reduce((sum, { cents }) => sum + cents, 0))
      return {
        order: {
          ...of,
          ...{ created_at: `${month}-10 12:00:00`, order_date: `${month}-10`, province, city: '' },
          ...{ modified_at: `${month}-10 12:00:00`, number: '', paid_at: null, completed_at: null },
          ...{ currency: 'ARS', customer_id: 0, email: '', first_name: '', last_name: '' },
          ...{ invoice_number: '', payment_method: '', coupons: 0, refunded_units: 0 },
          units: sold.reduce((sum, { units }) => sum + units, 0),
          ...{ gross: total, net: total, total, discount: NONE, refunded: NONE, shipping: NONE, fees: NONE },
          ...{ gap: NONE, voucher_paid: NONE, analytics_net: NONE, included_tax: NONE, untaxed_fees: NONE },
        },
        lines: sold.map(({ product_id, units, cents }, index) => ({
          ...of,
          ...{ line_id: order_id * 1000 + index, product_id, variation_id: 0, sku: `S${product_id}` },
          ...{ name: `Producto ${product_id}`, quantity: units, refunded_units: 0, gross: text(cents) },
          ...{ discount: NONE, refunded: NONE, promotion: NONE, shared: NONE, net: text(cents), cost: null },
        })),
        ...{ discounts: [], refunds: [] },
        distributor: { dist_id, name: `Distribuidor ${dist_id}` },
      }
    }),
  )
