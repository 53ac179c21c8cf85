import type { Month } from '#contract/month.ts'
import type { DistributorProfile } from '#contract/profile.ts'
import type { CompareParams } from '#web/api/compare-params.ts'
import { compareParams } from '#web/api/compare-params.ts'
import type { Loadable } from '#web/ui/loadable.ts'

export type ProfileState = Loadable<{ data: DistributorProfile; meta: { updated_at: string | null } }>

export const profileCall = (dist_id: string, month: Month, compare: CompareParams) =>
  [
    'GET /api/distributors/{dist_id}/profile',
    { params: { dist_id }, query: compareParams(month, compare) },
  ] as const
