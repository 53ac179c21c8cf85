// Lists of buyers by their first order: the people and orders behind cohorts.
import { column } from '../columns.ts'
import { list } from '../list.ts'

/** Cohorts by months since their first order. */
export const cohortColumns = [
  column('cohort', 'Primera compra', 'text', { description: 'Month of the first order, YYYY-MM' }),
  column('months_since', 'Meses después', 'integer'),
  column('month', 'Mes', 'text', { description: 'Month of the purchases, YYYY-MM' }),
  column('cohort_buyers', 'Compradores de la cohorte', 'integer'),
  column('buyers', 'Compradores', 'integer'),
  column('share', '% de la cohorte', 'percent2'),
  column('orders', 'Órdenes', 'integer'),
  column('net', 'Neto', 'money'),
  column('net_per_buyer', 'Neto acumulado por comprador', 'money'),
] as const

const person = [
  column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
  column('email', 'Email', 'text', { filter: 'email', personal: true }),
] as const

const order = [
  column('order_id', 'Orden ID', 'id', { filter: 'order_id' }),
  column('date', 'Fecha', 'date'),
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
] as const

const amount = column('amount', 'Neto', 'money')

export const buyerLists = {
  cohortPeople: list({
    path: '/api/customers/cohorts/people',
    access: 'view:customers',
    summary: 'People whose first completed order was in the month and who bought so many months later',
    columns: [
      ...person,
      column('first_order_id', 'Primera orden', 'id'),
      column('first_date', 'Fecha de la primera', 'date'),
      column('total_orders', 'Órdenes en el mes', 'integer'),
      amount,
    ],
    key: ['first_order_id'],
    orderBy: 'amount',
    order: 'DESC',
    file: 'personas_de_la_cohorte',
  }),

  cohortOrders: list({
    path: '/api/customers/cohorts/orders',
    access: 'view:orders',
    summary: 'Their completed orders of that later month',
    columns: [...order, ...person, amount],
    key: ['order_id'],
    orderBy: 'date',
    order: 'DESC',
    file: 'ordenes_de_la_cohorte',
  }),
}
