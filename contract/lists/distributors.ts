import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import { preparing } from './preparing.ts'

const access = 'view:distributors'

const distId = column('dist_id', 'Dist ID', 'text', {
  filter: 'dist_id',
  description: '0: without distributor',
  example: '10118',
})
const increment = column('increment', 'Variación %', 'percent', {
  description: 'Percent change against the compared month; 0 if that one is 0',
})
const difference = column('difference', 'Diferencia $', 'money', {
  description: 'Amount less that of the compared month',
})

export const distributorLists = {
  /** Reportes de Distribuidores: one row per distributor. */
  distributorsList: list('/api/distributors/get-distributors-list', {
    access,
    summary: 'Every distributor with its orders of the month, beside the compared month',
    columns: [
      distId,
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('completed_orders', 'Completadas', 'integer'),
      column('completed_amount', 'Monto completado', 'money'),
      increment,
      difference,
      column('prev_completed_amount', 'Monto comparado', 'money', {
        description: 'Completed, in the compared month',
      }),
      ...preparing,
      column('cancelled_orders', 'Canceladas', 'integer'),
      column('cancelled_amount', 'Monto cancelado', 'money'),
      column('all_orders', 'Órdenes totales', 'integer', { description: 'Orders of every status' }),
      column('all_amount', 'Monto total', 'money'),
      column('dist_email', 'Email', 'text', { filter: 'dist_email' }),
      column('mp_enabled', 'Mercado Pago', 'flag'),
      column('lyra_enabled', 'Lyra', 'flag'),
      column('calendar_enabled', 'Calendario', 'flag'),
    ],
    hidden: [field('prev_preparing_amount', 'money')],
    key: ['dist_id'],
    orderBy: 'completed_amount',
    // The screen reads all of them, since it orders by goals.
    maxPerPage: 100_000,
    file: 'reportes_de_distribuidores',
  }),

  distributorsSells: list('/api/distributors/get-distributors-sells', {
    access,
    summary: 'The month’s sales per distributor and status',
    columns: [
      distId,
      column('dist_name', 'Distribuidor'),
      column('order_status', 'Estado', 'status'),
      column('total_orders', 'Órdenes', 'integer'),
      column('total_units_sold', 'Unidades', 'units'),
      column('subtotal_amount', 'Bruto', 'money', { description: 'Gross' }),
      column('total_discounted', 'Desc', 'money'),
      column('total_refunded', 'Reembolsado', 'money'),
      column('total_amount', 'Neto', 'money', { description: 'Net' }),
    ],
    key: ['dist_id', 'order_status'],
    orderBy: 'total_amount',
    file: 'ventas_de_distribuidores',
  }),
}

/** Reporte por Distribuidor: one row per status of one distributor. */
export const distributorTable = {
  columns: [
    column('label', 'Estados', 'text', { description: 'Label of the status' }),
    column('amount', 'Totales', 'money'),
    column('total_orders', 'Cant.', 'integer'),
    column('percent_amount', '%', 'share', { description: 'Share of the month’s amount, in percent' }),
    increment,
    difference,
    column('prev_amount', 'Monto comparado', 'money'),
    column('prev_orders', 'Cant. comparada', 'integer'),
  ],
  field: 'items',
  file: 'reporte_por_distribuidor',
} as const
