// One order with its rows.
import type { COUNT_REASONS, OrderDetail } from '#contract/order.ts'
import { NEVER } from '#server/domain/facts.ts'
import { lineAmount, orderAmount } from '#server/figures/catalogue.ts'
import { classes, distName, orderNumber } from '#server/figures/expressions.ts'
import { readSetting } from '#server/store/settings.ts'
import { inScope, type Scope, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

type Head = Omit<OrderDetail, 'buyer' | 'lines' | 'discounts' | 'refunds' | 'counts' | 'admin_url'>

export interface StoredOrder extends Head {
  customer_id: number
  email: string
  first_name: string
  last_name: string
}

/** Undefined for an order that is not stored or belongs to a distributor outside `scope`. */
export const orderHead = (store: Reads, orderId: number, scope: Scope) =>
  store.one<StoredOrder>(sql`
    select o.order_id, ${orderNumber('o')} as number, o.month, o.order_date as date, o.created_at,
      nullif(o.modified_at, cast(${NEVER} as timestamp)) as modified_at, o.status, o.currency, o.counted,
      o.dist_id, ${distName}, o.invoice_number, o.payment_method, o.city, o.province as state,
      ${orderAmount('units', 'o')} as units, o.gross as order_subtotal, o.discount, o.refunded, o.net as order_total,
      o.shipping, o.fees, o.total as shop_total, o.customer_id, o.email, o.first_name, o.last_name
    from orders o left join distributors d on d.dist_id = o.dist_id
    where o.order_id = ${orderId} and ${inScope(scope, sql`o.dist_id`)}`)

/** Why an order that `orderHead` returned is not counted. */
export async function whyUncounted(
  store: Reads,
  { order_id, currency }: StoredOrder,
): Promise<(typeof COUNT_REASONS)[number]> {
  const [large, children, parent] = await Promise.all(
    [
      sql`select 1 as found from large_orders where order_id = ${order_id} and state = 'waiting'`,
      sql`select 1 as found from order_parents where parent_id = ${order_id}`,
      sql`select 1 as found from order_parents where order_id = ${order_id}`,
    ].map((query) => store.one(wholeShop('The state of an order in scope', query))),
  )
  if (large) return 'implausible'
  // Renewals and deposits have parents too, which contain nothing.
  if (currency !== (await readSetting(store, 'currency'))) return 'currency'
  return children ? 'contained' : parent ? 'copied' : 'currency'
}

export interface Account {
  customer_id: number
  role: string
  company: string
  employee_id: string
}

/** The account that counts as the buyer: the order's own, else for a guest the first one with the e-mail. */
export async function accountOf(
  store: Reads,
  { customer_id, email }: StoredOrder,
): Promise<Account | undefined> {
  if (customer_id === 0 && email === '') return undefined
  const which = customer_id === 0 ? sql`email = ${email}` : sql`customer_id = ${customer_id}`
  return store.one(
    wholeShop(
      'The account of an order in scope',
      sql`select customer_id, role, company, employee_id from customers where ${which} order by customer_id limit 1`,
    ),
  )
}

/** The rows of an order that `orderHead` returned. */
export async function rowsOfOrder(store: Reads, orderId: number, scope: Scope) {
  const [lines, discounts, refunds] = await Promise.all([
    store.all<OrderDetail['lines'][number]>(sql`
      select l.line_id, l.product_id, l.sku, l.name as product_name,
        ${classes},
        l.quantity, l.refunded_units, l.gross, l.discount, l.promotion, ${lineAmount('refunded', 'l')} as refunded, l.net
      from order_lines l left join products p on p.product_id = l.product_id
      where l.order_id = ${orderId} and ${inScope(scope, sql`l.dist_id`)} order by l.line_id`),
    store.all<OrderDetail['discounts'][number]>(sql`
      select discount_id, kind, name as discount_name, discount_group as "group", sub_group, promo_name, amount
      from order_discounts where order_id = ${orderId} and ${inScope(scope)} order by discount_id`),
    store.all<OrderDetail['refunds'][number]>(sql`
      select r.refund_id, r.created_at as refunded_at, r.amount, r.reason
      from order_refunds r join orders o on o.order_id = r.order_id
      where r.order_id = ${orderId} and ${inScope(scope, sql`o.dist_id`)} order by r.created_at, r.refund_id`),
  ])
  return { lines, discounts, refunds }
}
