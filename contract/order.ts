// One order with everything that its figures are computed from.
import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { freshness, id, isoDate, money, utcTime } from './vocabulary.ts'

/** Figures that an order may count in. */
export const ORDER_FIGURES = ['sales', 'cancelled', 'statuses', 'buyers', 'benefits', 'company'] as const

/** Why an order counts in a figure, or why not. */
export const COUNT_REASONS = [
  'counted',
  'currency',
  'implausible',
  'contained',
  'copied',
  'status',
  'discounts',
  'company',
] as const

const BUYER_KINDS = ['account', 'guest-of-account', 'guest', 'anonymous'] as const

const shopTime = z.string().meta({
  description: 'On the clock of the shop, YYYY-MM-DD HH:MM:SS',
  example: '2026-05-14 09:30:00',
})
const quantity = z.number().meta({ description: 'Units', example: 3 })
const text = z.string()

const buyer = z.object({
  kind: z
    .enum(BUYER_KINDS)
    .describe(
      'account: registered; guest-of-account: a guest with the e-mail of an account; guest: by e-mail; anonymous: a guest without e-mail',
    ),
  account_id: id.describe('The account that counts as the buyer; 0 without one'),
  role: text,
  company: text.describe('Company of the role of the account, or empty'),
  person: z
    .object({ name: text, surname: text, email: text, employee_id: text })
    .nullable()
    .describe('null without the permission to see personal data'),
})

const line = z.object({
  line_id: id,
  product_id: id.describe('0: deleted product'),
  sku: text,
  product_name: text,
  business: text,
  segment: text,
  quantity,
  refunded_units: quantity,
  gross: money,
  discount: money.describe('Coupon discount of the line'),
  promotion: money.describe('Share of the promotions of the order'),
  refunded: money.describe('Refund of the line and its share of refunds that name no line'),
  net: money.describe('gross - discount - promotion - refunded'),
})

const discount = z.object({
  discount_id: id,
  kind: z.enum(['coupon', 'fee']).describe('fee: a negative fee, which is a promotion'),
  discount_name: text,
  group: text,
  sub_group: text,
  promo_name: text,
  amount: money,
})

const refund = z.object({
  refund_id: id,
  refunded_at: shopTime,
  amount: money.describe('All of it, with shipping and fees'),
  reason: text.nullable().describe('null without the permission to see personal data'),
})

const detail = endpoint('GET /api/orders/{order_id}', {
  access: 'view:orders',
  summary: 'One order of any month: lines, discounts, refunds, and the figures it counts in',
  description:
    'The lines add up to the amounts of the order, the discounts to its discount. 404 for an order that is not stored and for one of a distributor that the role may not see.',
  failures: ['order-not-found'],
  params: z.object({
    order_id: z
      .string()
      .refine((value) => /^[1-9]\d{0,14}$/.test(value), { message: 'must be the number of an order' })
      .meta({ type: 'integer', minimum: 1, description: 'Number of the order', example: 4567 })
      .transform(Number),
  }),
  data: z.object({
    order_id: id,
    number: text.describe('What the shop calls the order; its id where no plug-in gives it a number'),
    month: text.meta({ description: 'Month it counts in, YYYY-MM', example: '2026-05' }),
    date: isoDate,
    created_at: shopTime,
    modified_at: utcTime.nullable().describe('null: the source does not say, as files do not'),
    status: text,
    currency: text,
    counted: z.boolean().describe('false: in another currency, so in no sum'),
    dist_id: text,
    dist_name: text,
    invoice_number: text,
    payment_method: text,
    city: text,
    state: text,
    units: quantity.describe('Net of refunded units'),
    order_subtotal: money.describe('Gross'),
    discount: money,
    refunded: money.describe('Without shipping and positive fees'),
    order_total: money.describe('Net: gross - discount - refunded'),
    shipping: money.describe('In no sales figure'),
    fees: money.describe('Positive fees; in no sales figure'),
    shop_total: money.describe('Total as the shop shows it'),
    buyer,
    lines: z.array(line),
    discounts: z.array(discount),
    refunds: z.array(refund),
    counts: z.array(
      z.object({
        figure: z.enum(ORDER_FIGURES),
        counts: z.boolean(),
        reason: z
          .enum(COUNT_REASONS)
          .describe(
            'counted: it counts; otherwise the reason why not: its currency, its status, no discounts, no company',
          ),
      }),
    ),
    admin_url: text.nullable().meta({
      description:
        'The order in the administration of the shop; null where no WooCommerce store is connected',
      example: 'https://shop.example.com/wp-admin/post.php?post=4567&action=edit',
    }),
  }),
})

/** `meta` names its month, so that an open screen follows the changes of it. */
export const orderDetail = { ...detail, response: detail.response.extend({ meta: freshness }) }

export type OrderDetail = DataOf<typeof orderDetail>
