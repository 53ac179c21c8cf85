// Tables of the performance of benefits.
import { column } from '../columns.ts'
import { list } from '../list.ts'
import { numberedOrder, orderId, person } from './common.ts'

const access = 'view:benefits'

/** What a row is about, with the corresponding dimension of questions. */
export const PERFORMANCE_BY = {
  group: 'benefit_group',
  sub_group: 'benefit_sub_group',
  promotion: 'promotion',
} as const
export type PerformanceBy = keyof typeof PERFORMANCE_BY

export const performanceColumns = [
  column('label', 'Beneficio'),
  column('orders', 'Órdenes', 'integer'),
  column('net', 'Neto', 'money'),
  column('amount', 'Descuento', 'money'),
  column('per_hundred', 'Descuento cada $ 100 de neto', 'money', { nullable: true }),
  column('ticket_with', 'Ticket con él', 'money', { nullable: true }),
  column('ticket_without', 'Ticket de las demás', 'money', { nullable: true }),
  column('buyers', 'Compradores', 'integer'),
  column('new_buyers', 'Nuevos', 'integer'),
  column('new_share', '% nuevos', 'percent2', { nullable: true }),
  column('returned', 'Nuevos que volvieron sin descuento', 'integer'),
  column('returned_share', '% que volvió sin descuento', 'percent2', { nullable: true }),
  column('products', 'Productos distintos', 'integer'),
  column('margin', 'Margen', 'money', {
    nullable: true,
    permission: 'view:costs',
    description: 'After the discount, of what has a cost; null without view:costs',
  }),
  column('margin_rate', '% de margen', 'percent2', { nullable: true, permission: 'view:costs' }),
  column('cost_coverage', '% con costo', 'percent2', { nullable: true, permission: 'view:costs' }),
] as const

/** Buyers whose first order is of the months, and those of them who later completed an order without a discount. */
export const PERFORMANCE_BUYERS = { new: 'Nuevo', returned: 'Volvió sin descuento' } as const
export type PerformanceBuyers = keyof typeof PERFORMANCE_BUYERS
export const PERFORMANCE_BUYER_KEYS = Object.keys(PERFORMANCE_BUYERS) as PerformanceBuyers[]

/** Orders of the months with a benefit, or all others. */
export const BENEFIT_HAVING = { with: 'Con el beneficio', without: 'Las demás' } as const
export type BenefitHaving = keyof typeof BENEFIT_HAVING

export const performanceLists = {
  performanceOrders: list('/api/benefits/performance/orders', {
    access,
    summary: 'Completed orders with a benefit, or all others',
    columns: [
      ...numberedOrder,
      ...person,
      column('total_discounted', 'Descuento del beneficio', 'money'),
      column('amount', 'Neto', 'money'),
    ],
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_con_beneficio',
  }),

  performanceBuyers: list('/api/benefits/performance/buyers', {
    access,
    summary: 'Buyers of completed orders with a benefit, each named by the first of these orders',
    columns: [
      orderId,
      ...person,
      column('net', 'Neto con él', 'money'),
      column('orders', 'Órdenes con él', 'integer'),
      column('is_new', 'Nuevo', 'flag', { description: 'The first order ever is of the months' }),
      column('returned', 'Volvió sin descuento', 'flag', {
        description: 'New, and completed an order without a discount after the first with the benefit',
      }),
      ...numberedOrder.slice(1),
    ],
    key: ['order_id'],
    orderBy: 'net',
    file: 'compradores_con_beneficio',
  }),

  performanceProducts: list('/api/benefits/performance/products', {
    access,
    summary: 'Products of the completed orders with a benefit',
    columns: [
      column('product_name', 'Producto', 'text', { filter: 'product_name' }),
      column('total_orders', 'Órdenes', 'integer'),
      column('units', 'Unidades', 'units'),
      column('amount', 'Neto', 'money'),
    ],
    hidden: [{ key: 'product_key', format: 'text', description: 'Product, and variation after a point' }],
    key: ['product_key'],
    orderBy: 'amount',
    file: 'productos_con_beneficio',
  }),
}
