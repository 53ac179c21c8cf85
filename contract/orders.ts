// Calls of orders: lists, rankings and totals of a month; imports only zod and this room.
import { z } from 'zod'
import { exportParameters, monthEndpoint, tableOrder } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import {
  oldOrdersColumns,
  ordersByRoleColumns,
  ordersByStateColumns,
  ordersColumns,
} from './orders-columns.ts'
import { businessesColumns, segmentsColumns } from './products-columns.ts'
import { benefitStatusWords, statusOf } from './status-words.ts'
import { comparison, count, datesBetween, id, isoDate, money, percent, text, wordsOf } from './vocabulary.ts'

const access = 'view:orders'

/** Distributors left out, ids separated by commas. */
export const notDistIds = text
  .transform(wordsOf)
  .meta({ description: 'Distributors left out: dist_ids separated by commas', example: '10118,10120' })

const orderRow = {
  order_id: id,
  date: isoDate,
  status: z.string(),
  dist_id: z.string(),
  dist_name: z.string(),
  invoice_number: z.string(),
  name: z.string(),
  surname: z.string(),
  state: z.string(),
  currency: z
    .string()
    .meta({ description: 'An order in another currency than the store’s is listed, and in no sum' }),
  units: count,
  order_subtotal: money,
  discount: money,
  refunded: money,
  order_total: money,
}

const buyerFilters = onColumns('order_id', 'dist_id', 'dist_name', 'name', 'surname')
const orderFilters = { ...buyerFilters, ...onColumns('invoice_number') }

export const orders = listEndpoint({
  path: '/api/orders',
  access,
  summary: 'The month’s orders of a status',
  query: {
    status: statusOf('COMPLETADO'),
    state: text.optional().meta({ description: 'Province in capitals, to the letter', example: 'CÓRDOBA' }),
    only_dist_id: text
      .optional()
      .meta({ description: 'Exactly this distributor; `dist_id` matches anywhere' }),
  },
  row: z.object(orderRow),
  columns: ordersColumns,
  filters: orderFilters,
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  file: 'ordenes',
})

export const oldOrders = listEndpoint({
  path: '/api/orders/ranking-old-orders',
  access,
  summary: 'The month’s orders of a status, oldest first',
  query: { status: statusOf('PROCESANDO'), not_dist_ids: notDistIds.optional() },
  row: z.object({
    days_old: count.meta({ description: 'Days since the order, to the newest data' }),
    ...orderRow,
  }),
  columns: oldOrdersColumns,
  filters: orderFilters,
  defaultOrderBy: 'days_old',
  defaultOrder: 'DESC',
  file: 'ordenes_antiguas',
})

export const ordersByRole = listEndpoint({
  path: '/api/orders/get-orders-by-role/{role_name}',
  access,
  summary: 'The month’s orders of the accounts of a role',
  description:
    'The role is the store’s own or its label; without status, the statuses of benefits; TODOS, every one.',
  params: z.object({
    role_name: text.meta({ description: 'The store’s role, or its label', example: 'empleado_arcor' }),
  }),
  query: { status: benefitStatusWords },
  row: z.object({
    order_id: id,
    date: isoDate,
    name: z.string(),
    surname: z.string(),
    dist_id: z.string(),
    dist_name: z.string(),
    order_subtotal: money,
    discount: money,
    order_total: money,
    status: z.string(),
  }),
  columns: ordersByRoleColumns,
  filters: buyerFilters,
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  maxPerPage: 100_000,
  file: 'compras_por_rol',
})

export const ordersByStatus = monthEndpoint({
  path: '/api/orders/ranking-orders-by-status',
  access,
  summary: 'Orders and net amount of the month per status, the highest amount first',
  data: z.array(z.object({ order_status: z.string(), total_orders: count, total_amount: money, percent })),
})

export const ordersByDates = monthEndpoint({
  path: '/api/orders/ranking-orders-by-dates',
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
  units_sold: count,
}

export const ordersByDays = monthEndpoint({
  path: '/api/orders/get-orders-ranking-by-days',
  access,
  summary: 'The days of the month, ranked',
  query: {
    orderBy: z
      .enum(Object.keys(dayRanking) as (keyof typeof dayRanking)[], {
        error: `must be one of ${Object.keys(dayRanking).join(', ')}`,
      })
      .default('orders_completed')
      .meta({ description: 'Measure that ranks the days, the highest first' }),
  },
  data: z.array(z.object({ day: count, order_date: isoDate, ...dayRanking })),
})

/** Amount, orders and units under both spellings of the specification, with their share and the month compared with. */
const ranked = {
  'total-item-amount': money,
  'total-orders': count,
  'total-units-sold': count,
  total_amount: money,
  total_orders: count,
  total_units_sold: count,
  percent_amount: percent,
  percent_units_sold: percent,
  prev_amount: money,
  prev_units_sold: count,
  difference: money.meta({ description: 'total_amount less prev_amount' }),
  increment: percent.meta({ description: 'Change of total_amount, in percent; 0 where there was none' }),
  increment_units: percent,
}

const ranking = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    rows: z
      .array(z.object({ ...row, ...ranked }))
      .meta({ description: 'Highest amount first; zero amounts dropped' }),
    total_amount: money.meta({ description: 'The month’s net sale' }),
    total_units_sold: count,
    prev_amount: money,
    prev_units_sold: count,
    difference: money,
    increment: percent,
    increment_units: percent,
  })

export const ordersByBusiness = monthEndpoint({
  path: '/api/orders/ranking-orders-by-business',
  access: 'view:products',
  summary: 'Completed orders of the month per business, beside the month compared with',
  query: { ...comparison, ...exportParameters, ...tableOrder(businessesColumns) },
  table: { columns: businessesColumns, field: 'rows', file: 'negocios' },
  data: ranking({ business: z.string(), color: z.string(), icon: z.string() }),
})

export const ordersBySegments = monthEndpoint({
  path: '/api/orders/ranking-orders-by-segments',
  access: 'view:products',
  summary: 'Completed orders of the month per segment, beside the month compared with',
  query: { ...comparison, ...exportParameters, ...tableOrder(segmentsColumns) },
  table: { columns: segmentsColumns, field: 'rows', file: 'segmentos' },
  data: ranking({ business: z.string(), segment: z.string(), color: z.string() }),
})

const totals = z.object({
  total_orders: count,
  total_amount: money,
  average_ticket: money,
  total_units_sold: count,
  'dates-between': datesBetween,
})

export const orderTotals = monthEndpoint({
  path: '/api/orders/get-totals',
  access,
  summary: 'Completed orders, net amount and ticket of the month beside the month compared with',
  query: comparison,
  data: z.object({ main_month: totals, prev_month: totals, increment: percent }),
})

const units = z.object({ total_units_sold: count, 'dates-between': datesBetween })

export const unitsSold = monthEndpoint({
  path: '/api/orders/get_total_units_sold',
  access,
  summary: 'Units of completed orders of the month, net of refunded units',
  query: comparison,
  data: z.object({ main_month: units, prev_month: units, increment: percent }),
})

export const ordersByState = listEndpoint({
  path: '/api/orders/group-by-states-and-period',
  access,
  summary: 'The month’s orders of a status per province',
  query: { status: statusOf('COMPLETADO') },
  row: z.object({ state: z.string(), total_orders: count, total_amount: money, total_units_sold: count }),
  columns: ordersByStateColumns,
  defaultOrderBy: 'total_amount',
  defaultOrder: 'DESC',
  defaultPerPage: 50,
  file: 'ordenes_por_provincia',
})

export type OrderRow = z.infer<typeof orders.response>['data'][number]
export type OldOrderRow = z.infer<typeof oldOrders.response>['data'][number]
export type OrderByRoleRow = z.infer<typeof ordersByRole.response>['data'][number]
export type BusinessRanking = z.infer<typeof ordersByBusiness.response>['data']
export type SegmentRanking = z.infer<typeof ordersBySegments.response>['data']
