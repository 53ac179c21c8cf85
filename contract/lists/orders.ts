import { column } from '../columns.ts'
import { list } from '../list.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { email, names, order, orderNumber } from './common.ts'

const access = 'view:orders'

const status = column('status', 'Estado', 'status')
const gross = column('order_subtotal', 'Bruto', 'money')
const discount = column('discount', 'Desc', 'money')
const refunded = column('refunded', 'Reembolsado', 'money')
const net = column('order_total', 'Neto', 'money')

const [orderId, date, distId, distName] = order

/** Amounts come before the columns that identify an order, so that notebooks show them without scrolling. */
const orderColumns = [
  orderId,
  orderNumber,
  date,
  status,
  distName,
  column('units', 'Unidades', 'units'),
  gross,
  discount,
  refunded,
  net,
  distId,
  ...names,
  column('state', 'Provincia', 'text', { labels: PROVINCE_LABELS }),
  column('invoice_number', 'Factura', 'text', { filter: 'invoice_number' }),
  column('currency', 'Moneda', 'text', {
    description: 'Orders in a currency other than the store’s are listed and in no sum',
  }),
] as const

export const orderLists = {
  orders: list('/api/orders', {
    access,
    summary: 'The month’s orders of a status',
    columns: orderColumns,
    key: ['order_id'],
    orderBy: 'order_id',
    file: 'ordenes',
  }),

  ordersOfBuyer: list('/api/orders/of-buyer/{bought_order_id}', {
    access: 'personal-data',
    summary: 'All orders of the buyer of an order, of every month and status',
    description: 'The orders with its account or its e-mail. Needs the permission for orders too.',
    timeless: true,
    columns: orderColumns,
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_de_un_comprador',
  }),

  ordersOfBuyers: list('/api/orders/of-buyers', {
    access: 'personal-data',
    summary: 'All orders of the buyers with a name or e-mail',
    description: 'Needs the permission for orders too.',
    timeless: true,
    columns: [...orderColumns, email],
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_de_compradores',
  }),

  oldOrders: list('/api/orders/ranking-old-orders', {
    access,
    summary: 'The month’s orders of a status, oldest first',
    columns: [
      column('days_old', 'Días', 'integer', {
        description: 'Days from the order to today, on the shop’s clock',
      }),
      ...orderColumns,
    ],
    key: ['order_id'],
    orderBy: 'days_old',
    file: 'ordenes_antiguas',
  }),

  /** Purchases of the employees of a company. */
  ordersByRole: list('/api/orders/get-orders-by-role/{role_name}', {
    access,
    summary: 'The month’s orders of the accounts of a role',
    description:
      'The role is the store’s own or its label. Without status: the statuses of benefits; TODOS: every status.',
    columns: [orderId, orderNumber, date, ...names, distId, distName, gross, discount, refunded, net, status],
    key: ['order_id'],
    orderBy: 'order_id',
    maxPerPage: 100_000,
    file: 'compras_por_rol',
  }),

  ordersByState: list('/api/orders/group-by-states-and-period', {
    access,
    summary: 'The month’s orders of a status per province',
    columns: [
      column('state', 'Provincia', 'text', { labels: PROVINCE_LABELS }),
      column('total_orders', 'Órdenes', 'integer'),
      column('total_amount', 'Monto total', 'money'),
      column('total_units_sold', 'Unidades', 'units'),
    ],
    key: ['state'],
    orderBy: 'total_amount',
    perPage: 50,
    file: 'ordenes_por_provincia',
  }),
}
