// Tables of buyers over time, and lists of the people and orders behind them.
import { column } from '../columns.ts'
import { list } from '../list.ts'
import { numberedOrder, person } from './common.ts'

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

/** Days within which a buyer bought again. */
export const AGAIN_WITHIN = [30, 60, 90, 180] as const

/** Days from the first to the second order; `later`: after 180 days, or not yet. */
export const AGAIN_AFTER = {
  '0-7': '0 a 7 días',
  '8-15': '8 a 15 días',
  '16-30': '16 a 30 días',
  '31-60': '31 a 60 días',
  '61-90': '61 a 90 días',
  '91-180': '91 a 180 días',
  later: 'Después, o todavía no',
} as const
export type AgainAfter = keyof typeof AGAIN_AFTER
export const AGAIN_AFTER_KEYS = Object.keys(AGAIN_AFTER) as AgainAfter[]

export const repurchaseFigures = [
  column('buyers', 'Compradores', 'integer'),
  column('bought_again', 'Volvieron a comprar', 'integer'),
  column('within_30', '% en 30 días', 'percent2', { nullable: true }),
  column('within_60', '% en 60 días', 'percent2', { nullable: true }),
  column('within_90', '% en 90 días', 'percent2', { nullable: true }),
  column('within_180', '% en 180 días', 'percent2', { nullable: true }),
  column('median_days', 'Mediana de días', 'units', { nullable: true }),
] as const

export const repurchaseColumns = [
  column('label', 'Primera orden', 'text', { description: 'Month or value of the first order' }),
  ...repurchaseFigures,
] as const

/** Segments by recency, frequency and amount, in the order in which they are tried. */
export const RFM_SEGMENTS = {
  new: 'Nuevos',
  best: 'Mejores clientes',
  loyal: 'Fieles',
  returned: 'Recuperados',
  valuable_cooling: 'Valiosos que se alejan',
  cooling: 'Se enfrían',
  occasional: 'Ocasionales',
  asleep: 'Dormidos',
  lost: 'Perdidos',
} as const
export type RfmSegment = keyof typeof RFM_SEGMENTS
export const RFM_KEYS = Object.keys(RFM_SEGMENTS) as RfmSegment[]

/** The segment of a buyer at the end of the month before. */
export const RFM_BEFORE = { ...RFM_SEGMENTS, none: 'Todavía no compraban' } as const
export type RfmBefore = keyof typeof RFM_BEFORE
export const RFM_BEFORE_KEYS = Object.keys(RFM_BEFORE) as RfmBefore[]

export const rfmColumns = [
  column('segment', 'Segmento', 'text', { labels: RFM_SEGMENTS }),
  column('buyers', 'Compradores', 'integer'),
  column('buyers_share', '% de compradores', 'percent2'),
  column('prev_buyers', 'Mes anterior', 'integer'),
  column('net', 'Neto de 12 meses', 'money'),
  column('net_share', '% del neto', 'percent2'),
  column('net_per_buyer', 'Neto por comprador', 'money'),
  column('orders', 'Órdenes de 12 meses', 'integer'),
  column('lifetime_net', 'Neto de siempre', 'money'),
] as const

const amount = column('amount', 'Neto', 'money')

export const buyerLists = {
  cohortPeople: list('/api/customers/cohorts/people', {
    access: 'view:customers',
    summary: 'People whose first completed order was in the month and who bought that many months later',
    columns: [
      ...person,
      column('first_order_id', 'Primera orden', 'id'),
      column('first_date', 'Fecha de la primera', 'date'),
      column('total_orders', 'Órdenes en el mes', 'integer'),
      amount,
    ],
    key: ['first_order_id'],
    orderBy: 'amount',
    file: 'personas_de_la_cohorte',
  }),

  cohortOrders: list('/api/customers/cohorts/orders', {
    access: 'view:orders',
    summary: 'Their completed orders of that later month',
    columns: [...numberedOrder, ...person, amount],
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_de_la_cohorte',
  }),

  repurchasePeople: list('/api/customers/repurchase/people', {
    access: 'view:customers',
    summary: 'People by their first and second completed order',
    columns: [
      ...person,
      column('first_order_id', 'Primera orden', 'id'),
      column('first_date', 'Fecha de la primera', 'date'),
      column('second_order_id', 'Segunda orden', 'id', { nullable: true }),
      column('second_date', 'Fecha de la segunda', 'date', { nullable: true }),
      column('days_between', 'Días', 'integer', { nullable: true }),
    ],
    key: ['first_order_id'],
    orderBy: 'first_date',
    file: 'personas_por_recompra',
  }),

  repurchaseOrders: list('/api/customers/repurchase/orders', {
    access: 'view:orders',
    summary: 'Their first and second completed orders',
    columns: [...numberedOrder, ...person, column('place', 'Orden n.º', 'integer'), amount],
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_por_recompra',
  }),

  rfmPeople: list('/api/customers/rfm/people', {
    access: 'view:customers',
    summary: 'People of a segment at the end of the month',
    columns: [
      ...person,
      column('segment', 'Segmento', 'text', { labels: RFM_SEGMENTS }),
      column('previous', 'Mes anterior', 'text', { labels: RFM_BEFORE }),
      column('last_order_id', 'Última orden', 'id'),
      column('last_date', 'Fecha de la última', 'date'),
      column('total_orders', 'Órdenes de 12 meses', 'integer'),
      column('amount', 'Neto de 12 meses', 'money'),
    ],
    key: ['last_order_id'],
    orderBy: 'amount',
    file: 'personas_por_segmento',
  }),

  rfmOrders: list('/api/customers/rfm/orders', {
    access: 'view:orders',
    summary: 'Completed orders of the last 12 months of the buyers of a segment',
    columns: [...numberedOrder, ...person, amount],
    key: ['order_id'],
    orderBy: 'date',
    file: 'ordenes_por_segmento',
  }),
}
