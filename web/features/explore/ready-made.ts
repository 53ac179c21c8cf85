// Ready-made questions. Pure.
import type { Question } from '#contract/questions/question.ts'
import { BLANK, type Shown } from './address.ts'

export interface ReadyMade {
  readonly title: string
  readonly note: string
  readonly question: Question
  readonly shown?: Partial<Shown>
}

const year = { period: 'last_12_months' } as const

export const READY_MADE: readonly ReadyMade[] = [
  {
    title: 'Productos que más cayeron',
    note: 'Venta neta contra el mes anterior, primero los que más perdieron',
    question: {
      ...BLANK,
      measures: ['net_sale', 'units'],
      by: ['product'],
      compare: 'same_days',
      order: { key: 'net_sale_difference', direction: 'ASC' },
      limit: 20,
    },
  },
  {
    title: 'Distribuidores que más crecieron',
    note: 'Venta neta contra el mismo mes del año anterior',
    question: {
      ...BLANK,
      measures: ['net_sale', 'orders'],
      by: ['distributor'],
      compare: 'same_days_year',
      order: { key: 'net_sale_difference', direction: 'DESC' },
      limit: 20,
    },
  },
  {
    title: 'Provincias por negocio',
    note: 'Qué negocio vende en cada provincia',
    question: { ...BLANK, measures: ['net_sale', 'orders'], by: ['province', 'business'] },
    shown: { view: 'pivot' },
  },
  {
    title: 'Qué compran los nuevos',
    note: 'Productos de quienes compran por primera vez',
    question: {
      ...BLANK,
      measures: ['net_sale', 'units', 'orders'],
      by: ['product'],
      where: [{ dimension: 'buyer_kind', isExcluded: false, values: ['new'] }],
      limit: 20,
    },
    shown: { extras: ['share'] },
  },
  {
    title: 'Clientes que hacen la venta',
    note: 'Clases A, B y C por lo que suman',
    question: { ...BLANK, ...year, measures: ['net_sale', 'orders'], by: ['customer'] },
    shown: { extras: ['share', 'cumulated', 'abc'] },
  },
  {
    title: 'El año, mes a mes',
    note: 'Venta neta y su año anterior',
    question: {
      ...BLANK,
      ...year,
      measures: ['net_sale', 'orders'],
      grain: 'month',
      compare: 'same_days_year',
    },
    shown: { view: 'chart' },
  },
  {
    title: 'Segmentos, mes a mes',
    note: 'Venta neta de los últimos 24 meses',
    question: {
      ...BLANK,
      measures: ['net_sale'],
      period: 'last_24_months',
      by: ['segment'],
      grain: 'month',
    },
    shown: { view: 'pivot' },
  },
  {
    title: 'Cuándo se compra',
    note: 'Órdenes por día de la semana y hora',
    question: { ...BLANK, ...year, measures: ['orders', 'net_sale'], by: ['weekday', 'hour'] },
    shown: { view: 'chart' },
  },
  {
    title: 'Nuevos y recurrentes',
    note: 'Compradores por mes del último año',
    question: {
      ...BLANK,
      ...year,
      measures: ['buyers', 'new_buyers', 'returning_buyers', 'orders_per_buyer'],
      grain: 'month',
    },
  },
  {
    title: 'Cuánto se descuenta en cada segmento',
    note: 'Tasa y monto de descuento por segmento',
    question: {
      ...BLANK,
      measures: ['discount_rate', 'discount', 'gross', 'net_sale'],
      by: ['segment'],
      order: { key: 'discount', direction: 'DESC' },
    },
  },
  {
    title: 'Dónde se cancela',
    note: 'Órdenes canceladas por medio de pago',
    question: {
      ...BLANK,
      measures: ['cancel_rate', 'cancelled_orders', 'cancelled_amount'],
      by: ['payment_method'],
      compare: 'same_days',
    },
  },
]
