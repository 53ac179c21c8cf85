import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count } from './vocabulary.ts'

const utcTime = z.string().meta({ description: 'UTC, YYYY-MM-DD HH:MM:SS' })
const named = z.array(z.object({ name: z.string(), count }))

export const reconciliationRun = z.object({
  id: count,
  job: z
    .enum(['reconciliation', 'import'])
    .meta({ description: 'import: a full import, which compares nothing but counts unclassified records' }),
  started_at: utcTime,
  finished_at: utcTime.nullable(),
  status: z.enum(['processed', 'processing', 'failed', 'warning']),
  message: z.string(),
  shop: z
    .object({
      months: z.array(z.string()).meta({ description: 'Months that were compared with the store' }),
      checked: count.meta({ description: 'Orders of the store that were compared' }),
      differed: count.meta({ description: 'Orders that differed, were missing or were gone' }),
      repaired: count.meta({ description: 'Orders that were written again or removed' }),
      others: count.meta({
        description: 'Products, coupons and customers that had changed without a notification',
      }),
      statuses: z
        .array(
          z.object({
            month: z.string(),
            status: z.string(),
            shop_orders: count,
            orders: count,
            shop_total: z.string().meta({ description: 'Decimal; as the store shows the orders' }),
            total: z.string(),
          }),
        )
        .meta({ description: 'Per month and status, where the two sides differed before the repair' }),
      not_compared: z
        .array(z.string())
        .default([])
        .meta({ description: 'What was left out this time, in Spanish' }),
      failure: z.string().optional().meta({ description: 'Why it could not come to its end' }),
    })
    .nullable()
    .meta({ description: 'null: no store was connected, or a full import' }),
  summaries_repaired: z
    .array(z.string())
    .meta({ description: 'Months whose summaries did not match their rows' }),
  unplaced: z
    .object({
      currencies: named,
      statuses: named,
      discounts: named,
      products_without_business: count,
      products_without_segment: count,
      orders_without_province: count,
      customers_without_province: count,
      rejects: named,
    })
    .nullable()
    .meta({ description: 'What cannot be placed: most frequent first, of each kind at most 20' }),
})

export const reconciliations = endpoint('GET /api/config/reconciliation', {
  access: 'settings',
  summary: "The last comparisons of the store's orders with Góndola's, newest first",
  description:
    'Per run: what was compared, what differed and was repaired, and what could not be classified. The job reconciliation runs every night and on demand; returns the last 30 runs, including full imports.',
  data: z.array(reconciliationRun),
})

export type ReconciliationRun = z.infer<typeof reconciliationRun>
