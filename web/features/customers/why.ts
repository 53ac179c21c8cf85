// The questions that explain changes of a province's figures. Pure.
import { keptValue } from '#contract/questions/filter.ts'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'

/** For one province, or for all of them. */
export const whyOfProvince = (
  measure: 'registered' | 'net_sale',
  province?: string | undefined,
): WhyQuestion => ({ measure, where: province === undefined ? [] : [keptValue('province', province)] })
