// Which figures an order counts in, and why it does not count in the others.
import type { COUNT_REASONS, ORDER_FIGURES } from '#contract/order.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'

interface Counted {
  readonly counted: boolean
  readonly status: string
}

interface OrderCount {
  readonly figure: (typeof ORDER_FIGURES)[number]
  readonly counts: boolean
  readonly reason: (typeof COUNT_REASONS)[number]
}

const BENEFITS: ReadonlySet<string> = new Set(BENEFIT_STATUSES)

export function orderCounts(order: Counted, discounts: number, company: string): OrderCount[] {
  const decide = (
    figure: OrderCount['figure'],
    inStatus: boolean,
    missing?: 'discounts' | 'company' | false,
  ): OrderCount => {
    const against = (!order.counted && 'currency') || (!inStatus && 'status') || missing
    return { figure, counts: !against, reason: against || 'counted' }
  }
  const completed = order.status === 'wc-completed'
  const inBenefits = BENEFITS.has(order.status)
  return [
    decide('sales', completed),
    decide('cancelled', order.status === 'wc-cancelled'),
    decide('statuses', true),
    decide('buyers', completed),
    decide('benefits', inBenefits, discounts === 0 && 'discounts'),
    decide('company', inBenefits, company === '' && 'company'),
  ]
}
