import { z } from 'zod'
import { type DataOf, monthEndpoint } from './endpoint.ts'
import { count, money } from './vocabulary.ts'

/** In the order in which the screen shows them. */
export const ANALYTICS_DIFFERENCES = [
  'statuses',
  'currencies',
  'refunds_of_other_months',
  'refunds_in_other_months',
  'tax',
  'fees',
  'rounding',
] as const

const part = { orders: count, amount: money }

export const analyticsReconciliation = monthEndpoint('/api/reconciliation/woocommerce', {
  access: 'view:orders',
  summary: 'From the net sales of WooCommerce Analytics to those of the scorecard, difference by difference',
  description:
    'woocommerce plus the amounts of the differences is net_sale, to the cent. docs/metrics.md defines each difference.',
  data: z.object({
    woocommerce: money.describe('Net sales as WooCommerce Analytics defines them'),
    net_sale: money.describe('Net of completed orders'),
    differences: z.array(z.object({ key: z.enum(ANALYTICS_DIFFERENCES), ...part })),
    guests: z.object(part).describe('Completed orders of guests, which both count'),
    recent: z
      .object(part)
      .describe('Orders of the last 12 hours with data, which WooCommerce may not show yet'),
    incomplete: count.describe('Orders stored without their taxes; another import reads them'),
  }),
})

export type AnalyticsReconciliation = DataOf<typeof analyticsReconciliation>
