// Tables behind the Ficha of a distributor: its products and its customers beside the three months before.
import { column, field } from '../columns.ts'
import { list } from '../list.ts'

/** Months before the one on screen in which somebody bought who is lost now, or something was sold. */
export const PROFILE_MONTHS_BEFORE = 3

export const PRODUCT_MOVES = {
  gained: 'Ganado',
  kept: 'Sigue',
  lost: 'Perdido',
  missing: 'No lo vende',
} as const
export type ProductMove = keyof typeof PRODUCT_MOVES
export const PRODUCT_MOVE_KEYS = Object.keys(PRODUCT_MOVES) as ProductMove[]

export const CUSTOMER_MOVES = { new: 'Nuevo', returning: 'Recurrente', lost: 'Perdido' } as const
export type CustomerMove = keyof typeof CUSTOMER_MOVES
export const CUSTOMER_MOVE_KEYS = Object.keys(CUSTOMER_MOVES) as CustomerMove[]

const before = 'In the three months before'

export const profileLists = {
  profileProducts: list('/api/distributors/{dist_id}/profile/products', {
    access: 'view:products',
    summary: 'Products of a distributor beside its three months before, and those that others sell',
    description:
      'gained: units in the month, none in the three before; kept: in both; lost: only before; missing: in neither, although at least half of the active distributors sold it in the month.',
    columns: [
      column('product_name', 'Producto', 'text', { filter: 'product_name' }),
      column('state', 'Situación', 'text', { labels: PRODUCT_MOVES }),
      column('net', 'Neto', 'money'),
      column('prev_net', 'Neto de los tres meses anteriores', 'money', { description: before }),
      column('units', 'Unidades', 'units'),
      column('prev_units', 'Unidades de los tres meses anteriores', 'units', { description: before }),
      column('last_sold', 'Última venta', 'text', {
        nullable: true,
        description: 'Last of the four months with units of it, YYYY-MM',
        example: '2026-05',
      }),
      column('numeric_distribution', 'Distribución numérica %', 'percent2', {
        nullable: true,
        description: 'Of the active distributors; null: nobody sold it in the month',
      }),
      column('weighted_distribution', 'Distribución ponderada %', 'percent2', { nullable: true }),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
    ],
    hidden: [field('key', 'text', { description: 'Of the product, as in the distribution', example: '11' })],
    key: ['key'],
    orderBy: 'net',
    file: 'ficha_productos',
  }),

  profileCustomers: list('/api/distributors/{dist_id}/profile/customers', {
    access: 'view:customers',
    summary:
      'Customers of a distributor: those who bought in the month, and those lost since the three before',
    columns: [
      column('customer', 'Cliente', 'text', { filter: 'customer', personal: true }),
      column('state', 'Situación', 'text', { labels: CUSTOMER_MOVES }),
      column('net', 'Neto', 'money'),
      column('orders', 'Órdenes', 'integer'),
      column('prev_net', 'Neto de los tres meses anteriores', 'money', { description: before }),
      column('prev_orders', 'Órdenes de los tres meses anteriores', 'integer', { description: before }),
      column('last_month', 'Última compra', 'text', {
        description: 'Last of the four months with a completed order, YYYY-MM',
        example: '2026-05',
      }),
    ],
    hidden: [
      field('position', 'integer', { description: 'By net of the four months, from 1' }),
      field('key', 'text', {
        nullable: true,
        description: 'Of the customer, as in questions; null without the permission for personal data',
        example: '7',
      }),
    ],
    key: ['position'],
    orderBy: 'net',
    file: 'ficha_clientes',
  }),
}
