// Every measure that a question can ask for, as data. Without zod, so that the browser can load it.
import type { ColumnFormat } from '../columns.ts'
import type { Permission } from '../permissions.ts'
import { BENEFIT_STATUSES, type OrderStatus } from '../statuses.ts'
import { isKeyOf, keysOf } from './keys.ts'

/** What a measure counts: it has the dimensions of its grain, see `fits` in rules.ts. */
export type Grain = 'order' | 'line' | 'benefit' | 'account'

export interface Measure {
  /** Spanish name. */
  readonly title: string
  /** Spanish, one sentence. */
  readonly definition: string
  readonly format: Extract<ColumnFormat, 'money' | 'integer' | 'units' | 'percent2'>
  readonly grain: Grain
  /**
   * Where the values of a table add up to its total. `always`; `once`: unless a dimension is finer than an order, since an
   * order counts once per value that it has; `lines`: also by lines, whose shares of the order add up; `never`.
   */
  readonly addsUp: 'always' | 'once' | 'lines' | 'never'
  /** Statuses while the question neither filters nor groups by status; null: accounts have none. */
  readonly statuses: readonly OrderStatus[] | null
  /** Higher is worse: the colours of changes are reversed. */
  readonly isLoss?: true
  readonly permission: Permission
}

const COMPLETED: readonly OrderStatus[] = ['wc-completed']
const CANCELLED: readonly OrderStatus[] = ['wc-cancelled']
const ENDED: readonly OrderStatus[] = ['wc-completed', 'wc-cancelled']

const sales = { statuses: COMPLETED, permission: 'view:scorecard' } as const
const amount = { ...sales, format: 'money', grain: 'order', addsUp: 'lines' } as const
const ratio = { ...sales, grain: 'order', addsUp: 'never' } as const
const people = { ...sales, format: 'integer', grain: 'order', addsUp: 'never' } as const
const benefits = {
  grain: 'benefit',
  addsUp: 'always',
  statuses: BENEFIT_STATUSES,
  permission: 'view:benefits',
} as const
const lost = { permission: 'view:scorecard', isLoss: true } as const

export const MEASURES = {
  net_sale: { ...amount, title: 'Venta Neta', definition: 'Bruto menos descuento y reembolsado.' },
  gross: { ...amount, title: 'Bruto', definition: 'Productos antes de descuentos.' },
  discount: { ...amount, title: 'Descuento', definition: 'Cupones y promociones, como monto positivo.' },
  refunded: {
    ...amount,
    isLoss: true,
    title: 'Reembolsado',
    definition: 'Reembolsos de productos, en el mes de la orden.',
  },
  orders: {
    ...sales,
    format: 'integer',
    grain: 'order',
    addsUp: 'once',
    title: 'Órdenes',
    definition: 'Cantidad de órdenes distintas.',
  },
  units: { ...amount, format: 'units', title: 'Unidades', definition: 'Unidades menos las reembolsadas.' },
  average_ticket: {
    ...ratio,
    format: 'money',
    title: 'Ticket promedio',
    definition: 'Venta neta por orden; vacío sin órdenes.',
  },
  units_per_order: {
    ...ratio,
    format: 'units',
    title: 'Unidades por orden',
    definition: 'Unidades por orden; vacío sin órdenes.',
  },
  net_per_unit: {
    ...ratio,
    format: 'money',
    title: 'Neto por unidad',
    definition: 'Venta neta por unidad; vacío sin unidades.',
  },
  discount_rate: {
    ...ratio,
    format: 'percent2',
    title: 'Tasa de descuento',
    definition: 'Descuento como porcentaje del bruto.',
  },
  refund_rate: {
    ...ratio,
    format: 'percent2',
    isLoss: true,
    title: 'Tasa de reembolso',
    definition: 'Reembolsado como porcentaje de bruto menos descuento.',
  },
  buyers: {
    ...people,
    title: 'Compradores',
    definition: 'Personas distintas con una orden; un invitado cuenta una vez por e-mail.',
  },
  new_buyers: {
    ...people,
    title: 'Compradores nuevos',
    definition: 'Compradores sin una orden completada anterior al período de la fila.',
  },
  returning_buyers: {
    ...people,
    title: 'Compradores recurrentes',
    definition: 'Compradores con una orden completada anterior al período de la fila.',
  },
  orders_per_buyer: {
    ...ratio,
    format: 'units',
    title: 'Órdenes por comprador',
    definition: 'Órdenes por comprador; vacío sin compradores.',
  },
  benefit_amount: {
    ...benefits,
    format: 'money',
    title: 'Monto de beneficios',
    definition: 'Suma de los descuentos por cupones y promociones.',
  },
  benefit_uses: {
    ...benefits,
    format: 'integer',
    title: 'Usos de beneficios',
    definition: 'Cantidad de cupones y promociones aplicados.',
  },
  registered: {
    format: 'integer',
    grain: 'account',
    addsUp: 'always',
    statuses: null,
    permission: 'view:scorecard',
    title: 'Usuarios Registrados',
    definition: 'Cuentas por fecha de registro.',
  },
  cancelled_amount: {
    ...amount,
    ...lost,
    statuses: CANCELLED,
    title: 'Monto cancelado',
    definition: 'Neto de las órdenes canceladas.',
  },
  cancelled_orders: {
    ...lost,
    statuses: CANCELLED,
    format: 'integer',
    grain: 'order',
    addsUp: 'once',
    title: 'Órdenes canceladas',
    definition: 'Cantidad de órdenes canceladas.',
  },
  cancel_rate: {
    ...ratio,
    ...lost,
    statuses: ENDED,
    format: 'percent2',
    title: 'Tasa de cancelación',
    definition: 'Canceladas como porcentaje de completadas y canceladas.',
  },
  products_sold: {
    ...ratio,
    format: 'integer',
    grain: 'line',
    title: 'Productos vendidos',
    definition: 'Productos distintos; las variaciones cuentan por separado.',
  },
} as const satisfies Record<string, Measure>

export type MeasureKey = keyof typeof MEASURES

export const MEASURE_KEYS = keysOf(MEASURES)
export const isMeasure = isKeyOf(MEASURES)

export const measureOf = (key: MeasureKey): Measure => MEASURES[key]
