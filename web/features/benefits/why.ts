// The questions that explain changes of benefit figures. Pure.
import { keptValue } from '#contract/questions/filter.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'
import type { Mode } from './rules.ts'

const inBenefits = { dimension: 'status', isExcluded: false, values: BENEFIT_STATUSES } as const

/** For a group: its discounts, or the orders with one of its discounts. */
export const whyOfGroup = (mode: Mode, group: string): WhyQuestion =>
  mode === 'amount'
    ? { measure: 'benefit_amount', where: [keptValue('benefit_group', group)] }
    : { measure: 'orders', where: [inBenefits, keptValue('benefit_group', group)] }

export const whyOfSubGroup = (group: string, subGroup: string): WhyQuestion => ({
  measure: 'benefit_amount',
  where: [keptValue('benefit_group', group), keptValue('benefit_sub_group', subGroup)],
})

/** Purchases of a company's accounts. */
export const whyOfCompany = (role: string): WhyQuestion => ({
  measure: 'net_sale',
  where: [inBenefits, keptValue('company', role)],
})
