import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import { distributorLists, distributorTable } from './lists/distributors.ts'
import { comparison, count, datesBetween, flag, inPreparation, money, percent, text } from './vocabulary.ts'

const share = percent.describe('Share of the month’s amount, in percent')
const increment = percent.describe('Percent change against the compared month; 0 where that one has nothing')
const difference = money.describe('Amount less that of the compared month')
const distId = z.string().meta({ description: '0: without distributor', example: '10118' })

const monthTotal = z.object({ 'dates-between': datesBetween, total_amount: money, total_orders: count })

const statusRow = z.object({
  order_status: z.string().meta({ example: 'wc-completed' }),
  total_amount: money.describe('Net of the orders of this status'),
  total_orders: count,
  percent_amount: share,
})

export const resume = monthEndpoint('/api/distributors/resume', {
  access: 'view:distributors',
  summary: 'Billing by distributor and sums per status, beside the compared month',
  description: 'Every status is listed; the screen shows those above 1 % of the amount.',
  query: comparison,
  data: z.object({
    main_month: monthTotal.extend({ resume: z.array(statusRow.extend({ increment })) }),
    prev_month: monthTotal.extend({ resume: z.array(statusRow) }),
    increment: increment.describe('Change of main_month.total_amount, all statuses'),
    billing: z
      .object({
        total_amount: money.describe('Net of completed orders: the scorecard’s net_sale'),
        prev_amount: money,
        difference,
        increment,
        ...inPreparation,
        items: z.array(
          z.object({
            dist_id: distId,
            label: z.string().describe('The distributor’s newest name'),
            amount: money,
            total_orders: count,
            percent_amount: share,
            prev_amount: money,
            difference,
            increment,
            ...inPreparation,
            color: z.string().optional(),
          }),
        ),
      })
      .describe('Completed orders per distributor of either month, the highest amount first'),
  }),
})

const statusSum = z.object({ total_orders: count, total_amount: money })

export const distributorCalls = listEndpoints(distributorLists, {
  distributorsList: {
    query: comparison,
    row: {
      mp_enabled: flag,
      lyra_enabled: flag,
      calendar_enabled: flag,
      total_orders: z
        .object({ 'wc-completed': statusSum, 'wc-cancelled': statusSum })
        .describe('Keyed by status; amounts are net'),
    },
  },
})

export const distributorSells = monthEndpoint('/api/distributors/{dist_id}/get-distributors-sells', {
  access: 'view:distributors',
  summary: 'One distributor’s month per status, beside the compared month',
  description: 'An unknown distributor, or one outside the caller’s scope, is a 404.',
  params: z.object({ dist_id: text.describe('Id of the distributor; 0: without distributor') }),
  failures: ['not-found'],
  query: comparison,
  table: distributorTable,
  data: z.object({
    dist_id: distId,
    dist_name: z.string(),
    dist_email: z.string(),
    main_month: monthTotal,
    prev_month: monthTotal,
    increment,
    items: z
      .array(z.object({ order_status: z.string(), ...rowShape(distributorTable.columns) }))
      .describe('Statuses with orders in either month, the highest amount first'),
  }),
})

export type Resume = DataOf<typeof resume>
export type DistributorsListRow = RowOf<typeof distributorCalls.distributorsList>
export type DistributorSells = DataOf<typeof distributorSells>
