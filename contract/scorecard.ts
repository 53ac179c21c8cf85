import { z } from 'zod'
import { type DataOf, monthEndpoint } from './endpoint.ts'
import { comparison, count, datesBetween, money, percent, units } from './vocabulary.ts'

const sales = {
  net_sale: money.describe('Net of completed orders'),
  total_orders: count.describe('Completed orders'),
  average_ticket: money.describe('net_sale / total_orders, 0 with no orders'),
  total_units_sold: units.describe('Units of completed orders, net of refunded units'),
}

/** Figures of one month; docs/metrics.md defines each. */
const figures = {
  ...sales,
  new_customers: count.describe('Accounts registered in the month, every role'),
  distinct_customers: count.describe('Distinct buyers with a completed order'),
}

const companyCustomers = z.object({
  original_role: z.string().meta({ description: 'Role of the store', example: 'empleado_arcor' }),
  role: z.string().meta({ description: 'Company of the role', example: 'Arcor' }),
  total_registered: count,
})

const scorecardMonth = z.object({
  ...figures,
  used_coupons: count.describe('Coupon codes per completed order, summed'),
  customers_by_companies: z
    .array(companyCustomers)
    .describe('Accounts registered in the month per company role'),
  preparing: z
    .object({ net_sale: money, total_orders: count, total_units_sold: units })
    .describe('Orders in preparation, which no other figure includes'),
  'dates-between': datesBetween,
})

export const mainPage = monthEndpoint('/api/summary/main-page', {
  access: 'view:scorecard',
  summary: 'The scorecard of a month beside the compared month',
  query: comparison,
  data: z.object({
    main_month: scorecardMonth,
    prev_month: scorecardMonth.describe('The compared month, see `compare`'),
    change: z
      .object({
        net_sale: percent,
        total_orders: percent,
        average_ticket: percent,
        total_units_sold: percent,
        new_customers: percent,
        distinct_customers: percent,
      })
      .describe('Percent change against prev_month; a previous value of 0 gives 100'),
    placed_change: z
      .object({ net_sale: percent, total_orders: percent, total_units_sold: percent })
      .describe('The same for completed orders and those in preparation together'),
  }),
})

const chartMonth = z.object({
  completed_orders: z.object({ total_amount: money, total_orders: count }),
  canceled_orders: z.object({ total_canceled_amount: money, total_canceled_orders: count }),
  figures: z.object(figures).describe('The cards of that month, for their 12-month lines'),
})

export const mainPageCharts = monthEndpoint('/api/summary/main-page/charts', {
  access: 'view:scorecard',
  summary: 'Billed amount and order counts of the 12 months that end with the requested one',
  description: 'Keyed by month (YYYY-MM), oldest first, a month without orders included.',
  data: z.record(z.string(), chartMonth),
})

export type MainPage = DataOf<typeof mainPage>
export type ScorecardMonth = MainPage['main_month']
export type MainPageCharts = DataOf<typeof mainPageCharts>
