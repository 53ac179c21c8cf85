// Orders of shops for tests of alerts: one line each, so that figures can be added up by hand.
import type { OrderFacts } from '#server/domain/facts.ts'
import { smallShop } from '../fixtures/small-shop.ts'

export interface PlainOrder {
  readonly id: number
  /** Time on the shop's clock. */
  readonly at: string
  readonly distributor: string
  /** Whole pesos. */
  readonly net: number
  readonly status?: string
  /** Category of the only line; by default a product of Golosinas, Alfajores. */
  readonly product?: number
  /** UTC; by default the time of creation, converted from the shop's clock. */
  readonly modified?: string
}

const [template] = smallShop.orders

export function orderFacts({
  id,
  at,
  distributor,
  net,
  status = 'wc-completed',
  modified,
  product,
}: PlainOrder): OrderFacts {
  const line = template?.lines[0]
  if (!template || !line) throw new Error('The small shop has no order')
  const amount = net.toFixed(2)
  const shared = { order_id: id, month: at.slice(0, 7), status, dist_id: distributor }
  const amounts = { gross: amount, discount: '0.00', refunded: '0.00', net: amount }
  return {
    ...template,
    order: {
      ...template.order,
      ...shared,
      ...amounts,
      ...{ created_at: at, order_date: at.slice(0, 10), modified_at: modified ?? at, total: amount },
      ...{ customer_id: 0, email: `${id}@example.com`, units: 1, refunded_units: 0, coupons: 0 },
      ...{ shipping: '0.00', fees: '0.00', analytics_net: amount },
    },
    lines: [
      {
        ...line,
        ...shared,
        ...amounts,
        ...(product !== undefined && { product_id: product }),
        ...{ line_id: id, quantity: 1, refunded_units: 0, promotion: '0.00', shared: '0.00', cost: null },
      },
    ],
    discounts: [],
    refunds: [],
    distributor: { dist_id: distributor, name: `Distribuidora ${distributor}` },
  }
}
