import { useQuery } from '@tanstack/react-query'
import { orderLists } from '#contract/lists/orders.ts'
import type { Month } from '#contract/month.ts'
import { fetchQuery } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { listSource } from '#web/shared/lists/list.ts'

export const COMPLETED = 'wc-completed'
export const ALL_STATUSES = 'TODOS'

// The 24 provinces and 'SIN PROVINCIA' fit on one page.

/** `beside`: the running month, up to whose day this one is counted. */
export const customersByProvinceCall = (month: Month, beside?: Month) =>
  [
    'GET /api/customers/group-by-states-and-period',
    { query: { start_date: month, per_page: 50, ...(beside && { beside }) } },
  ] as const

export const ordersByProvinceCall = (month: Month, status: string = COMPLETED, beside?: Month) =>
  [
    'GET /api/orders/group-by-states-and-period',
    { query: { start_date: month, status, per_page: 50, ...(beside && { beside }) } },
  ] as const

export const ordersByStatusCall = (month: Month) =>
  ['GET /api/orders/ranking-orders-by-status', { query: { start_date: month } }] as const

export const ORDERS = listSource(orderLists.orders)

export const OF_BUYERS = listSource(orderLists.ordersOfBuyers)

/** With the restrictions of the screen, if they may leave out orders of the month. */
export const LIMITED_ORDERS = listSource(orderLists.orders, {
  limits: { status: ALL_STATUSES, state: undefined, dist: undefined, counted: undefined },
})

export interface ByProvince {
  rows: readonly { state: string; total_registered: number }[]
  total: number
}

const byProvince = (data: ByProvince['rows']): ByProvince => ({
  rows: data.filter(({ total_registered }) => total_registered > 0),
  total: data.reduce((total, row) => total + row.total_registered, 0),
})

/** Registered customers per province; `previous` is undefined while it loads and null when it failed. */
export function useCustomersByProvince() {
  const { month, compared, sameDays } = useMonths()
  const state = useQuery({
    ...fetchQuery(...customersByProvinceCall(month)),
    select: ({ data, meta }) => ({ data: byProvince(data), meta }),
  })
  const before = useQuery({
    ...fetchQuery(...customersByProvinceCall(compared, sameDays ? month : undefined)),
    select: ({ data }) => byProvince(data),
  })
  const previous: ByProvince | null | undefined = before.status === 'error' ? null : before.data
  return { state, previous }
}
