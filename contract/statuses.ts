// Order statuses as WooCommerce writes them, with the labels people read.
import { entryOf } from './entry.ts'

export const STATUS_LABELS = {
  'wc-completed': 'Completadas',
  'wc-ready-to-delivery': 'Listas para entregar',
  'wc-processing': 'Procesando',
  'wc-in-assembly': 'En armado',
  'wc-on-hold': 'En espera',
  'wc-pending': 'Pendientes',
  'wc-cancel-request': 'Solicitud de cancelación',
  'wc-refunded': 'Reembolsadas',
  'wc-cancelled': 'Canceladas',
  'wc-failed': 'Fallidas',
  'wc-in-progress': 'En progreso',
  'wc-returned': 'Devuelto',
  'wc-return-request': 'Solicitud de devolución',
} as const

export type OrderStatus = keyof typeof STATUS_LABELS

export const ORDER_STATUSES = Object.keys(STATUS_LABELS) as OrderStatus[]

/** Any status of a shop, including those outside the list: sums per status have them too. */
export const SHOP_STATUS = /^wc-[a-z0-9_-]{1,60}$/

/** The statuses that count in benefits (coupon groups, cards, details). */
export const BENEFIT_STATUSES: OrderStatus[] = [
  'wc-completed',
  'wc-ready-to-delivery',
  'wc-in-assembly',
  'wc-processing',
]

/** Paid orders on their way to completion. */
export const PREPARING_STATUSES: OrderStatus[] = [
  'wc-ready-to-delivery',
  'wc-in-assembly',
  'wc-processing',
  'wc-in-progress',
]

/** Orders that are paid or completed: a later completion changes no figure. */
export const PLACED_STATUSES: readonly OrderStatus[] = ['wc-completed', ...PREPARING_STATUSES]

/** Statuses of lost orders; growth is bad. */
const LOST_STATUSES: ReadonlySet<string> = new Set<OrderStatus>([
  'wc-cancel-request',
  'wc-refunded',
  'wc-cancelled',
  'wc-failed',
  'wc-returned',
  'wc-return-request',
])

export const isLost = (status: string): boolean => LOST_STATUSES.has(status)

/** The label of a status on a benefit card; the specification has one of them in the singular. */
export const cardStatusLabel = (status: OrderStatus): string =>
  status === 'wc-ready-to-delivery' ? 'Listo para entregar' : STATUS_LABELS[status]

/** The label of a status; a status outside the list is shown by its own name. */
export const statusLabel = (status: string): string =>
  entryOf(STATUS_LABELS as Record<string, string>, status) ?? status.replace(/^wc-/, '')
