// Performance of benefits: the answers of questions about each, and how many new buyers returned without a discount.
import { type Month, monthBounds } from '#contract/month.ts'
import { PERFORMANCE_BY, type Performance, type PerformanceBy } from '#contract/performance.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { differenceOf } from '#server/domain/money.ts'
import { type Answer, answer } from '#server/questions/answer.ts'
import { labelsOf } from '#server/questions/labels.ts'
import { productKey } from '#server/questions/row-source.ts'
import { distName } from '#server/rollups/expressions.ts'
import type { Scope } from '#server/store/scope.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { personColumns, personJoin, purchases } from './purchases.ts'

export interface PerformanceQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly by: PerformanceBy
}

const COLUMNS: Readonly<Record<PerformanceBy, Sql>> = {
  group: sql`d.discount_group`,
  sub_group: sql`d.sub_group`,
  promotion: sql`d.promo_name`,
}

const inMonths = (column: Sql, { from, to }: PerformanceQuery): Sql =>
  sql`${column} >= ${from} and ${column} <= ${to}`

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
  with ${purchases(query.scope)},
  uses as (
    select p.buyer, ${COLUMNS[query.by]} as value, min(p.place) as place
    from numbered p join order_discounts d on d.order_id = p.order_id and d.month = p.month
    where ${inMonths(sql`p.month`, query)} group by p.buyer, ${COLUMNS[query.by]}
  ),
  undiscounted as (select buyer, max(place) as place from numbered where discount = 0 group by buyer)
  select u.value as key, count(*) as returned
  from uses u
  join numbered f on f.buyer = u.buyer and f.place = 1 and f.month >= ${query.from}
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
const ordersWith = (rows: PerformanceRows): Sql => sql`
  select d.order_id, sum(d.amount) as total_discounted from order_discounts d
  where ${inMonths(sql`d.month`, rows)} and d.counted and d.status = 'wc-completed' and ${holds(rows)} group by d.order_id`

export const performanceOrders = (rows: PerformanceRows): ScopedSql => sql`
  with ${purchases(rows.scope)}
  select p.order_id, p.order_date as date, p.dist_id, ${distName}, ${personColumns}, w.total_discounted, p.net as amount
  from (${ordersWith(rows)}) w join purchases p on p.order_id = w.order_id ${personJoin}
  left join distributors d on d.dist_id = p.dist_id`

export const performanceProducts = (rows: PerformanceRows): ScopedSql => sql`
  with ${purchases(rows.scope)}
  select ${productKey('l')} as product_key, max(l.name) as product_name, count(distinct l.order_id) as total_orders,
    sum(l.quantity - l.refunded_units) as units, sum(l.net) as amount
  from (${ordersWith(rows)}) w
  join purchases o on o.order_id = w.order_id
  join order_lines l on l.order_id = o.order_id and l.month = o.month
  group by 1`
