// Columns of the order lists, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

const orderId = column('order_id', 'Orden ID', 'id', { filter: 'order_id' })
const date = column('date', 'Fecha', 'date')
const distributor = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
] as const
const person = [
  column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
] as const

export const ordersColumns = [
  orderId,
  date,
  column('status', 'Estado', 'status'),
  ...distributor,
  column('invoice_number', 'Factura', 'text', { filter: 'invoice_number' }),
  ...person,
  column('state', 'Provincia'),
  column('currency', 'Moneda'),
  column('units', 'Unidades', 'integer'),
  column('order_subtotal', 'Bruto', 'money'),
  column('discount', 'Desc', 'money'),
  column('refunded', 'Reembolsado', 'money'),
  column('order_total', 'Neto', 'money'),
] as const

export const oldOrdersColumns = [column('days_old', 'Días', 'integer'), ...ordersColumns] as const

/** Compras de los empleados de una empresa. */
export const ordersByRoleColumns = [
  orderId,
  date,
  ...person,
  ...distributor,
  column('order_subtotal', 'Bruto', 'money'),
  column('discount', 'Desc', 'money'),
  column('order_total', 'Neto', 'money'),
  column('status', 'Estado', 'status'),
] as const

export const ordersByStateColumns = [
  column('state', 'Provincia'),
  column('total_orders', 'Órdenes', 'integer'),
  column('total_amount', 'Monto total', 'money'),
  column('total_units_sold', 'Unidades', 'integer'),
] as const
