// Calls of the reports; imports only zod and this room.
import { z } from 'zod'
import { monthEndpoint } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import {
  businessLinesColumns,
  buyXGetYColumns,
  mailListColumns,
  mixedBoxesColumns,
  simpleColumns,
  tradeColumns,
} from './reports-columns.ts'
import { benefitStatusWords } from './status-words.ts'
import { comparison, count, datesBetween, id, isoDate, money, percent } from './vocabulary.ts'

const access = 'view:reports'

/** Tells the lines (or discounts) of an order apart. */
const lineId = { line_id: id }

const consent = (to: string) =>
  z
    .stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] })
    .optional()
    .meta({
      enum: ['0', '1', 'false', 'true'],
      description: `Accounts that allow ${to}, or that do not; both when it is not given`,
      example: '1',
    })

export const businessLines = listEndpoint({
  path: '/api/reports/test/business',
  access,
  summary: 'Lines of the month’s completed orders with their business',
  row: z.object({
    ...lineId,
    order_id: id,
    date: isoDate,
    business: z.string(),
    segment: z.string(),
    sku: z.string(),
    product_name: z.string(),
    quantity: count,
    total_amount: money.meta({ description: 'The line’s net' }),
  }),
  columns: businessLinesColumns,
  filters: onColumns('order_id'),
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  file: 'lineas_por_negocio',
})

export const businessTotals = monthEndpoint({
  path: '/api/reports/test/business-totals',
  access,
  summary: 'Completed orders of the month per business',
  data: z.array(
    z.object({
      business: z.string(),
      total_orders: count,
      total_units_sold: count,
      total_amount: money,
      percent,
    }),
  ),
})

export const mailList = listEndpoint({
  path: '/api/reports/users/mail-list',
  timeless: true,
  access,
  summary: 'Accounts with their consent to receive communications and samples',
  query: {
    allow_receive_comunications: consent('communications'),
    allow_receive_samples: consent('samples'),
  },
  row: z.object({
    customer_id: id,
    date_registered: isoDate,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    main_state: z.string(),
    main_city: z.string(),
    allow_receive_comunications: z.boolean(),
    allow_receive_samples: z.boolean(),
  }),
  columns: mailListColumns,
  filters: { ...onColumns('name', 'surname', 'email'), 'main-city': 'main_city', 'main-state': 'main_state' },
  defaultOrderBy: 'date_registered',
  defaultOrder: 'DESC',
  file: 'lista_de_emails',
})

export const simpleReport = listEndpoint({
  path: '/api/reports/products/simple',
  access,
  summary: 'Buyers, orders, units and net revenue per product of the month’s completed orders',
  row: z.object({
    product_id: id.meta({ description: '0: deleted product' }),
    variation_id: id,
    period: z.string().meta({ description: 'YYYY-MM', example: '2026-05' }),
    sku: z.string(),
    product_name: z.string(),
    total_users_buy: count.meta({ description: 'Distinct buyers' }),
    total_orders_count: count,
    product_quantity: count,
    total_net_revenue: money,
  }),
  columns: simpleColumns,
  filters: onColumns('sku', 'product_name'),
  defaultOrderBy: 'total_net_revenue',
  defaultOrder: 'DESC',
  maxPerPage: 100_000,
  file: 'reporte_simple',
})

const simpleTotals = z.object({
  total_revenue: money,
  total_orders: count,
  total_products: count,
  total_users: count,
  'dates-between': datesBetween,
})

export const simpleReportDetail = monthEndpoint({
  path: '/api/reports/products/simple/detail',
  access,
  summary: 'Ingresos, Ordenes, Productos and Usuarios of the month beside the month compared with',
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
  }),
})

const tradeLines = {
  access,
  description:
    'Type ORDEN gives every line, net_total being the line’s net; DEVOLUCION the lines with a refund, net_total being what was refunded, negative. The parts of the lines add up to the order’s discounts.',
  query: {
    type: z
      .enum(['ORDEN', 'DEVOLUCION'], { error: 'must be one of ORDEN, DEVOLUCION' })
      .default('ORDEN')
      .meta({ description: 'ORDEN: every line; DEVOLUCION: lines with a refund' }),
    discounts: z
      .stringbool({ truthy: ['1'], falsy: ['0'] })
      .default(false)
      .meta({ whenAbsent: '0', enum: ['0', '1'], description: '1: lines with a discount alone' }),
  },
  row: z.object({
    ...lineId,
    order_date: isoDate,
    order_id: id,
    dist_id: z.string(),
    dist_name: z.string(),
    sku: z.string(),
    product_name: z.string(),
    quantity: count,
    unit_price_list: money.meta({ description: 'Gross per unit' }),
    unit_discount_price: money.meta({ description: 'Price per unit after discounts' }),
    discount_per_unit: money,
    subtotal_discounts_price: money.meta({ description: 'The line after coupons and promotions' }),
    corporate_name: z.string(),
    corporate_discount: money,
    label_unit_discount: z.string().meta({ description: 'Names of the other discounts of the order' }),
    discount_unit_amount: money,
    subtotal_other_discounts: money,
    total_discounts: money,
    net_total: money,
    type: z.string(),
  }),
  columns: tradeColumns,
  defaultOrderBy: 'order_date',
} as const
const tradeFilters = onColumns('order_id', 'dist_id', 'dist_name', 'sku', 'product_name')

export const tradeReport = listEndpoint({
  ...tradeLines,
  path: '/api/reports/distributor/order-discounts',
  summary: 'Lines of the month’s completed orders with their discounts',
  filters: tradeFilters,
  file: 'reporte_comercial',
})

export const businessReport = listEndpoint({
  ...tradeLines,
  path: '/api/reports/business',
  summary: 'The commercial report, filtered by company too',
  filters: { ...tradeFilters, ...onColumns('corporate_name') },
  file: 'reporte_comercial_por_empresa',
})

export const mixedBoxes = listEndpoint({
  path: '/api/reports/boxes-mix',
  access,
  summary: 'Discounts of mixed boxes in the month',
  query: { status: benefitStatusWords },
  row: z.object({
    discount_id: id,
    order_id: id,
    date: isoDate,
    dist_id: z.string(),
    dist_name: z.string(),
    promo_name: z.string(),
    coupon_code: z.string(),
    promo_discount: money,
    status: z.string(),
  }),
  columns: mixedBoxesColumns,
  filters: onColumns('order_id', 'dist_id', 'dist_name', 'promo_name', 'coupon_code'),
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  file: 'reporte_de_cajas_surtidas',
})

export const buyXGetY = listEndpoint({
  path: '/api/reports/wdr',
  access,
  summary: 'Lines of the month’s orders with a buy-X-get-Y promotion',
  query: {
    order_status: benefitStatusWords,
    type: z.enum(['COMPRA', 'LLEVA'], { error: 'must be one of COMPRA, LLEVA' }).optional().meta({
      description: 'COMPRA: lines that were paid in full; LLEVA: lines that the promotion discounted',
    }),
  },
  row: z.object({
    ...lineId,
    order_id: id,
    product_id: id,
    product_name: z.string(),
    product_qty: count,
    discount_price: money.meta({ description: 'The line’s discount' }),
    order_date: isoDate,
    type: z.string().meta({ description: 'LLEVA: the promotion discounted this line; COMPRA: it did not' }),
    order_status: z.string(),
  }),
  columns: buyXGetYColumns,
  filters: onColumns('order_id', 'product_id', 'product_name'),
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  file: 'reporte_compro_x_llevo_y',
})

export type MailListRow = z.infer<typeof mailList.response>['data'][number]
export type SimpleRow = z.infer<typeof simpleReport.response>['data'][number]
export type SimpleDetail = z.infer<typeof simpleReportDetail.response>['data']
export type TradeRow = z.infer<typeof tradeReport.response>['data'][number]
export type MixedBoxRow = z.infer<typeof mixedBoxes.response>['data'][number]
export type BuyXGetYRow = z.infer<typeof buyXGetY.response>['data'][number]
