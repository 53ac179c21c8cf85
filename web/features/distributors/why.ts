// The questions why the figures of the distributors screens changed. Pure.
import { keptValue, type WhyQuestion } from '#web/lists/why-address.ts'

/** Completed orders of a distributor, or of all of them. */
export const whyOfDistributor = (distributor?: string): WhyQuestion => ({
  measure: 'net_sale',
  where: distributor === undefined ? [] : [keptValue('distributor', distributor)],
})

/** Orders of a status, also of one distributor. */
export const whyOfStatus = (status: string, distributor?: string): WhyQuestion => ({
  measure: 'net_sale',
  where: [
    ...(distributor === undefined ? [] : [keptValue('distributor', distributor)]),
    keptValue('status', status),
  ],
})
