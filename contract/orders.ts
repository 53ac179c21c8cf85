import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { orderLists } from './lists/orders.ts'
import { businessesTable, segmentsTable } from './lists/products.ts'
import { benefitStatusWords, statusOf } from './status-words.ts'
import {
  besideMonth,
  comparison,
  count,
  datesBetween,
  inPreparation,
  isoDate,
  money,
  notDistIds,
  oneOf,
  percent,
  text,
  units,
  wholeNumber,
} from './vocabulary.ts'

const access = 'view:orders'

export const orderCalls = listEndpoints(orderLists, {
  orders: {
    query: {
      status: statusOf('COMPLETADO'),
      state: text.optional().meta({ description: 'Exactly this province, in capitals', example: 'CÓRDOBA' }),
      only_dist_id: text.optional().describe('Exactly this distributor; `dist_id` matches anywhere'),
      counted: z
        .stringbool({ truthy: ['1'], falsy: ['0'] })
        .default(false)
        .meta({ whenAbsent: '0', enum: ['0', '1'], description: '1: only the orders of the sums' }),
    },
  },
  ordersOfBuyer: {
    params: z.object({ bought_order_id: wholeNumber(1, 999_999_999_999_999, 'Id of an order of the buyer') }),
    failures: ['order-not-found'],
  },
  ordersOfBuyers: {
    query: {
      buyer: text.default('').meta({
        description: 'Each word begins one of the name, or each one of the e-mail; empty: no orders',
        example: 'luc pérez',
      }),
    },
  },
  oldOrders: { query: { status: statusOf('PROCESANDO'), not_dist_ids: notDistIds.optional() } },
  ordersByRole: {
    params: z.object({
      role_name: text.meta({ description: 'The store’s role, or its label', example: 'empleado_arcor' }),
    }),
    query: { status: benefitStatusWords },
  },
  ordersByState: { query: { status: statusOf('COMPLETADO'), ...besideMonth } },
})

export const ordersByStatus = monthEndpoint('/api/orders/ranking-orders-by-status', {
  access,
  summary: 'Orders and net amount of the month per status, the highest amount first',
  data: z.array(z.object({ order_status: z.string(), total_orders: count, total_amount: money, percent })),
})

export const ordersByDates = monthEndpoint('/api/orders/ranking-orders-by-dates', {
  access,
  summary: 'Completed and cancelled orders of every day of the month',
  data: z.array(
    z.object({
      order_date: isoDate,
      total_orders: count,
      total_amount: money,
      total_canceled_orders: count,
      total_canceled_amount: money,
    }),
  ),
})

const dayRanking = {
  orders_completed: count,
  amount_completed: money,
  orders_cancelled: count,
  amount_cancelled: money,
  units_sold: units,
}

export const ordersByDays = monthEndpoint('/api/orders/get-orders-ranking-by-days', {
  access,
  summary: 'The days of the month, ranked',
  query: {
    orderBy: oneOf(Object.keys(dayRanking) as (keyof typeof dayRanking)[])
      .default('orders_completed')
      .describe('Measure that ranks the days, the highest first'),
  },
  data: z.array(z.object({ day: count, order_date: isoDate, ...dayRanking })),
})

/** Amount, orders and units under both spellings of the specification, with their share and the compared month. */
const ranked = {
  'total-item-amount': money,
  'total-orders': count,
  'total-units-sold': units,
  total_amount: money,
  total_orders: count,
  total_units_sold: units,
  percent_amount: percent,
  percent_units_sold: percent,
  prev_amount: money,
  prev_units_sold: units,
  difference: money.describe('total_amount less prev_amount'),
  increment: percent.describe('Change of total_amount, in percent; 0 where there was none'),
  increment_units: percent,
  ...inPreparation,
}

const ranking = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    rows: z.array(z.object({ ...row, ...ranked })).describe('Highest amount first; zero amounts dropped'),
    total_amount: money.describe('The month’s net sale'),
    total_units_sold: units,
    prev_amount: money,
    prev_units_sold: units,
    difference: money,
    increment: percent,
    increment_units: percent,
    ...inPreparation,
  })

export const ordersByBusiness = monthEndpoint('/api/orders/ranking-orders-by-business', {
  access: 'view:products',
  summary: 'Completed orders of the month per business, beside the compared month',
  query: comparison,
  table: businessesTable,
  data: ranking({ business: z.string(), color: z.string(), icon: z.string() }),
})

export const ordersBySegments = monthEndpoint('/api/orders/ranking-orders-by-segments', {
  access: 'view:products',
  summary: 'Completed orders of the month per segment, beside the compared month',
  query: comparison,
  table: segmentsTable,
  data: ranking({ business: z.string(), segment: z.string(), color: z.string() }),
})

const totals = z.object({
  total_orders: count,
  total_amount: money,
  average_ticket: money,
  total_units_sold: units,
  'dates-between': datesBetween,
})

export const orderTotals = monthEndpoint('/api/orders/get-totals', {
  access,
  summary: 'Completed orders, net amount and ticket of the month beside the compared month',
  query: comparison,
  data: z.object({ main_month: totals, prev_month: totals, increment: percent, ...inPreparation }),
})

const ofUnits = z.object({ total_units_sold: units, 'dates-between': datesBetween })

export const unitsSold = monthEndpoint('/api/orders/get_total_units_sold', {
  access,
  summary: 'Units of completed orders of the month, net of refunded units',
  query: comparison,
  data: z.object({ main_month: ofUnits, prev_month: ofUnits, increment: percent }),
})

export type OrderRow = RowOf<typeof orderCalls.orders>
export type BusinessRanking = DataOf<typeof ordersByBusiness>
export type SegmentRanking = DataOf<typeof ordersBySegments>
