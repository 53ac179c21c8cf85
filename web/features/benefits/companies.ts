// Which roles are companies, and how many of their people bought. Pure; may import contract.
import type { CorporateBuyer } from '#contract/benefits.ts'

/** The shop's plain customers are no company. */
const PLAIN_CUSTOMER = 'customer'

export const companiesOf = (corporates: readonly CorporateBuyer[]): CorporateBuyer[] =>
  corporates.filter(({ role }) => role.toLowerCase() !== PLAIN_CUSTOMER)

/** Orders / users × 100; it may pass 100, and nobody registered is 0. */
export const boughtPercent = ({ total_orders, total_users }: CorporateBuyer): number =>
  total_users === 0 ? 0 : (total_orders / total_users) * 100
