import { serviceLists } from '#contract/lists/service.ts'
import { listSource } from '#web/shared/lists/list.ts'

export const SERVICE = listSource(serviceLists.service)
export const OPEN_ORDERS = listSource(serviceLists.openOrders)

export const openAgesCall = (distId: string | null) =>
  [
    'GET /api/distributors/service/open-ages',
    { query: distId === null ? {} : { only_dist_id: distId } },
  ] as const
