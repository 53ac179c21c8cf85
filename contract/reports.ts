import { z } from 'zod'
import { monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { reportLists } from './lists/reports.ts'
import { benefitStatusWords } from './status-words.ts'
import { comparison, count, datesBetween, inPreparation, money, oneOf, percent, units } from './vocabulary.ts'

const access = 'view:reports'

const consent = (to: string) =>
  z
    .stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] })
    .optional()
    .meta({
      enum: ['0', '1', 'false', 'true'],
      description: `Accounts that allow ${to}, or that do not; both by default`,
      example: '1',
    })

const tradeQuery = {
  type: oneOf(['ORDEN', 'DEVOLUCION'])
    .default('ORDEN')
    .describe('ORDEN: every line; DEVOLUCION: lines with a refund'),
  discounts: z
    .stringbool({ truthy: ['1'], falsy: ['0'] })
    .default(false)
    .meta({ whenAbsent: '0', enum: ['0', '1'], description: '1: only lines with a discount' }),
}

/** The calls of `reportLists`; only lists with parameters or fields of their own are named. */
export const reportCalls = listEndpoints(reportLists, {
  tradeReport: { query: tradeQuery },
  businessReport: { query: tradeQuery },
  mixedBoxes: { query: { status: benefitStatusWords } },
  buyXGetY: {
    query: {
      order_status: benefitStatusWords,
      type: oneOf(['COMPRA', 'LLEVA'])
        .optional()
        .describe('COMPRA: lines paid in full; LLEVA: lines that the promotion discounted'),
    },
  },
  mailList: {
    query: {
      allow_receive_comunications: consent('communications'),
      allow_receive_samples: consent('samples'),
    },
  },
})

export const businessTotals = monthEndpoint('/api/reports/test/business-totals', {
  access,
  summary: 'Completed orders of the month per business',
  data: z.array(
    z.object({
      business: z.string(),
      total_orders: count,
      total_units_sold: units,
      total_amount: money,
      percent,
    }),
  ),
})

const simpleTotals = z.object({
  total_revenue: money,
  total_orders: count,
  total_products: count,
  total_users: count,
  'dates-between': datesBetween,
})

export const simpleReportDetail = monthEndpoint('/api/reports/products/simple/detail', {
  access,
  summary: 'Ingresos, Ordenes, Productos and Usuarios of the month beside the compared month',
  query: comparison,
  data: z.object({
    main_month: simpleTotals,
    prev_month: simpleTotals,
    change: z.object({
      total_revenue: percent,
      total_orders: percent,
      total_products: percent,
      total_users: percent,
    }),
    ...inPreparation,
  }),
})

export type BusinessTotal = RowOf<typeof businessTotals>
