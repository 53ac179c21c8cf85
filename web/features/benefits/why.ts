// The questions why the figures of benefits changed. Pure.
import { keptValue } from '#contract/questions/filter.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import type { WhyQuestion } from '#web/lists/why-address.ts'
import type { Mode } from './rules.ts'

const inBenefits = { dimension: 'status', isExcluded: false, values: BENEFIT_STATUSES } as const

/** Of a group: what it discounted, or the orders with a discount of it. */
export const whyOfGroup = (mode: Mode, group: string): WhyQuestion =>
  mode === 'amount'
    ? { measure: 'benefit_amount', where: [keptValue('benefit_group', group)] }
    : { measure: 'orders', where: [inBenefits, keptValue('benefit_group', group)] }

export const whyOfSubGroup = (group: string, subGroup: string): WhyQuestion => ({
  measure: 'benefit_amount',
  where: [keptValue('benefit_group', group), keptValue('benefit_sub_group', subGroup)],
})

/** Purchases of the accounts of a company. */
export const whyOfCompany = (role: string): WhyQuestion => ({
  measure: 'net_sale',
  where: [inBenefits, keptValue('company', role)],
})
