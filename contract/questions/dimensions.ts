// Every dimension that a question can split or filter by, as data. Without zod, so that the browser can load it.
import type { Permission } from '../permissions.ts'
import { isKeyOf, keysOf, ofKind } from './definitions.ts'
import { CUSTOMER, type KeyType, oneOf, PARENT_PRODUCT, PRODUCT, TEXT, upTo } from './keys.ts'
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
  /** What its keys look like; others are refused wherever they are sent. */
  readonly keys: KeyType
}

const dimensions = ofKind<Omit<Dimension, 'title' | 'definition'>>

const order = dimensions({ grain: 'order', permission: 'view:scorecard', keys: TEXT })
const both = dimensions({ grain: 'order', ofAccounts: true, permission: 'view:scorecard', keys: TEXT })
const line = dimensions({ grain: 'line', permission: 'view:products', keys: TEXT })
const benefit = dimensions({ grain: 'benefit', permission: 'view:benefits', keys: TEXT })

export const BUYER_KINDS = { new: 'Nuevos', returning: 'Recurrentes' } as const

export const DIMENSIONS = {
  distributor: both('Distribuidor', 'Distribuidor de la orden; de una cuenta, el que la atiende.', {
    permission: 'view:distributors',
  }),
  province: both('Provincia', 'Provincia de facturación.'),
  city: both('Ciudad', 'Ciudad de facturación.'),
  status: order('Estado', 'Estado de la orden.'),
  payment_method: order('Medio de pago', 'Medio de pago de la orden.'),
  company: both('Empresa', 'Empresa o rol de la cuenta que compró.'),
  buyer_kind: order(
    'Tipo de comprador',
    'Nuevo: sin una orden completada anterior al período de la fila. Recurrente: con ella.',
    { keys: oneOf(keysOf(BUYER_KINDS)) },
  ),
  weekday: both('Día de la semana', 'Día de la semana de la orden.', {
    isOrdered: true,
    keys: upTo(1, 7),
  }),
  hour: both('Hora', 'Hora de la orden.', { isOrdered: true, keys: upTo(0, 23) }),
  business: line('Negocio', 'Negocio actual del producto.'),
  segment: line('Segmento', 'Segmento actual del producto.'),
  product: line('Producto', 'Producto vendido; cada variación por separado.', { keys: PRODUCT }),
  parent_product: line('Producto sin variaciones', 'Producto vendido, con todas sus variaciones.', {
    keys: PARENT_PRODUCT,
  }),
  benefit_group: benefit('Grupo de beneficio', 'Grupo del cupón o la promoción.'),
  benefit_sub_group: benefit('Subgrupo de beneficio', 'Subgrupo del cupón o la promoción.'),
  promotion: benefit('Promoción', 'Promoción del cupón o del descuento.'),
  benefit_code: benefit('Cupón', 'Código del cupón o nombre del descuento.'),
  customer: both('Cliente', 'Persona que compró; un invitado, por su e-mail.', {
    permission: 'view:customers',
    personal: true,
    keys: CUSTOMER,
  }),
} satisfies Record<string, Dimension>

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

/** Key of a benefit dimension for orders without a benefit. */
export const NO_BENEFIT = { key: '', label: 'Sin beneficio' } as const
/** Key of `company` and `customer` for guests whose e-mail belongs to no account. */
export const NO_ACCOUNT = { key: '', label: 'Sin cuenta' } as const
