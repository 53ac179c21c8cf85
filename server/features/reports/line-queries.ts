import { buyers } from '#server/figures/buyers.ts'
import { lineAmount } from '#server/figures/catalogue.ts'
import {
  classes,
  distName,
  firstDay,
  inBenefits,
  productSales,
  soldProduct,
} from '#server/figures/expressions.ts'
import { soldName, soldSku, withSoldNames } from '#server/figures/sold-names.ts'
import { quotient } from '#server/store/quotient.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

export interface LineFilter {
  readonly month: string
  readonly scope: Scope
}

const ofScope = (scope: LineFilter['scope']): ScopedSql => inScope(scope, sql`l.dist_id`)

const linesOf = ({ month, scope }: LineFilter): ScopedSql =>
  sql`l.month = ${month} and l.counted and l.status = 'wc-completed' and ${ofScope(scope)}`

const DISCOUNT = lineAmount('discount', 'l')

const OF_LINE = sql`
  l.order_id, l.line_id, l.sku, l.name as product_name, ${lineAmount('units', 'l')} as quantity, l.net as total_amount`

/** Lines of completed orders with their day, business and segment; units net of refunded ones, amounts net. */
const linesWithBusiness = (filter: LineFilter, only: Sql = sql`true`): ScopedSql => sql`
  select ${OF_LINE}, o.order_date as date,
    ${classes}
  from order_lines l
  join orders o on o.order_id = l.order_id and o.month = ${filter.month}
  left join products p on p.product_id = l.product_id
  where ${linesOf(filter)} and ${only}`

const ofOrders = (keys: readonly Row[], column = sql`l.order_id`): Sql =>
  sql`${column} in (${keys.map(({ order_id }) => Number(order_id))})`

/** As a list: pages ordered by columns of the line itself are found without joins, and others without those of its order. */
export const linesByBusiness = (filter: LineFilter) => {
  const rowsOf = (keys: readonly Row[]) => linesWithBusiness(filter, ofOrders(keys))
  const lines = sql`order_lines l`
  const withProducts = sql`${lines} left join products p on p.product_id = l.product_id`
  return {
    query: linesWithBusiness(filter),
    deferred: [
      {
        query: sql`select ${OF_LINE} from ${lines} where ${linesOf(filter)}`,
        lacks: ['date', 'business', 'segment'],
        rowsOf,
      },
      {
        query: sql`select ${OF_LINE}, ${classes} from ${withProducts} where ${linesOf(filter)}`,
        lacks: ['date'],
        rowsOf,
      },
    ],
  }
}

/** Sums per product or variation of completed orders. */
const summed = ({ month, scope }: LineFilter): ScopedSql => sql`
  summed as (
    select product_id, variation_id, deleted,
      sum(orders) as total_orders_count, sum(units) as product_quantity, sum(net) as total_net_revenue
    from (
      select ${soldProduct}, orders, units, net from ${productSales(scope)}
      where month = ${month} and status = 'wc-completed' and ${inScope(scope)}
    ) r
    group by product_id, variation_id, deleted
  )`

const ofSales = ({ month }: LineFilter): Sql => sql`
  cast(${month} as text) as period, s.product_id, s.variation_id, ${soldSku} as sku,
  ${soldName} as product_name, s.total_orders_count, s.product_quantity, s.total_net_revenue`

/**
 * Buyers, orders, units and net per product or variation of completed orders. Only buyers are read from the lines: selecting
 * distinct pairs and counting them afterwards takes half the time of a distinct count per product. The condition on completed lines,
 * although their buyers imply it, lets PostgreSQL find the lines of a few products by index.
 */
const salesWithBuyers = (filter: LineFilter, only = (_product: Sql): Sql => sql`true`): ScopedSql => sql`
  with ${buyers([filter.month])},
  once as (
    select distinct ${soldProduct}, buyer_id, guest
    from order_lines l join buyers b using (order_id)
    where ${linesOf(filter)} and ${only(sql`l.product_id`)}
  ),
  counted as (
    select product_id, variation_id, deleted, count(*) as total_users_buy
    from once group by product_id, variation_id, deleted
  ),
  ${summed(filter)}
  select ${ofSales(filter)}, coalesce(c.total_users_buy, 0) as total_users_buy
  from summed s
  left join counted c on c.product_id = s.product_id and c.variation_id = s.variation_id and c.deleted = s.deleted
  ${withSoldNames([filter.month], filter.scope)}
  where ${only(sql`s.product_id`)}`

/** As a list: pages are found without buyers, which are then counted for the products of the page only. */
export const salesByProduct = (filter: LineFilter) => ({
  query: salesWithBuyers(filter),
  singlePass: true as const,
  deferred: [
    {
      query: sql`with ${summed(filter)} select ${ofSales(filter)} from summed s ${withSoldNames([filter.month], filter.scope)}`,
      lacks: ['total_users_buy'],
      allAtOnce: true as const,
      rowsOf: (keys: readonly Row[]) => {
        const products = [...new Set(keys.map(({ product_id }) => Number(product_id)))]
        return salesWithBuyers(filter, (product) => sql`${product} in (${products})`)
      },
    },
  ],
})

/** An amount per unit, of a credit note too; 0 without units. */
const perUnit = (amount: Sql, units: Sql): Sql => sql`
  cast(coalesce(${quotient(amount, units, 2)}, 0) as decimal(18, 2))`

/**
 * The corporate share of a line's discount. If an order also has other discounts, shares are differences of a rounded running
 * sum, so that they add up to the order's corporate discounts to the cent.
 */
const corporatePart = (part: Sql, running: Sql, corporate: Sql, all: Sql): Sql => {
  const sharedUpTo = (sum: Sql) => quotient(sql`((${sum}) * ${corporate})`, all, 2)
  return sql`case
    when coalesce(${corporate}, 0) = 0 or ${all} = 0 then 0
    when ${corporate} = ${all} then ${part}
    else cast(${sharedUpTo(running)} - ${sharedUpTo(sql`${running} - ${part}`)} as decimal(18, 2)) end`
}

/**
 * Amounts and names of the discounts of lines `l`, corporate ones apart. What few orders need is computed for those with several
 * discounts only: names are aggregated, which costs much more than taking the first one, and discounts are summed line by line.
 * Each part reads by order on its own, so that on a Citus cluster no rows leave their node.
 */
const withDeals = (filter: LineFilter, only: Sql): ScopedSql => {
  const isCorporate = sql`discount_group = 'CORPORATIVOS'`
  const discounts = sql`order_discounts l
    where month = ${filter.month} and counted and status = 'wc-completed' and ${ofScope(filter.scope)} and ${only}`
  const several = (condition: Sql) => sql`
    order_id in (select order_id from ${discounts} group by order_id having ${condition})`
  const running = (part: Sql) => sql`
    sum(${part}) over (partition by l.order_id order by l.line_id rows unbounded preceding)`
  return sql`
    left join (
      select order_id,
        sum(case when kind = 'coupon' then amount else 0 end) as coupons,
        sum(case when kind = 'coupon' and ${isCorporate} then amount else 0 end) as corporate_coupons,
        sum(case when kind = 'fee' then amount else 0 end) as fees,
        sum(case when kind = 'fee' and ${isCorporate} then amount else 0 end) as corporate_fees,
        min(case when ${isCorporate} then sub_group end) as company,
        min(case when not (${isCorporate}) then promo_name end) as label
      from ${discounts} group by order_id
    ) x on x.order_id = l.order_id
    left join (
      select order_id, string_agg(case when corporate then name end, ', ' order by name) as companies,
        string_agg(case when not corporate then name end, ', ' order by name) as labels
      from (
        select distinct order_id, ${isCorporate} as corporate, case when ${isCorporate} then sub_group else promo_name end as name
        from ${discounts} and ${several(sql`count(*) > 1`)}
      ) named
      group by order_id
    ) n on n.order_id = l.order_id
    left join (
      select order_id, line_id, ${running(sql`discount`)} as discount, ${running(sql`promotion`)} as promotion
      from order_lines l
      where ${linesOf(filter)} and ${only}
        and ${several(sql`count(distinct ${isCorporate}) > 1`)}
    ) r on r.order_id = l.order_id and r.line_id = l.line_id`
}

export type LineType = 'ORDEN' | 'DEVOLUCION'

export interface TradeFilter extends LineFilter {
  readonly query: { readonly type: LineType; readonly discounts: boolean }
}

/** Lines `l` in the form of the commercial report, with additional columns of joined tables. */
const reported = (
  { query: { type, discounts } }: TradeFilter,
  lines: ScopedSql,
  { joined, more }: Readonly<Record<'joined' | 'more', Sql>>,
): ScopedSql => sql`
  select l.order_id, l.line_id, l.dist_id, l.sku, l.name as product_name, l.quantity,
    ${perUnit(sql`l.gross`, sql`l.quantity`)} as unit_price_list,
    ${perUnit(sql`(l.gross - l.total_discounts)`, sql`l.quantity`)} as unit_discount_price,
    ${perUnit(sql`l.total_discounts`, sql`l.quantity`)} as discount_per_unit,
    l.gross - l.total_discounts as subtotal_discounts_price, l.total_discounts,
    ${type === 'ORDEN' ? sql`l.net` : sql`- (${lineAmount('refunded', 'l')})`} as net_total,
    cast(${type} as text) as type${more}
  from (${lines}) l ${joined}
  where ${type === 'ORDEN' ? sql`true` : sql`${lineAmount('refunded', 'l')} <> 0`}
    and ${discounts ? sql`l.total_discounts > 0` : sql`true`}`

const OF_NAMES = ['dist_name', 'business', 'segment']

/** Lists of distributors and products, which are few. */
const names = {
  joined: sql`left join distributors d on d.dist_id = l.dist_id left join products p on p.product_id = l.product_id`,
  more: sql`, ${distName}, ${classes}`,
}

const namesAndDay = ({ month }: TradeFilter) => ({
  joined: sql`join orders o on o.order_id = l.order_id and o.month = ${month} ${names.joined}`,
  more: sql`${names.more}, o.order_date`,
})

const OF_DISCOUNTS = [
  ...['corporate_name', 'corporate_discount', 'label_unit_discount'],
  ...['discount_unit_amount', 'subtotal_other_discounts'],
]

/** The columns of the commercial report that need no discounts of the order. */
const linesAlone = (
  filter: TradeFilter,
  extra = { joined: sql.empty, more: sql.empty },
  only: Sql = sql`true`,
): ScopedSql =>
  reported(
    filter,
    sql`select l.*, ${DISCOUNT} as total_discounts from order_lines l where ${linesOf(filter)} and ${only}`,
    extra,
  )

/** The commercial report: lines of completed orders with their discounts, corporate ones apart. */
function linesWithDiscounts(filter: TradeFilter, only: Sql = sql`true`): ScopedSql {
  const lines = sql`
    select l.order_id, l.line_id, l.product_id, l.dist_id, l.sku, l.name, l.quantity, l.gross, l.refunded, l.shared, l.net,
      ${DISCOUNT} as total_discounts,
      ${corporatePart(sql`l.discount`, sql`r.discount`, sql`x.corporate_coupons`, sql`x.coupons`)}
        + ${corporatePart(sql`l.promotion`, sql`r.promotion`, sql`x.corporate_fees`, sql`x.fees`)} as corporate_discount,
      coalesce(n.companies, x.company, '') as corporate_name, coalesce(n.labels, x.label, '') as labels
    from order_lines l ${withDeals(filter, only)}
    where ${linesOf(filter)} and ${only}`
  const { joined, more } = namesAndDay(filter)
  return reported(filter, lines, {
    joined,
    more: sql`${more}, l.corporate_name, l.corporate_discount, l.labels as label_unit_discount,
      ${perUnit(sql`(l.total_discounts - l.corporate_discount)`, sql`l.quantity`)} as discount_unit_amount,
      l.total_discounts - l.corporate_discount as subtotal_other_discounts`,
  })
}

/** As a list: pages are found without discounts, which are then read for the orders of the page only. */
export const tradeLines = (filter: TradeFilter) => {
  const rowsOf = (keys: readonly Row[]) => linesWithDiscounts(filter, ofOrders(keys))
  const { day, orders } = firstDay(filter.month)
  const early = { joined: names.joined, more: sql`${names.more}, ${day} as order_date` }
  const leading = {
    orderBy: 'order_date',
    order: 'ASC' as const,
    query: linesAlone(filter, early, sql`l.order_id in ${orders}`),
  }
  return {
    query: linesWithDiscounts(filter),
    deferred: [
      { query: linesAlone(filter), lacks: ['order_date', ...OF_NAMES, ...OF_DISCOUNTS], rowsOf },
      { query: linesAlone(filter, names), lacks: ['order_date', ...OF_DISCOUNTS], rowsOf },
      { query: linesAlone(filter, namesAndDay(filter)), lacks: OF_DISCOUNTS, rowsOf, leading },
    ],
  }
}

/** Lines of orders with a buy-X-get-Y promotion: LLEVA if discounted, else COMPRA; pages are found without their orders. */
export const buyXGetYLines = (
  { month, scope }: LineFilter,
  statuses: readonly string[] | undefined,
  type: 'COMPRA' | 'LLEVA' | undefined,
) => {
  const kind = sql`case when ${DISCOUNT} > 0 then 'LLEVA' else 'COMPRA' end`
  const listed = (day: Sql, lines: Sql, only: Sql = sql`true`): ScopedSql => sql`
    select l.order_id, l.line_id, l.product_id, l.name as product_name, l.quantity as product_qty,
      ${DISCOUNT} as discount_price, ${kind} as type, l.status as order_status${day}
    from ${lines}
    where l.month = ${month} and l.counted and ${ofScope(scope)}
      and ${type === undefined ? sql`true` : sql`${kind} = ${type}`} and ${only}
      and l.order_id in (
        select order_id from order_discounts
        where month = ${month} and promo_type = 'buy-x-get-y' and ${inBenefits(sql`status`, statuses)})`
  const dated = (only?: Sql) =>
    listed(
      sql`, o.order_date`,
      sql`order_lines l join orders o on o.order_id = l.order_id and o.month = l.month`,
      only,
    )
  const rowsOf = (keys: readonly Row[]) =>
    dated(sql`${ofOrders(keys)} and ${ofOrders(keys, sql`o.order_id`)}`)
  return {
    query: dated(),
    deferred: [
      { query: listed(sql.empty, sql`order_lines l`), lacks: ['order_date'], rowsOf },
      { query: dated(), lacks: [], rowsOf },
    ],
  }
}
