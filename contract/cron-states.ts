// States, labels and keys of the crons. Without zod, so that the browser can load it.

/** Spelled as on the wire. */
export const CRON_STATES = ['ready', 'runing', 'success', 'failed', 'waiting', 'warning'] as const
export type CronState = (typeof CRON_STATES)[number]

export const CRON_LABELS = {
  orders: 'Órdenes',
  products: 'Productos',
  customers: 'Clientes',
  coupons: 'Cupones',
  distributors: 'Distribuidores',
  import: 'Importación completa',
  webhooks: 'Webhooks',
  summaries: 'Resúmenes mensuales',
  reconciliation: 'Conciliación',
  backup: 'Copia de seguridad',
} as const
export type CronKey = keyof typeof CRON_LABELS

export const CRON_KEYS = Object.keys(CRON_LABELS) as CronKey[]

export const CRON_LOG_STATUSES = ['processed', 'processing', 'failed', 'warning'] as const
export type CronLogStatus = (typeof CRON_LOG_STATUSES)[number]

/** Maximum of `subMonths` of a run. */
export const CRON_MONTHS_BACK = 240
