// Reports of a month's order lines. Room features/reports: may import contract, domain, store, rollups and http.
import { NO_BUSINESS, NO_SEGMENT } from '#server/domain/facts.ts'
import { inScope } from '#server/http/principal.ts'
import { buyers, oneBuyer } from '#server/rollups/buyers.ts'
import { distName } from '#server/rollups/distributors.ts'
import { soldIn, soldName, soldSku } from '#server/rollups/sold.ts'
import { inBenefits } from '#server/rollups/statuses.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

export interface LinesAsked {
  readonly month: string
  readonly scope: readonly string[] | null
}

const ofScope = (scope: LinesAsked['scope']): Sql => inScope(scope, sql`l.dist_id`)

const linesOf = ({ month, scope }: LinesAsked): Sql =>
  sql`l.month = ${month} and l.counted and l.status = 'wc-completed' and ${ofScope(scope)}`

const OF_LINE = sql`
  l.order_id, l.line_id, l.sku, l.name as product_name, l.quantity - l.refunded_units as quantity, l.net as total_amount`

/** Lines of completed orders with their day, business and segment; units net of refunded ones, amounts net. */
const linesWithBusiness = (asked: LinesAsked, ofThese = sql`true`): Sql => sql`
  select ${OF_LINE}, o.order_date as date,
    coalesce(nullif(p.business, ''), ${NO_BUSINESS}) as business,
    coalesce(nullif(p.segment, ''), ${NO_SEGMENT}) as segment
  from order_lines l
  join orders o on o.order_id = l.order_id and o.month = ${asked.month}
  left join products p on p.product_id = l.product_id
  where ${linesOf(asked)} and ${ofThese}`

const ofOrders = (keys: readonly Row[]): Sql =>
  sql`l.order_id in (${keys.map(({ order_id }) => Number(order_id))})`

/** The same as a list: a page by what stands on the line is found among the lines alone. */
export const linesByBusiness = (asked: LinesAsked) => ({
  query: linesWithBusiness(asked),
  key: ['order_id', 'line_id'],
  lean: [
    {
      query: sql`select ${OF_LINE} from order_lines l where ${linesOf(asked)}`,
      lacks: ['date', 'business', 'segment'],
      rowsOf: (keys: readonly Row[]) => linesWithBusiness(asked, ofOrders(keys)),
    },
  ],
})

/** What tells products and variations apart; a deleted product has its name. */
const sold = sql`product_id, variation_id, case when product_id = 0 then name else '' end as deleted`

/** What every sale of the month tells per product or variation of completed orders. */
const summed = ({ month, scope }: LinesAsked): Sql => sql`
  summed as (
    select product_id, variation_id, deleted, max(sku) as sku, max(name) as name,
      sum(orders) as total_orders_count, sum(units) as product_quantity, sum(net) as total_net_revenue
    from (
      select ${sold}, sku, name, orders, units, net from ${soldIn(scope)}
      where month = ${month} and status = 'wc-completed' and ${inScope(scope)}
    ) r
    group by product_id, variation_id, deleted
  )`

/** Orders, units and net as the report shows them. */
const ofSales = ({ month }: LinesAsked): Sql => sql`
  cast(${month} as text) as period, s.product_id, s.variation_id, ${soldSku} as sku,
  ${soldName} as product_name, s.total_orders_count, s.product_quantity, s.total_net_revenue`

const withProducts = sql`
  left join products p on p.product_id = s.product_id
  left join products v on v.product_id = s.variation_id`

/**
 * Buyers, orders, units and net per product or variation of completed orders. Only buyers are asked of the lines, as each who
 * bought the product once, counted afterwards: with a count of distinct ones per product it takes twice as long.
 */
const salesWithBuyers = (asked: LinesAsked, ofThese = (_product: Sql) => sql`true`): Sql => sql`
  with ${buyers([asked.month])},
  once as (
    select distinct ${sold}, ${oneBuyer}
    from order_lines l join buyers b using (order_id)
    where l.month = ${asked.month} and ${ofScope(asked.scope)} and ${ofThese(sql`l.product_id`)}
  ),
  counted as (
    select product_id, variation_id, deleted, count(*) as total_users_buy
    from once group by product_id, variation_id, deleted
  ),
  ${summed(asked)}
  select ${ofSales(asked)}, coalesce(c.total_users_buy, 0) as total_users_buy
  from summed s
  left join counted c on c.product_id = s.product_id and c.variation_id = s.variation_id and c.deleted = s.deleted
  ${withProducts}
  where ${ofThese(sql`s.product_id`)}`

/** The same as a list: a page by what was sold is found without its buyers, who are counted for its own products. */
export const salesByProduct = (asked: LinesAsked) => ({
  query: salesWithBuyers(asked),
  key: ['product_id', 'variation_id', 'product_name'],
  once: true as const,
  lean: [
    {
      query: sql`with ${summed(asked)} select ${ofSales(asked)} from summed s ${withProducts}`,
      lacks: ['total_users_buy'],
      rowsOf: (keys: readonly Row[]) => {
        const products = [...new Set(keys.map(({ product_id }) => Number(product_id)))]
        return salesWithBuyers(asked, (product) => sql`${product} in (${products})`)
      },
    },
  ],
})

/** An amount divided among units, half up, in whole cents on both engines; 0 among none. */
const perUnit = (amount: Sql, units: Sql): Sql => sql`
  case when ${units} <= 0 then 0 else cast(
    cast((cast(${amount} * 100 as bigint) * 2 + ${units}) / (2 * ${units}) as decimal(18, 2)) * 0.01
  as decimal(18, 2)) end`

/**
 * The part of `part` that falls to the order's corporate discounts. Where an order mixes them with others, each line
 * gets what the running sum grows by, so that the parts add up to the corporate discounts to the cent.
 */
const corporatePart = (part: Sql, corporate: Sql, all: Sql): Sql => {
  const sharedUpTo = (sum: Sql) => sql`round((${sum}) * ${corporate} / ${all}, 2)`
  const running = sql`sum(${part}) over (partition by l.order_id order by l.line_id rows unbounded preceding)`
  return sql`case
    when ${all} = 0 or ${corporate} = 0 then 0
    when ${corporate} = ${all} then ${part}
    else cast(${sharedUpTo(running)} - ${sharedUpTo(sql`${running} - ${part}`)} as decimal(18, 2)) end`
}

/**
 * What each order was discounted, corporate coupons and fees apart from the others, with the names of both. Names are put
 * together only for orders that have several, since that costs much more than comparing the first with the last.
 */
const deals = ({ month, scope }: LinesAsked, ofThese: Sql): Sql => {
  const discounts = sql`order_discounts l
    where month = ${month} and counted and status = 'wc-completed' and ${ofScope(scope)} and ${ofThese}`
  const corporate = sql`discount_group = 'CORPORATIVOS'`
  const other = sql`discount_group <> 'CORPORATIVOS'`
  const severalNames = (column: Sql, group: Sql, first: Sql, last: Sql) => sql`
    select order_id, string_agg(name, ', ' order by name) as names
    from (
      select distinct order_id, ${column} as name from ${discounts} and ${group}
        and order_id in (select order_id from summed where ${first} < ${last})
    ) named
    group by order_id`
  return sql`
    summed as materialized (
      select order_id,
        sum(case when kind = 'coupon' then amount else 0 end) as coupons,
        sum(case when kind = 'coupon' and ${corporate} then amount else 0 end) as corporate_coupons,
        sum(case when kind = 'fee' then amount else 0 end) as fees,
        sum(case when kind = 'fee' and ${corporate} then amount else 0 end) as corporate_fees,
        coalesce(min(case when ${corporate} then sub_group end), '') as first_company,
        coalesce(max(case when ${corporate} then sub_group end), '') as last_company,
        coalesce(min(case when ${other} then promo_name end), '') as first_label,
        coalesce(max(case when ${other} then promo_name end), '') as last_label
      from ${discounts}
      group by order_id
    ),
    companies as (${severalNames(sql`sub_group`, corporate, sql`first_company`, sql`last_company`)}),
    labels as (${severalNames(sql`promo_name`, other, sql`first_label`, sql`last_label`)}),
    deals as materialized (
      select s.order_id, s.coupons, s.corporate_coupons, s.fees, s.corporate_fees,
        coalesce(c.names, s.first_company) as corporate_name, coalesce(n.names, s.first_label) as labels
      from summed s
      left join companies c on c.order_id = s.order_id
      left join labels n on n.order_id = s.order_id
    )`
}

export type LineType = 'ORDEN' | 'DEVOLUCION'

export interface TradeAsked extends LinesAsked {
  readonly type: LineType
  readonly onlyDiscounted: boolean
}

/** Lines `l` as the commercial report shows them, with more columns of what is joined. */
const reported = (
  { type, onlyDiscounted }: TradeAsked,
  lines: Sql,
  { joined, more }: Readonly<Record<'joined' | 'more', Sql>>,
): Sql => sql`
  select l.order_id, l.line_id, l.dist_id, l.sku, l.name as product_name, l.quantity,
    ${perUnit(sql`l.gross`, sql`l.quantity`)} as unit_price_list,
    ${perUnit(sql`(l.gross - l.total_discounts)`, sql`l.quantity`)} as unit_discount_price,
    ${perUnit(sql`l.total_discounts`, sql`l.quantity`)} as discount_per_unit,
    l.gross - l.total_discounts as subtotal_discounts_price, l.total_discounts,
    ${type === 'ORDEN' ? sql`l.net` : sql`- (l.refunded + l.shared)`} as net_total,
    cast(${type} as text) as type${more}
  from (${lines}) l ${joined}
  where ${type === 'ORDEN' ? sql`true` : sql`l.refunded + l.shared <> 0`}
    and ${onlyDiscounted ? sql`l.total_discounts > 0` : sql`true`}`

/** What the order and its distributor tell. */
const OF_ORDER = ['order_date', 'dist_name']

const ofOrder = ({ month }: TradeAsked) => ({
  joined: sql`
    join orders o on o.order_id = l.order_id and o.month = ${month}
    left join distributors d on d.dist_id = l.dist_id`,
  more: sql`, o.order_date, ${distName}`,
})

/** What only the order's own discounts tell. */
const OF_DISCOUNTS = [
  ...['corporate_name', 'corporate_discount', 'label_unit_discount'],
  ...['discount_unit_amount', 'subtotal_other_discounts'],
]

/** Of the commercial report what stands on the line itself, and what is joined. */
const linesAlone = (asked: TradeAsked, beside = { joined: sql.empty, more: sql.empty }): Sql =>
  reported(
    asked,
    sql`select l.*, l.discount + l.promotion as total_discounts from order_lines l where ${linesOf(asked)}`,
    beside,
  )

/** The commercial report: lines of completed orders with their discounts, corporate ones apart. */
function linesWithDiscounts(asked: TradeAsked, ofThese = sql`true`): Sql {
  const lines = (which: Sql, corporate: Sql) => sql`
    select l.order_id, l.line_id, l.dist_id, l.sku, l.name, l.quantity, l.gross, l.refunded, l.shared, l.net,
      l.discount + l.promotion as total_discounts, ${corporate} as corporate_discount,
      coalesce(x.corporate_name, '') as corporate_name, coalesce(x.labels, '') as labels
    from order_lines l left join deals x on x.order_id = l.order_id
    where ${linesOf(asked)} and ${ofThese} and ${which}`
  const mixed = sql`coalesce(
    (x.corporate_coupons <> 0 and x.corporate_coupons <> x.coupons)
    or (x.corporate_fees <> 0 and x.corporate_fees <> x.fees), false)`
  const { joined, more } = ofOrder(asked)
  const whole = sql`case when x.corporate_coupons <> 0 then l.discount else 0 end
    + case when x.corporate_fees <> 0 then l.promotion else 0 end`
  const parted = sql`${corporatePart(sql`l.discount`, sql`x.corporate_coupons`, sql`x.coupons`)}
    + ${corporatePart(sql`l.promotion`, sql`x.corporate_fees`, sql`x.fees`)}`
  return sql`
    with ${deals(asked, ofThese)},
    parted as (${lines(sql`not ${mixed}`, whole)} union all ${lines(mixed, parted)})
    ${reported(asked, sql`select * from parted`, {
      joined,
      more: sql`${more}, l.corporate_name, l.corporate_discount, l.labels as label_unit_discount,
        ${perUnit(sql`(l.total_discounts - l.corporate_discount)`, sql`l.quantity`)} as discount_unit_amount,
        l.total_discounts - l.corporate_discount as subtotal_other_discounts`,
    })}`
}

/** The commercial report as a list: a page is found among the lines alone, and only its own orders' discounts are asked. */
export const tradeLines = (asked: TradeAsked) => {
  const rowsOf = (keys: readonly Row[]) => linesWithDiscounts(asked, ofOrders(keys))
  return {
    query: linesWithDiscounts(asked),
    key: ['order_id', 'line_id'],
    lean: [
      { query: linesAlone(asked), lacks: [...OF_ORDER, ...OF_DISCOUNTS], rowsOf },
      { query: linesAlone(asked, ofOrder(asked)), lacks: OF_DISCOUNTS, rowsOf },
    ],
  }
}

/** Lines of orders with a buy-X-get-Y promotion; those that got a discount are what was taken, the rest what was bought. */
export const buyXGetYLines = (
  { month, scope }: LinesAsked,
  statuses: readonly string[] | undefined,
  type: 'COMPRA' | 'LLEVA' | undefined,
): Sql => {
  const kind = sql`case when l.discount + l.promotion > 0 then 'LLEVA' else 'COMPRA' end`
  return sql`
    select l.order_id, l.line_id, l.product_id, l.name as product_name, l.quantity as product_qty,
      l.discount + l.promotion as discount_price, o.order_date, ${kind} as type, l.status as order_status
    from order_lines l join orders o on o.order_id = l.order_id and o.month = l.month
    where l.month = ${month} and l.counted and ${ofScope(scope)}
      and ${inBenefits(sql`l.status`, statuses)}
      and ${type === undefined ? sql`true` : sql`${kind} = ${type}`}
      and l.order_id in (
        select order_id from order_discounts where month = ${month} and promo_type = 'buy-x-get-y')`
}
