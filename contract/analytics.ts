import { z } from 'zod'
import { type DataOf, monthEndpoint } from './endpoint.ts'
import { count, money } from './vocabulary.ts'

/** In the order in which the screen shows them. */
export const ANALYTICS_DIFFERENCES = [
  'dated_in_other_months',
  'made_in_other_months',
  'statuses',
  'currencies',
  'refunds_of_other_months',
  'refunds_in_other_months',
  'tax',
  'fees',
  'vouchers',
  'header',
  'rounding',
] as const

/** Which day of an order Analytics counts it on. */
export const ANALYTICS_DATES = ['date_created', 'date_paid', 'date_completed'] as const

const part = { orders: count, amount: money }

export const analyticsReconciliation = monthEndpoint('/api/reconciliation/woocommerce', {
  access: 'view:orders',
  summary: 'From the net sales of WooCommerce Analytics to those of the scorecard, difference by difference',
  description:
    'woocommerce plus the amounts of the differences is net_sale, to the cent. docs/metrics.md defines each difference.',
  data: z.object({
    woocommerce: money.describe('Net sales as WooCommerce Analytics defines them'),
    date: z
      .enum(ANALYTICS_DATES)
      .describe('The day on which the shop’s Analytics counts an order, by its settings'),
    net_sale: money.describe('Net of completed orders'),
    differences: z.array(z.object({ key: z.enum(ANALYTICS_DIFFERENCES), ...part })),
    guests: z.object(part).describe('Completed orders of guests, which both count'),
    recent: z
      .object(part)
      .describe('Orders of the last 12 hours with data, which WooCommerce may not show yet'),
    incomplete: count.describe('Orders stored without their taxes or days; another import reads them'),
  }),
})

export type AnalyticsReconciliation = DataOf<typeof analyticsReconciliation>
