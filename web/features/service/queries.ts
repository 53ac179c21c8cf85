import { serviceLists } from '#contract/lists/service.ts'
import { listSource } from '#web/shared/lists/list.ts'

export const SERVICE = listSource(serviceLists.service)
export const PROVINCES = listSource(serviceLists.serviceProvinces)
export const ENDED_ORDERS = listSource(serviceLists.endedOrders)
export const OPEN_ORDERS = listSource(serviceLists.openOrders)
export const STAGES_OF_DISTRIBUTORS = listSource(serviceLists.distributorStages)
export const STAGES_OF_PROVINCES = listSource(serviceLists.provinceStages)
export const STAGE_ORDERS = listSource(serviceLists.stageOrders)

export const openAgesCall = (limits: { only_dist_id?: string; province?: string }) =>
  ['GET /api/distributors/service/open-ages', { query: limits }] as const
