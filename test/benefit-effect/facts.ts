// The orders and accounts of a generated shop. Each province has its distributor; some of its orders go elsewhere.
import { addDays } from '#contract/month.ts'
import type { CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import type { PromotedShop, ShopPurchase } from './buyers-shop.ts'

export const PROMOTED_MONTH = '2026-06'
export const PROMOTION = { sub_group: 'GALICIA', promo_name: 'Galicia 20%' }
const NONE = '0.00'
const FIRST_DAY = `${PROMOTED_MONTH}-01`
const money = (cents: number) => (cents / 100).toFixed(2)

/** Every second buyer of no company is a guest. */
const accountOf = ({ buyers }: PromotedShop, buyer: number): number =>
  buyers[buyer]?.company || buyer % 2 === 0 ? buyer + 1 : 0
const emailOf = (buyer: number) => `b${buyer}@example.com`

export const customersOf = (shop: PromotedShop): CustomerFact[] =>
  shop.buyers.flatMap(({ company }, buyer) => {
    const customer_id = accountOf(shop, buyer)
    if (customer_id === 0) return []
    return {
      ...{ customer_id, registered_at: '2024-01-01 00:00:00', month: '2024-01' },
      ...{ modified_at: '2024-01-01 00:00:00', email: emailOf(buyer), first_name: '', last_name: '' },
      ...{ role: company ? `empleado_${company.toLowerCase()}` : 'customer', company, employee_id: '' },
      ...{ locality: '', city: '', province: '', dist_id: '0' },
      ...{ allow_communications: false, allow_samples: false },
    }
  })

/** Distributors by their provinces. */
export const distributorsOf = ({ buyers }: PromotedShop): string[] =>
  [...new Set(buyers.map(({ province }) => province))].sort()
export const distId = (shop: PromotedShop, province: string) =>
  String(100 + distributorsOf(shop).indexOf(province))

export const factsOf = (shop: PromotedShop): OrderFacts[] =>
  shop.purchases.map((purchase, index) => orderOf(shop, purchase, index + 1))

function orderOf(
  shop: PromotedShop,
  { buyer, day, cents, uses }: ShopPurchase,
  order_id: number,
): OrderFacts {
  const date = addDays(FIRST_DAY, day)
  const province = shop.buyers[buyer]?.province ?? ''
  const dist_id = distId(shop, province)
  const of = { order_id, month: date.slice(0, 7), status: 'wc-completed', counted: true, dist_id }
  const [gross, discount] = [money(uses ? cents + 1000 : cents), uses ? '10.00' : NONE]
  const amounts = { gross, discount, refunded: NONE, net: money(cents) }
  return {
    order: {
      ...{
        ...of,
        ...amounts,
        created_at: `${date} 12:00:00`,
        order_date: date,
        modified_at: `${date} 12:00:00`,
      },
      ...{
        province: order_id % 7 === 0 ? 'CHUBUT' : province,
        city: '',
        number: '',
        paid_at: null,
        completed_at: null,
      },
      ...{ currency: 'ARS', customer_id: accountOf(shop, buyer), email: emailOf(buyer) },
      ...{ first_name: '', last_name: '', invoice_number: '', payment_method: '', coupons: 0, units: 1 },
      ...{
        refunded_units: 0,
        shipping: NONE,
        fees: NONE,
        total: money(cents),
        gap: NONE,
        voucher_paid: NONE,
      },
      ...{ analytics_net: NONE, included_tax: NONE, untaxed_fees: NONE },
    },
    lines: [
      {
        ...{
          ...of,
          ...amounts,
          line_id: order_id,
          product_id: 11,
          variation_id: 0,
          sku: '',
          name: 'Alfajor',
        },
        ...{ quantity: 1, refunded_units: 0, promotion: NONE, shared: NONE, cost: null },
      },
    ],
    discounts: uses
      ? [
          {
            ...{ ...of, ...PROMOTION, discount_id: order_id, kind: 'coupon', name: 'galicia20' },
            ...{ discount_group: 'BANCARIOS', promo_type: '', nominal: '10.00', amount: '10.00' },
          },
        ]
      : [],
    refunds: [],
    distributor: { dist_id, name: `Distribuidora ${province}` },
  }
}
