// Every measure that a question can ask for, as data. Without zod, so that the browser can load it.
import type { ColumnFormat } from '../columns.ts'
import type { Permission } from '../permissions.ts'
import { BENEFIT_STATUSES, type OrderStatus } from '../statuses.ts'
import { isKeyOf, keysOf, ofKind } from './definitions.ts'

/** What a measure counts: it has the dimensions of its grain, see `fits` in rules.ts. */
export type Grain = 'order' | 'line' | 'benefit' | 'account'

/** `decimal2`: days. */
export const MEASURE_FORMATS = [
  'money',
  'integer',
  'units',
  'percent2',
  'decimal2',
] as const satisfies readonly ColumnFormat[]

export interface Measure {
  /** Spanish name. */
  readonly title: string
  /** Spanish, one sentence. */
  readonly definition: string
  readonly format: (typeof MEASURE_FORMATS)[number]
  readonly grain: Grain
  /**
   * Where the values of a table add up to its total. `always`; `once`: unless a dimension is finer than an order, since an
   * order counts once per value that it has; `lines`: also by lines, whose shares of the order add up; `never`.
   */
  readonly addsUp: 'always' | 'once' | 'lines' | 'never'
  /** Statuses while the question neither filters nor groups by status; null: accounts have none. */
  readonly statuses: readonly OrderStatus[] | null
  /** What an amount is a sum over: forecasts expect the number of these and the amount of one. */
  readonly countedBy?: 'orders' | 'benefit_uses' | 'cancelled_orders'
  /** Higher is worse: the colours of changes are reversed. */
  readonly isLoss?: true
  /** Its value over a window does not follow from the days of the window, so alerts do not watch it. */
  readonly unwatched?: true
  /** Null where something was sold and nothing tells the value: the rest of a table does not follow from its total. */
  readonly mayBeUnknown?: true
  readonly permission: Permission
}

const COMPLETED: readonly OrderStatus[] = ['wc-completed']
const CANCELLED: readonly OrderStatus[] = ['wc-cancelled']
const ENDED: readonly OrderStatus[] = ['wc-completed', 'wc-cancelled']

const measures = ofKind<Omit<Measure, 'title' | 'definition'>>

const sales = { grain: 'order', statuses: COMPLETED, permission: 'view:scorecard' } as const
const amount = measures({ ...sales, format: 'money', addsUp: 'lines', countedBy: 'orders' })
const orders = measures({ ...sales, format: 'integer', addsUp: 'once' })
const people = measures({ ...sales, format: 'integer', addsUp: 'never' })
const ratio = measures({ ...sales, format: 'percent2', addsUp: 'never' })
const accounts = measures({ ...sales, format: 'integer', grain: 'account', addsUp: 'always', statuses: null })
const distribution = measures({
  ...{
    ...sales,
    format: 'percent2',
    grain: 'line',
    addsUp: 'never',
    permission: 'view:products',
    unwatched: true,
  },
})
const times = measures({
  ...{ ...sales, format: 'percent2', addsUp: 'never', permission: 'view:distributors', unwatched: true },
})
const costs = measures({
  ...{ ...sales, format: 'money', addsUp: 'lines', permission: 'view:costs' },
  ...{ unwatched: true, mayBeUnknown: true },
})
const costRates = measures({
  ...{ ...sales, format: 'percent2', addsUp: 'never', permission: 'view:costs', unwatched: true },
})
const benefits = measures({
  ...{ format: 'integer', grain: 'benefit', addsUp: 'always' },
  ...{ statuses: BENEFIT_STATUSES, permission: 'view:benefits' },
})

export const MEASURES = {
  net_sale: amount('Venta Neta', 'Bruto menos descuento y reembolsado.'),
  gross: amount('Bruto', 'Productos antes de descuentos.'),
  discount: amount('Descuento', 'Cupones y promociones, como monto positivo.'),
  refunded: amount('Reembolsado', 'Reembolsos de productos, en el mes de la orden.', { isLoss: true }),
  orders: orders('Órdenes', 'Cantidad de órdenes distintas.'),
  units: amount('Unidades', 'Unidades menos las reembolsadas.', { format: 'units' }),
  average_ticket: ratio('Ticket promedio', 'Venta neta por orden; vacío sin órdenes.', { format: 'money' }),
  units_per_order: ratio('Unidades por orden', 'Unidades por orden; vacío sin órdenes.', { format: 'units' }),
  net_per_unit: ratio('Neto por unidad', 'Venta neta por unidad; vacío sin unidades.', { format: 'money' }),
  discount_rate: ratio('Tasa de descuento', 'Descuento como porcentaje del bruto.'),
  refund_rate: ratio('Tasa de reembolso', 'Reembolsado como porcentaje de bruto menos descuento.', {
    isLoss: true,
  }),
  buyers: people('Compradores', 'Personas distintas con una orden; un invitado cuenta una vez por e-mail.'),
  new_buyers: people(
    'Compradores nuevos',
    'Compradores sin una orden completada anterior al período de la fila.',
  ),
  returning_buyers: people(
    'Compradores recurrentes',
    'Compradores con una orden completada anterior al período de la fila.',
  ),
  orders_per_buyer: ratio('Órdenes por comprador', 'Órdenes por comprador; vacío sin compradores.', {
    format: 'units',
  }),
  benefit_amount: benefits('Monto de beneficios', 'Suma de los descuentos por cupones y promociones.', {
    format: 'money',
    countedBy: 'benefit_uses',
  }),
  benefit_uses: benefits('Usos de beneficios', 'Cantidad de cupones y promociones aplicados.'),
  registered: accounts('Usuarios Registrados', 'Cuentas por fecha de registro.'),
  cancelled_amount: amount('Monto cancelado', 'Neto de las órdenes canceladas.', {
    statuses: CANCELLED,
    countedBy: 'cancelled_orders',
    isLoss: true,
  }),
  cancelled_orders: orders('Órdenes canceladas', 'Cantidad de órdenes canceladas.', {
    statuses: CANCELLED,
    isLoss: true,
  }),
  cancel_rate: ratio('Tasa de cancelación', 'Canceladas como porcentaje de completadas y canceladas.', {
    statuses: ENDED,
    isLoss: true,
  }),
  products_sold: people('Productos vendidos', 'Productos distintos; las variaciones cuentan por separado.', {
    grain: 'line',
  }),
  numeric_distribution: distribution(
    'Distribución numérica',
    'Distribuidores con unidades vendidas, como porcentaje de los que completaron alguna orden.',
  ),
  weighted_distribution: distribution(
    'Distribución ponderada',
    'Lo mismo, pesando a cada distribuidor por su venta neta del segmento; de un segmento, del negocio; de un negocio, de todo.',
  ),
  cost: costs('Costo', 'Costo de lo vendido, sin lo devuelto; vacío si no se conoce ninguno.', {
    isLoss: true,
  }),
  margin: costs('Margen', 'Venta neta de lo que tiene costo, menos ese costo.'),
  margin_rate: costRates('Tasa de margen', 'Margen como porcentaje de la venta neta que tiene costo.'),
  cost_coverage: costRates(
    'Venta con costo',
    'Venta neta de productos con costo, como porcentaje de la venta neta.',
  ),
  days_to_complete: times(
    'Días hasta completar',
    'Mediana de días desde que se crea la orden hasta que se completa.',
    { format: 'decimal2', isLoss: true },
  ),
  on_time_rate: times(
    'Órdenes a tiempo',
    'Completadas dentro de los días prometidos, como porcentaje de las completadas con fecha.',
  ),
} satisfies Record<string, Measure>

export type MeasureKey = keyof typeof MEASURES

export const MEASURE_KEYS = keysOf(MEASURES)
export const isMeasure = isKeyOf(MEASURES)

export const measureOf = (key: MeasureKey): Measure => MEASURES[key]
