// Tables about what a benefit brought.
import { column } from '../columns.ts'
import { list } from '../list.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { order, orderId } from './common.ts'

/** Days before and after an order in which its buyer's purchases are compared. */
export const EFFECT_DAYS = 60

/** Buyers at an order, by how long ago the one before was and by their orders in the 365 days before. */
export const EFFECT_SEGMENTS = {
  first: 'Primera compra',
  recent_4: 'Hasta 60 días, 4 o más órdenes al año',
  recent_2: 'Hasta 60 días, 2 o 3 órdenes al año',
  recent_1: 'Hasta 60 días, 1 orden al año',
  cooling_2: '61 a 180 días, 2 o más órdenes al año',
  cooling_1: '61 a 180 días, 1 orden al año',
  asleep: 'Más de 180 días',
} as const
export type EffectSegment = keyof typeof EFFECT_SEGMENTS
export const EFFECT_SEGMENT_KEYS = Object.keys(EFFECT_SEGMENTS) as EffectSegment[]

export const EFFECT_VERDICTS = [
  'rindió',
  'no rindió',
  'no se nota',
  'muy pocos casos',
  'faltan datos',
] as const
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number]

const nullable = { nullable: true } as const

export const effectFigures = [
  column('verdict', 'Veredicto', 'text', {
    description: 'rindió, no rindió: surely more or less than nothing, in 95 of 100',
    example: 'no se nota',
  }),
  column('estimate', 'Neto que trajo', 'money', {
    ...nullable,
    description:
      'Net of the users from their first use on, less what it would have been without the benefit; after discounts',
  }),
  column('low', 'Desde', 'money', { ...nullable, description: '80 of 100 lie from here' }),
  column('high', 'Hasta', 'money', nullable),
  column('users', 'Usuarios', 'integer', {
    description: 'Buyers whose first use lies in the month and who have others to be compared with',
  }),
  column('controls', 'Comparados', 'integer', {
    description: 'Other buyers with an order in the same days and without the benefit until then',
  }),
] as const

export const effectColumns = [column('label', 'Beneficio'), ...effectFigures] as const

const kind = [
  column('segment', 'Compradores', 'text', { labels: EFFECT_SEGMENTS }),
  column('province', 'Provincia del distribuidor', 'text', { labels: PROVINCE_LABELS }),
  column('company', 'Empresa', 'text', { description: 'Empty for buyers of no company' }),
] as const

export const effectGroupColumns = [
  ...kind,
  column('gained', 'Diferencia', 'money', {
    ...nullable,
    description: 'Sum over the users; adds up to the estimate',
  }),
  column('users', 'Usuarios', 'integer'),
  column('controls', 'Comparados', 'integer'),
  column('users_before', 'Usuarios, 60 días antes', 'money', { description: 'Net per user' }),
  column('users_after', 'Usuarios, después', 'money', {
    description: 'Net per user, of the day of the first use and the 60 days after it',
  }),
  column('controls_before', 'Comparados, 60 días antes', 'money', {
    ...nullable,
    description: 'Net per order compared with',
  }),
  column('controls_after', 'Comparados, después', 'money', nullable),
  column('expected_after', 'Usuarios, esperado sin él', 'money', {
    ...nullable,
    description: 'Net per user that is expected without the benefit',
  }),
] as const

/** Who is compared. */
export const EFFECT_SIDES = ['users', 'controls'] as const
export type EffectSide = (typeof EFFECT_SIDES)[number]

export const effectLists = {
  effectBuyers: list('/api/benefits/effect/buyers', {
    access: 'view:benefits',
    summary: 'The users of a benefit, or who they are compared with: a row per buyer, named by an order',
    description:
      'Those whom `users` or `controls` of /api/benefits/effect counts, all or of one of its groups. A user is named by the first use, others by the first of their orders that are compared; their amounts are means of these orders.',
    columns: [
      orderId,
      column('net_after', 'Neto desde la orden', 'money', {
        description: 'Of the day of the order and the 60 days after it',
      }),
      column('expected_after', 'Esperado sin él', 'money', { ...nullable, description: 'Of users' }),
      column('gained', 'Diferencia', 'money', { ...nullable, description: 'Adds up to the estimate' }),
      column('net_before', 'Neto de los 60 días antes', 'money'),
      column('orders', 'Órdenes comparadas', 'integer'),
      ...order.slice(1),
      ...kind,
    ],
    key: ['order_id'],
    orderBy: 'net_after',
    file: 'compradores_del_efecto',
  }),
}
