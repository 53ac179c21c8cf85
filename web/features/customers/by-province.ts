// A month's registered customers per province beside the month compared with. Touches api, contract and this feature.
import { useQuery } from '@tanstack/react-query'
import type { Month } from '#contract/month.ts'
import { fetchQuery } from '#web/api/ask.ts'

export const BY_PROVINCE = 'GET /api/customers/group-by-states-and-period'

/** The 24 provinces and 'SIN PROVINCIA' are one page. */
export const byProvinceOf = (month: Month) => ({ query: { start_date: month, per_page: 50 } })

export interface ProvinceRow {
  state: string
  total_registered: number
}

export interface ByProvince {
  rows: readonly ProvinceRow[]
  total: number
}

const sumUp = (data: readonly ProvinceRow[]): ByProvince => ({
  rows: data.filter(({ total_registered }) => total_registered > 0),
  total: data.reduce((total, row) => total + row.total_registered, 0),
})

/** `previous` is undefined while it loads, null when it could not be loaded. */
export function useByProvince(month: Month, compared: Month) {
  const state = useQuery({
    ...fetchQuery(BY_PROVINCE, byProvinceOf(month)),
    select: ({ data, meta }) => ({ data: sumUp(data), meta }),
  })
  const before = useQuery({
    ...fetchQuery(BY_PROVINCE, byProvinceOf(compared)),
    select: ({ data }) => sumUp(data),
  })
  return { state, previous: before.status === 'error' ? null : before.data }
}

export type ByProvinceState = ReturnType<typeof useByProvince>['state']
