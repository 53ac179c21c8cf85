// The questions why the figures of a province changed. Pure.
import { keptValue } from '#contract/questions/filter.ts'
import type { WhyQuestion } from '#web/lists/why-address.ts'

/** Of one province, or of all of them. */
export const whyOfProvince = (
  measure: 'registered' | 'net_sale',
  province?: string | undefined,
): WhyQuestion => ({ measure, where: province === undefined ? [] : [keptValue('province', province)] })
