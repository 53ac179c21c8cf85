// Performance of benefits: orders, buyers and products of each, and how many new buyers returned without a discount.
import {
  type BenefitHaving,
  PERFORMANCE_BY,
  type PerformanceBuyers,
  type PerformanceBy,
} from '#contract/lists/performance.ts'
import { type Month, monthBounds, monthRange } from '#contract/month.ts'
import type { Performance } from '#contract/performance.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { compareKeys } from '#contract/row-order.ts'
import { averageOf, differenceOf } from '#server/domain/money.ts'
import { totalsOnly, unorderedRows } from '#server/figures/answer.ts'
import { lineAmount } from '#server/figures/catalogue.ts'
import { soldProduct } from '#server/figures/expressions.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { productKey } from '#server/figures/row-source.ts'
import { soldName, withSoldNames } from '#server/figures/sold-names.ts'
import { type Engine, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import { firstOrders, inMonths } from './purchases.ts'

export interface PerformanceQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly by: PerformanceBy
  /** Also the margins, for roles that may see costs. */
  readonly withCosts?: boolean
}

const COLUMNS: Readonly<Record<PerformanceBy, Sql>> = {
  group: sql`discount_group`,
  sub_group: sql`sub_group`,
  promotion: sql`promo_name`,
}

/** A question about completed orders of the months, and the windows of its answer. */
function asked({ from, to, scope, by }: PerformanceQuery, measures: readonly MeasureKey[], store: Reads) {
  const period = { from: monthBounds(from).from_date, to: monthBounds(to).to_date }
  const where = [{ dimension: 'status', isExcluded: false, values: ['wc-completed'] }] as const
  const question: Question = { ...PLAIN_QUESTION, measures, by: [PERFORMANCE_BY[by]], period, where }
  const windows = { current: { ...period, until: null }, compared: null }
  return [question, { store, scope, windows }] as const
}

/** Completed orders, once per value that they have. */
const usedIn = ({ from, to, by }: PerformanceQuery): Sql => sql`
  select distinct order_id, ${COLUMNS[by]} as value from order_discounts
  where ${inMonths(sql`month`, { from, to })} and counted and status = 'wc-completed'`

interface Bought {
  readonly key: string
  readonly orders: number
  readonly net: number
  readonly buyers: number
  readonly new_buyers: number
  /** New buyers who later completed an order without a discount. */
  readonly returned: number
}

/** The rows of `usedIn` for a cluster. Its nodes send an array of orders per value, which takes the coordinator half as long to pass on. */
const sentIn = (query: PerformanceQuery): Sql => sql`
  select value, unnest(ids) as order_id from (
    select value, array_agg(order_id) as ids from (${usedIn(query)}) each_one group by value
  ) arrays`

/** Buyers whose first order is of the months, with the place of their last one without a discount since. */
const freshBuyers = (query: PerformanceQuery): ScopedSql => sql`
  select f.buyer, max(l.place) as undiscounted
  from (${firstOrders({ scope: query.scope, months: query, filter: {} })}) f
  left join (
    select p.buyer, p.place from rollup_purchases p
    where p.month >= ${query.from} and p.place > 1 and not p.discounted and ${inScope(query.scope, sql`p.dist_id`)}
  ) l on l.buyer = f.buyer
  group by f.buyer`

/** Orders and buyers of each value. Places of orders are compared among all distributors, where they have the same order. */
const boughtWith = (query: PerformanceQuery, isCluster: boolean): ScopedSql => sql`
  with used as (
    select p.buyer, d.value, count(*) as orders, sum(p.net) as net, min(p.place) as place
    from (${isCluster ? sentIn(query) : usedIn(query)}) d join rollup_purchases p on p.order_id = d.order_id
    where ${inMonths(sql`p.month`, query)} and ${inScope(query.scope, sql`p.dist_id`)}
    group by p.buyer, d.value
  ),
  fresh as (${freshBuyers(query)})
  select u.value as key, cast(sum(u.orders) as bigint) as orders, sum(u.net) as net, count(*) as buyers,
    count(f.buyer) as new_buyers, count(case when f.undiscounted > u.place then 1 end) as returned
  from used u left join fresh f on f.buyer = u.buyer
  group by u.value`

/** Products first, by number: rows are sorted to count them, which takes longer by texts and by what most rows share. */
const soldWith = (query: PerformanceQuery): ScopedSql => sql`
  select key, count(*) as products from (
    select distinct ${soldProduct}, d.value as key
    from (${usedIn(query)}) d join order_lines l on l.order_id = d.order_id
    where ${inMonths(sql`l.month`, query)} and l.counted and l.status = 'wc-completed'
      and ${inScope(query.scope, sql`l.dist_id`)}
  ) sold
  group by key`

const MARGINS = ['margin', 'margin_rate', 'cost_coverage'] as const satisfies readonly MeasureKey[]

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

const cents = (amount: number): number => Math.round(amount * 100)

/** An amount per order, and per 100 pesos of another one; rounded to cents. */
const perOne = (amount: number, count: number): number | null =>
  count === 0 ? null : averageOf(amount, count)
const perHundred = (amount: number, net: number): number | null =>
  net <= 0 ? null : Math.round((cents(amount) * 10_000) / cents(net)) / 100

const byOrders = (one: Performance['rows'][number], other: Performance['rows'][number]): number =>
  other.orders - one.orders || compareKeys(one.key, other.key, 'ASC')

export async function performanceOf(store: Reads, query: PerformanceQuery): Promise<Performance> {
  const [totals, benefits, bought, sold, margins] = await Promise.all([
    totalsOnly(...asked(query, ['orders', 'net_sale'], store)),
    unorderedRows(...asked(query, ['benefit_amount'], store)),
    store.all<Bought>(boughtWith(query, store.isCluster)),
    store.all<{ key: string; products: number }>(soldWith(query)),
    query.withCosts ? unorderedRows(...asked(query, MARGINS, store)) : [],
  ])
  const amountOf = new Map(benefits.map(({ keys: [key = ''], values }) => [key, values.benefit_amount ?? 0]))
  const marginOf = new Map(margins.map(({ keys: [key = ''], values }) => [key, values]))
  const productsOf = new Map(sold.map(({ key, products }) => [key, products]))
  const keys = bought.map(({ key }) => key)
  const labels = await labelsOf(store, PERFORMANCE_BY[query.by], keys, query.scope)
  const total = { orders: totals.orders ?? 0, net: totals.net_sale ?? 0 }
  const rows = bought.map(({ key, orders, net, buyers, new_buyers, returned }) => {
    const amount = amountOf.get(key) ?? 0
    return {
      ...{ key, label: labels.get(key) ?? key, orders, net, amount },
      per_hundred: perHundred(amount, net),
      ticket_with: perOne(net, orders),
      ticket_without: perOne(differenceOf(total.net, net), total.orders - orders),
      ...{ buyers, new_buyers, new_share: percentOf(new_buyers, buyers) },
      ...{ returned, returned_share: percentOf(returned, new_buyers), products: productsOf.get(key) ?? 0 },
      margin: marginOf.get(key)?.margin ?? null,
      margin_rate: marginOf.get(key)?.margin_rate ?? null,
      cost_coverage: marginOf.get(key)?.cost_coverage ?? null,
    }
  })
  return { total, rows: rows.toSorted(byOrders) }
}

export interface PerformanceRows extends PerformanceQuery {
  readonly value: string | undefined
}

const holds = ({ by, value }: PerformanceRows): Sql =>
  value === undefined ? sql`true` : sql`${COLUMNS[by]} = ${value}`

/** Discounts of completed orders, of the benefit. */
const discountsOf = (rows: PerformanceRows): Sql => sql`
  order_discounts o
  where ${inMonths(sql`o.month`, rows)} and o.counted and o.status = 'wc-completed' and ${holds(rows)}`

/** Completed orders with the benefit, with its discount. */
const ordersWith = (rows: PerformanceRows, ids: Ids = null): Sql => sql`
  select o.order_id, sum(o.amount) as total_discounted from ${discountsOf(rows)} and ${ofIds(ids, sql`o.order_id`)}
  group by o.order_id`

export const performanceOrders = (rows: PerformanceRows, having: BenefitHaving) =>
  having === 'with' ? ordersHaving(rows) : otherOrders(rows)

const otherOrders = (rows: PerformanceRows) =>
  listedOrders({
    key: 'order_id',
    of: 'orders',
    within: inMonths(sql`o.month`, rows),
    columns: sql`${orderColumns}, cast(0 as decimal(18, 2)) as total_discounted`,
    found: (ids) => sql`
      select p.* from rollup_purchases p
      left join (select distinct o.order_id from ${discountsOf(rows)}) w on w.order_id = p.order_id
      where w.order_id is null and ${inMonths(sql`p.month`, rows)} and ${inScope(rows.scope, sql`p.dist_id`)}
        and ${ofIds(ids)}`,
  })

function ordersHaving(rows: PerformanceRows) {
  const inPeriod = sql`${inMonths(sql`p.month`, rows)} and ${inScope(rows.scope, sql`p.dist_id`)}`
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    within: inMonths(sql`o.month`, rows),
    columns: sql`${orderColumns}, p.total_discounted`,
    found: (ids) => sql`
      select p.*, w.total_discounted from (${ordersWith(rows, ids)}) w join rollup_purchases p on p.order_id = w.order_id
      where ${inPeriod} and ${ofIds(ids)}`,
    // On a cluster, orders are on the node of their discounts.
    cheapest: {
      query: sql`
        select ${orderColumns} from orders p
        where ${inPeriod} and p.order_id in (select o.order_id from ${discountsOf(rows)})`,
      lacks: ['total_discounted'],
    },
  })
}

/** A row per buyer: their first order with the benefit, with the sums of all of these. */
export function performanceBuyers(rows: PerformanceRows, state: PerformanceBuyers | undefined) {
  const inPeriod = sql`${inMonths(sql`p.month`, rows)} and ${inScope(rows.scope, sql`p.dist_id`)}`
  const isAsked = state === undefined ? sql`true` : sql`p.${sql.identifier(FLAGS[state])}`
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    within: inMonths(sql`o.month`, rows),
    columns: sql`p.order_id, p.order_date as date, p.dist_id, p.with_net as net, p.with_orders as orders, p.is_new, p.returned`,
    found: (ids) => sql`
      select p.* from (
        select p.*, u.orders as with_orders, u.net as with_net, f.buyer is not null as is_new,
          coalesce(f.undiscounted > u.place, false) as returned
        from (
          select p.buyer, count(*) as orders, sum(p.net) as net, min(p.place) as place
          from (${ordersWith(rows)}) w join rollup_purchases p on p.order_id = w.order_id
          where ${inPeriod} group by p.buyer
        ) u
        join rollup_purchases p on p.buyer = u.buyer and p.place = u.place
        left join (${freshBuyers(rows)}) f on f.buyer = u.buyer
      ) p where ${isAsked} and ${ofIds(ids)}`,
  })
}

const FLAGS: Readonly<Record<PerformanceBuyers, string>> = { new: 'is_new', returned: 'returned' }

/**
 * Products of completed orders with the benefit. PostgreSQL sorts lines to count their distinct orders, so it first adds up those of an
 * order; that takes DuckDB twice as long.
 */
export function performanceProducts(rows: PerformanceRows, engine: Engine): ScopedSql {
  const lines = sql`
    order_lines l
    where ${inMonths(sql`l.month`, rows)} and l.counted and l.status = 'wc-completed'
      and ${inScope(rows.scope, sql`l.dist_id`)} and l.order_id in (select o.order_id from ${discountsOf(rows)})`
  const [orders, sold] =
    engine === 'postgres'
      ? [
          sql`count(*)`,
          sql`
            select ${soldProduct}, sum(${lineAmount('units')}) as units, sum(net) as net
            from ${lines} group by product_id, variation_id, deleted, order_id`,
        ]
      : [
          sql`count(distinct order_id)`,
          sql`select ${soldProduct}, ${lineAmount('units')} as units, net, order_id from ${lines}`,
        ]
  return sql`
    select ${productKey('s')} as product_key, ${soldName} as product_name, s.total_orders, s.units, s.amount
    from (
      select product_id, variation_id, deleted, deleted as name, ${orders} as total_orders, sum(units) as units, sum(net) as amount
      from (${sold}) sold group by product_id, variation_id, deleted
    ) s
    ${withSoldNames(monthRange(rows.from, rows.to), rows.scope)}`
}
