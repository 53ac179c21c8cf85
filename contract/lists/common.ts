// Columns of several lists.
import { column } from '../columns.ts'

export const orderId = column('order_id', 'Orden ID', 'id', { filter: 'order_id' })
export const orderNumber = column('number', 'Número', 'text', {
  filter: 'number',
  description: 'What the shop calls the order: its own number where a plug-in gives one, else the id',
})
export const distributor = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
] as const
const date = column('date', 'Fecha', 'date')
export const order = [orderId, date, ...distributor] as const
export const numberedOrder = [orderId, orderNumber, date, ...distributor] as const

export const names = [
  column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
] as const
export const email = column('email', 'Email', 'text', { filter: 'email', personal: true })
export const person = [...names, email] as const
