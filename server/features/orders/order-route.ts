import { type OrderDetail, orderDetail } from '#contract/order.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Call, route } from '#server/http/route.ts'
import { freshnessOf, readsOf } from '#server/http/send-json.ts'
import {
  type Account,
  accountOf,
  orderHead,
  rowsOfOrder,
  type StoredOrder,
  whyUncounted,
} from './order-queries.ts'

/** Address of an order in the administration of the connected shop; null where there is none. */
export type OrderAdmin = (orderId: number) => Promise<string | null>

export function orderRoute(app: App, orderAdmin: OrderAdmin): void {
  const { store } = app
  const detail = async ({ params, scope, personal }: Call<typeof orderDetail>): Promise<OrderDetail> => {
    const order = await orderHead(store, params.order_id, scope)
    if (!order) throw new HttpError('order-not-found')
    const [account, rows, admin_url, uncounted] = await Promise.all([
      accountOf(store, order),
      rowsOfOrder(store, order.order_id, scope),
      orderAdmin(order.order_id),
      order.counted ? undefined : whyUncounted(store, order),
    ])
    return {
      ...order,
      ...rows,
      refunds: rows.refunds.map((refund) => ({ ...refund, reason: personal ? refund.reason : null })),
      buyer: buyerOf(order, account, personal),
      counts: orderCounts(order, rows.discounts.length, account?.company ?? '', uncounted),
      admin_url,
    }
  }
  route(app, orderDetail, detail, ({ month }, versions) => freshnessOf([month], readsOf([month]), versions))
}

function kindOf({ customer_id, email }: StoredOrder, account: Account | undefined) {
  if (customer_id !== 0) return 'account'
  if (account) return 'guest-of-account'
  return email === '' ? 'anonymous' : 'guest'
}

function buyerOf(order: StoredOrder, account: Account | undefined, personal: boolean): OrderDetail['buyer'] {
  const { first_name: name, last_name: surname, email } = order
  return {
    kind: kindOf(order, account),
    account_id: account?.customer_id ?? order.customer_id,
    role: account?.role ?? '',
    company: account?.company ?? '',
    person: personal ? { name, surname, email, employee_id: account?.employee_id ?? '' } : null,
  }
}

type OrderCount = OrderDetail['counts'][number]

const BENEFITS: ReadonlySet<string> = new Set(BENEFIT_STATUSES)

/** Which figures the order counts in, and why it does not count in the others. */
function orderCounts(
  order: StoredOrder,
  discounts: number,
  company: string,
  uncounted: OrderCount['reason'] | undefined,
): OrderCount[] {
  const decide = (
    figure: OrderCount['figure'],
    inStatus: boolean,
    missing?: 'discounts' | 'company' | false,
  ): OrderCount => {
    const against = uncounted || (!inStatus && 'status') || missing
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
