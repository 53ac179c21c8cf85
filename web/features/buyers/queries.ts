// Calls of these screens, shared with prefetching.
import type { Month } from '#contract/month.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'

/** Filters by the first order, as named in the address. */
export const FIRST_ORDER = ['distributor', 'province', 'company', 'benefit'] as const
export type FirstOrderKey = (typeof FIRST_ORDER)[number]

export interface Choice extends Partial<Readonly<Record<FirstOrderKey, string>>> {
  readonly months: number
}

export const NO_CHOICE: Choice = { months: 12 }
export const SPANS = [6, 12, 24, 36] as const

/** Months and filters in the address, and a function that changes one. */
export function useChoice(): [Choice, (key: FirstOrderKey | 'months', value: string | null) => void] {
  const [months, setMonths] = useSearchParam('months')
  const [distributor, setDistributor] = useSearchParam('distributor')
  const [province, setProvince] = useSearchParam('province')
  const [company, setCompany] = useSearchParam('company')
  const [benefit, setBenefit] = useSearchParam('benefit')
  const setters = {
    ...{ months: setMonths, distributor: setDistributor, province: setProvince },
    ...{ company: setCompany, benefit: setBenefit },
  }
  const span = SPANS.find((one) => String(one) === months)
  const choice = {
    months: span ?? NO_CHOICE.months,
    ...(distributor && { distributor }),
    ...(province && { province }),
    ...(company && { company }),
    ...(benefit && { benefit }),
  }
  return [choice, (key, value) => setters[key](value)]
}

export const cohortsCall = (month: Month, choice: Choice) =>
  ['GET /api/customers/cohorts', { query: { start_date: month, ...choice } }] as const

export const REPURCHASE_BY = ['month', ...FIRST_ORDER] as const
export type RepurchaseBy = (typeof REPURCHASE_BY)[number]

export const repurchaseCall = (month: Month, choice: Choice, by: RepurchaseBy) =>
  ['GET /api/customers/repurchase', { query: { start_date: month, by, ...choice } }] as const

export const rfmCall = (month: Month) => ['GET /api/customers/rfm', { query: { start_date: month } }] as const

export const PERFORMANCE_KEYS = ['group', 'sub_group', 'promotion'] as const
export type PerformanceKey = (typeof PERFORMANCE_KEYS)[number]
export const PERFORMANCE_SPANS = [1, 3, 6, 12] as const

export const performanceCall = (month: Month, by: PerformanceKey, months: number) =>
  ['GET /api/benefits/performance', { query: { start_date: month, by, months } }] as const

/** Groups of benefits hold several, each judged for itself. */
export const effectsCall = (month: Month, by: PerformanceKey) =>
  [
    'GET /api/benefits/effects',
    { query: { start_date: month, by: by === 'promotion' ? 'promotion' : 'sub_group' } },
  ] as const
