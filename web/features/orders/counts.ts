// The figures that an order counts in, as sentences.
import type { OrderDetail } from '#contract/order.ts'
import { statusLabel } from '#contract/statuses.ts'
import { monthName } from '#web/text/format.ts'
import { text } from './text.ts'

interface Sentence {
  readonly counts: boolean
  readonly words: string
}

export function sentences(order: OrderDetail): Sentence[] {
  if (!order.counted) return [{ counts: false, words: text.inNoFigure(order.currency) }]
  const told = order.counts.flatMap(({ figure, counts, reason }) => {
    const words = wordsOf(order, figure, reason)
    return words === null ? [] : [{ counts, words }]
  })
  const refund = { counts: true, words: text.refundMonth(monthName(order.month)) }
  return order.refunded > 0 ? [...told, refund] : told
}

type Count = OrderDetail['counts'][number]

/** Null for a figure that does not apply to this order. */
function wordsOf(order: OrderDetail, figure: Count['figure'], reason: Count['reason']): string | null {
  const { company, kind } = order.buyer
  const [month, status] = [monthName(order.month), statusLabel(order.status)]
  const counted = reason === 'counted'
  switch (figure) {
    case 'sales':
      return counted ? text.sales.counted(month) : text.sales.status(status)
    case 'cancelled':
      return counted ? text.cancelled(month) : null
    case 'statuses':
      return text.statuses(status, month)
    case 'buyers':
      return counted ? text.buyers[kind](month) : text.buyers.not
    case 'benefits':
      if (counted) return text.benefits.counted(month)
      return reason === 'discounts' ? text.benefits.discounts : text.benefits.status
    case 'company':
      if (company === '') return null
      return counted ? text.company.counted(company, month) : text.company.status(company)
  }
}
