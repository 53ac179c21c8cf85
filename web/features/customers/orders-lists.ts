// What Órdenes de Clientes asks the server, on screen and ahead of it. Touches contract, lists and this feature.
import type { Month } from '#contract/month.ts'
import { ordersColumns } from '#contract/orders-columns.ts'
import { SHOP_STATUS } from '#contract/statuses.ts'

/** COMPLETADO. */
export const DEFAULT_STATUS = 'wc-completed'
export const ALL_STATUSES = 'TODOS'

export const ORDERS = {
  call: 'GET /api/orders',
  columns: ordersColumns,
  defaults: { perPage: 25, orderBy: 'order_id', order: 'DESC' },
} as const

export const BY_STATUS = 'GET /api/orders/ranking-orders-by-status'
export const BY_PROVINCE = 'GET /api/orders/group-by-states-and-period'

/** The 24 provinces and 'SIN PROVINCIA' are one page. */
export const ordersByProvinceOf = (month: Month, status: string) => ({
  query: { start_date: month, status, per_page: 50 },
})

/** The status of an address; whatever makes no sense there is the default. */
export const statusOf = (word: string | null): string =>
  word !== null && (word === ALL_STATUSES || SHOP_STATUS.test(word)) ? word : DEFAULT_STATUS
