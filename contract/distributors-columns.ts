// Columns of the distributor tables, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

/** Reportes de Distribuidores: one row per distributor. Amounts are net. */
export const distributorsListColumns = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
  column('dist_email', 'Email', 'text', { filter: 'dist_email' }),
  column('completed_orders', 'Completadas', 'integer'),
  column('completed_amount', 'Monto completado', 'money'),
  column('increment', 'Variación %', 'percent'),
  column('difference', 'Diferencia $', 'money'),
  column('prev_completed_amount', 'Monto comparado', 'money'),
  column('cancelled_orders', 'Canceladas', 'integer'),
  column('cancelled_amount', 'Monto cancelado', 'money'),
  column('all_orders', 'Órdenes totales', 'integer'),
  column('all_amount', 'Monto total', 'money'),
  column('mp_enabled', 'Mercado Pago', 'flag'),
  column('lyra_enabled', 'Lyra', 'flag'),
  column('calendar_enabled', 'Calendario', 'flag'),
] as const

/** The month's sales per distributor and status. */
export const distributorsSellsColumns = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor'),
  column('order_status', 'Estado', 'status'),
  column('total_orders', 'Órdenes', 'integer'),
  column('total_units_sold', 'Unidades', 'integer'),
  column('subtotal_amount', 'Bruto', 'money'),
  column('total_discounted', 'Desc', 'money'),
  column('total_refunded', 'Reembolsado', 'money'),
  column('total_amount', 'Neto', 'money'),
] as const

/** Reporte por Distribuidor: one row per status of one distributor, beside the month compared with. */
export const distributorSellsColumns = [
  column('label', 'Estados'),
  column('amount', 'Totales', 'money'),
  column('total_orders', 'Cant.', 'integer'),
  column('percent_amount', '%', 'percent'),
  column('increment', 'Variación %', 'percent'),
  column('difference', 'Diferencia $', 'money'),
  column('prev_amount', 'Monto comparado', 'money'),
  column('prev_orders', 'Cant. comparada', 'integer'),
] as const
