// The questions that explain changes of the distributors screens' figures. Pure.
import { EVERY_STATUS, keptValue, withoutValues } from '#contract/questions/filter.ts'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'

/** Completed orders of a distributor, or of all of them. */
export const whyOfDistributor = (distributor?: string): WhyQuestion => ({
  measure: 'net_sale',
  where: distributor === undefined ? [] : [keptValue('distributor', distributor)],
})

/** All distributors except these. */
export const whyOfOthers = (named: readonly string[]): WhyQuestion => ({
  measure: 'net_sale',
  where: [withoutValues('distributor', named)],
})

/** Orders of a status or of all of them, optionally of one distributor. */
export const whyOfStatus = (status?: string, distributor?: string): WhyQuestion => ({
  measure: 'net_sale',
  where: [
    ...(distributor === undefined ? [] : [keptValue('distributor', distributor)]),
    status === undefined ? EVERY_STATUS : keptValue('status', status),
  ],
})
