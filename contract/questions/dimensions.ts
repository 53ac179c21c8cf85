// Every dimension that a question can split or filter by, as data. Without zod, so that the browser can load it.
import type { Permission } from '../permissions.ts'
import { isKeyOf, keysOf } from './keys.ts'
import type { Grain } from './measures.ts'

export interface Dimension {
  /** Spanish name. */
  readonly title: string
  /** Spanish, one sentence. */
  readonly definition: string
  /** `order`: an order has one value of it; `line`, `benefit`: an order has as many as it has lines or benefits. */
  readonly grain: Exclude<Grain, 'account'>
  /** Accounts also have this dimension. */
  readonly ofAccounts?: true
  /** Its values have an order of their own, ascending by default: weekdays, hours. */
  readonly isOrdered?: true
  /** Values are names of people. */
  readonly personal?: true
  readonly permission: Permission
}

const order = { grain: 'order', permission: 'view:scorecard' } as const
const line = { grain: 'line', permission: 'view:products' } as const
const benefit = { grain: 'benefit', permission: 'view:benefits' } as const

export const DIMENSIONS = {
  distributor: {
    ...order,
    permission: 'view:distributors',
    ofAccounts: true,
    title: 'Distribuidor',
    definition: 'Distribuidor de la orden; de una cuenta, el que la atiende.',
  },
  province: {
    ...order,
    ofAccounts: true,
    title: 'Provincia',
    definition: 'Provincia de facturación.',
  },
  city: { ...order, ofAccounts: true, title: 'Ciudad', definition: 'Ciudad de facturación.' },
  status: { ...order, title: 'Estado', definition: 'Estado de la orden.' },
  payment_method: { ...order, title: 'Medio de pago', definition: 'Medio de pago de la orden.' },
  company: {
    ...order,
    ofAccounts: true,
    title: 'Empresa',
    definition: 'Empresa o rol de la cuenta que compró.',
  },
  buyer_kind: {
    ...order,
    title: 'Tipo de comprador',
    definition: 'Nuevo: sin una orden completada anterior al período de la fila. Recurrente: con ella.',
  },
  weekday: {
    ...order,
    ofAccounts: true,
    isOrdered: true,
    title: 'Día de la semana',
    definition: 'Día de la semana de la orden.',
  },
  hour: { ...order, ofAccounts: true, isOrdered: true, title: 'Hora', definition: 'Hora de la orden.' },
  business: { ...line, title: 'Negocio', definition: 'Negocio actual del producto.' },
  segment: { ...line, title: 'Segmento', definition: 'Segmento actual del producto.' },
  product: {
    ...line,
    title: 'Producto',
    definition: 'Producto vendido; cada variación por separado.',
  },
  parent_product: {
    ...line,
    title: 'Producto sin variaciones',
    definition: 'Producto vendido, con todas sus variaciones.',
  },
  benefit_group: { ...benefit, title: 'Grupo de beneficio', definition: 'Grupo del cupón o la promoción.' },
  benefit_sub_group: {
    ...benefit,
    title: 'Subgrupo de beneficio',
    definition: 'Subgrupo del cupón o la promoción.',
  },
  promotion: { ...benefit, title: 'Promoción', definition: 'Promoción del cupón o del descuento.' },
  benefit_code: { ...benefit, title: 'Cupón', definition: 'Código del cupón o nombre del descuento.' },
  customer: {
    ...order,
    ofAccounts: true,
    personal: true,
    permission: 'view:customers',
    title: 'Cliente',
    definition: 'Persona que compró; un invitado, por su e-mail.',
  },
} as const satisfies Record<string, Dimension>

export type DimensionKey = keyof typeof DIMENSIONS

export const DIMENSION_KEYS = keysOf(DIMENSIONS)
export const isDimension = isKeyOf(DIMENSIONS)

export const dimensionOf = (key: DimensionKey): Dimension => DIMENSIONS[key]

/** Steps of time, the finest first. A week begins on Monday (ISO 8601). */
export const TIME_GRAINS = { day: 'Día', week: 'Semana', month: 'Mes' } as const

export type TimeGrain = keyof typeof TIME_GRAINS

export const WEEKDAY_LABELS = [
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'sábado',
  'domingo',
] as const

export const BUYER_KINDS = { new: 'Nuevos', returning: 'Recurrentes' } as const

/** Key of a benefit dimension for orders without a benefit. */
export const NO_BENEFIT = { key: '', label: 'Sin beneficio' } as const
/** Key of `company` and `customer` for guests whose e-mail belongs to no account. */
export const NO_ACCOUNT = { key: '', label: 'Sin cuenta' } as const
