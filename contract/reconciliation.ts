import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count } from './vocabulary.ts'

const utcTime = z.string().describe('UTC, YYYY-MM-DD HH:MM:SS')
const named = z.array(z.object({ name: z.string(), count }))

export const reconciliationRun = z.object({
  id: count,
  job: z
    .enum(['reconciliation', 'import'])
    .describe('import: a full import, which compares nothing but counts unclassified records'),
  started_at: utcTime,
  finished_at: utcTime.nullable(),
  status: z.enum(['processed', 'processing', 'failed', 'warning']),
  message: z.string(),
  shop: z
    .object({
      months: z.array(z.string()).describe('Months that were compared with the store'),
      checked: count.describe('Orders of the store that were compared'),
      by_fields: count.optional().describe('Of those, orders of which every field was compared'),
      differed: count.describe('Orders that differed, were missing or were gone'),
      repaired: count.describe('Orders that were written again or removed'),
      others: count.describe('Products, coupons and customers that had changed without a notification'),
      statuses: z
        .array(
          z.object({
            month: z.string(),
            status: z.string(),
            shop_orders: count,
            orders: count,
            shop_total: z.string().describe('Decimal; as the store shows the orders'),
            total: z.string(),
          }),
        )
        .describe('Per month and status, where the two sides differed before the repair'),
      not_compared: z.array(z.string()).default([]).describe('What was left out this time, in Spanish'),
      fields_since: utcTime
        .nullish()
        .describe('Every field of every order was compared at or after this; null: not yet of some'),
      waiting: count.default(0).describe('Records whose removal waits for a person'),
      remarks: z.array(z.string()).default([]).describe("Oddities of the store's answers, in Spanish"),
      failure: z.string().optional().describe('Why it could not come to its end'),
    })
    .nullable()
    .describe('null: no store was connected, or a full import'),
  summaries_repaired: z.array(z.string()).describe('Months whose summaries did not match their rows'),
  unplaced: z
    .object({
      currencies: named,
      contained_orders: named
        .default([])
        .describe(
          'Orders whose lines others hold that are counted: containers, or what a counted order contains',
        ),
      large_orders: named.default([]).describe('Orders of an implausible size that wait for a person'),
      other_totals: z
        .object({ count, amount: z.number(), orders: z.array(z.string()) })
        .default({ count: 0, amount: 0, orders: [] })
        .describe(
          'Orders whose total is not the sum of their parts: number, sum of the differences, largest ones',
        ),
      statuses: named,
      unregistered_statuses: named
        .default([])
        .describe('Orders in statuses that the store does not register'),
      future_orders: named.default([]).describe('Orders dated after the day of the comparison'),
      discounts: named,
      products_without_business: count,
      products_without_segment: count,
      orders_without_province: count,
      customers_without_province: count,
      erased_buyers: count.default(0).describe('Orders whose person was erased'),
      rejects: named,
    })
    .nullable()
    .describe('What cannot be placed: most frequent first, of each kind at most 20'),
})

export const reconciliations = endpoint('GET /api/config/reconciliation', {
  access: 'settings',
  summary: "The last comparisons of the store's orders with Góndola's, newest first",
  description:
    'Per run: what was compared, what differed and was repaired, and what could not be classified. The job reconciliation runs every night and on demand; returns the last 30 runs, including full imports.',
  data: z.array(reconciliationRun),
})

export type ReconciliationRun = z.infer<typeof reconciliationRun>
