// Performance of benefits: the answers of questions about each, and how many new buyers returned without a discount.
import { type Month, monthBounds } from '#contract/month.ts'
import { PERFORMANCE_BY, type Performance, type PerformanceBy } from '#contract/performance.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { differenceOf } from '#server/domain/money.ts'
import { type Answer, answer } from '#server/questions/answer.ts'
import { labelsOf } from '#server/questions/labels.ts'
import { productKey } from '#server/questions/row-source.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import { firstOrders, inMonths, purchases } from './purchases.ts'

export interface PerformanceQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly by: PerformanceBy
}

const COLUMNS: Readonly<Record<PerformanceBy, Sql>> = {
  group: sql`discount_group`,
  sub_group: sql`sub_group`,
  promotion: sql`promo_name`,
}

const SALES = ['orders', 'net_sale', 'buyers', 'new_buyers', 'products_sold'] as const

/** Measures of completed orders by the benefit. */
function asked(query: PerformanceQuery, measures: readonly MeasureKey[], store: Reads): Promise<Answer> {
  const days = { from: monthBounds(query.from).from_date, to: monthBounds(query.to).to_date }
  const question: Question = {
    ...{ measures, by: [PERFORMANCE_BY[query.by]], grain: null, period: days, compare: 'none' },
    where: [{ dimension: 'status', isExcluded: false, values: ['wc-completed'] }],
    ...{ order: null, limit: null },
  }
  const windows = { current: { ...days, until: null }, compared: null }
  return answer(question, { store, scope: query.scope, windows })
}

interface Returned {
  readonly key: string
  readonly returned: number
}

/** New buyers of each value who later completed an order without a discount. */
const returnedBuyers = (query: PerformanceQuery): ScopedSql => sql`
  with used as (
    select p.buyer, p.place, d.value
    from (${firstOrders({ scope: query.scope, months: query, filter: {} })}) f
    join ${purchases(query.scope)} p on p.buyer = f.buyer
    join (
      select order_id, ${COLUMNS[query.by]} as value from order_discounts where ${inMonths(sql`month`, query)}
    ) d on d.order_id = p.order_id
    where ${inMonths(sql`p.month`, query)}
  ),
  undiscounted as (
    select p.buyer, max(p.place) as place from ${purchases(query.scope)} p
    where p.buyer in (select buyer from used) and p.month >= ${query.from} and not p.discounted
    group by p.buyer
  )
  select u.value as key, count(*) as returned
  from (select buyer, value, min(place) as place from used group by buyer, value) u
  join undiscounted l on l.buyer = u.buyer and l.place > u.place
  group by u.value`

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

/** An amount per order, and per 100 pesos of another one; rounded to cents. */
const perOne = (amount: number, count: number): number | null =>
  count === 0 ? null : Math.round(Math.round(amount * 100) / count) / 100
const perHundred = (amount: number, net: number): number | null =>
  net <= 0 ? null : Math.round((amount * 10_000) / net) / 100

export async function performanceOf(store: Reads, query: PerformanceQuery): Promise<Performance> {
  const [sales, benefits, returned] = await Promise.all([
    asked(query, SALES, store),
    asked(query, ['benefit_amount'], store),
    store.all<Returned>(returnedBuyers(query)),
  ])
  const amountOf = new Map(
    benefits.rows.map(({ keys: [key = ''], values }) => [key, values.benefit_amount ?? 0]),
  )
  const returnedOf = new Map(returned.map((row) => [row.key, row.returned]))
  const used = sales.rows.filter(({ keys: [key = ''] }) => key !== '' || amountOf.has(key))
  const keys = used.map(({ keys: [key = ''] }) => key)
  const labels = await labelsOf(store, PERFORMANCE_BY[query.by], keys, query.scope)
  const total = { orders: sales.totals.orders ?? 0, net: sales.totals.net_sale ?? 0 }
  const rows = used.map(({ keys: [key = ''], values }) => {
    const [orders, net] = [values.orders ?? 0, values.net_sale ?? 0]
    const [amount, again, fresh] = [amountOf.get(key) ?? 0, returnedOf.get(key) ?? 0, values.new_buyers ?? 0]
    return {
      ...{ key, label: labels.get(key) ?? key, orders, net, amount },
      per_hundred: perHundred(amount, net),
      ticket_with: perOne(net, orders),
      ticket_without: perOne(differenceOf(total.net, net), total.orders - orders),
      ...{ buyers: values.buyers ?? 0, new_buyers: fresh, new_share: percentOf(fresh, values.buyers ?? 0) },
      ...{ returned: again, returned_share: percentOf(again, fresh), products: values.products_sold ?? 0 },
    }
  })
  return { total, rows }
}

export interface PerformanceRows extends PerformanceQuery {
  readonly value: string | undefined
}

const holds = ({ by, value }: PerformanceRows): Sql =>
  value === undefined ? sql`true` : sql`${COLUMNS[by]} = ${value}`

/** Completed orders with the benefit, with its discount. */
const ordersWith = (rows: PerformanceRows, ids: Ids = null): Sql => sql`
  select o.order_id, sum(o.amount) as total_discounted from order_discounts o
  where ${inMonths(sql`o.month`, rows)} and o.counted and o.status = 'wc-completed' and ${holds(rows)}
    and ${ofIds(ids, sql`o.order_id`)}
  group by o.order_id`

export const performanceOrders = (rows: PerformanceRows) =>
  listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: sql`${orderColumns}, p.total_discounted`,
    found: (ids) => sql`
      select p.*, w.total_discounted from (${ordersWith(rows, ids)}) w join rollup_purchases p on p.order_id = w.order_id
      where ${inMonths(sql`p.month`, rows)} and ${inScope(rows.scope, sql`p.dist_id`)} and ${ofIds(ids)}`,
  })

export const performanceProducts = (rows: PerformanceRows): ScopedSql => sql`
  select ${productKey('l')} as product_key, max(l.name) as product_name, count(distinct l.order_id) as total_orders,
    sum(l.quantity - l.refunded_units) as units, sum(l.net) as amount
  from (${ordersWith(rows)}) w join order_lines l on l.order_id = w.order_id
  where ${inMonths(sql`l.month`, rows)} and l.counted and l.status = 'wc-completed'
    and ${inScope(rows.scope, sql`l.dist_id`)}
  group by 1`
