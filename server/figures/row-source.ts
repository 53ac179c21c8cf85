// Answers any part from facts: orders, joined with lines, benefits, accounts and history where needed.
import { type DimensionKey, dimensionOf, type TimeGrain } from '#contract/questions/dimensions.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { inScope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { buyerColumns, ordersBought } from './buyers.ts'
import { AMOUNT_KEYS, lineAmount, namedAmounts, orderAmount, type Sum } from './catalogue.ts'
import { costOfLine, withCosts } from './costs.ts'
import { business, segment } from './expressions.ts'
import { isNew, joinHistory, knownOrders } from './history.ts'
import {
  dimensionsRead,
  filterOf,
  grainRead,
  grouped,
  inMonthsOf,
  inWindow,
  type PartQuery,
  timeKey,
} from './part-query.ts'
import { accountDistributor } from './served-accounts.ts'
import { onTime, percentileOf, promisedSeconds, secondsTaken, withPromise } from './times.ts'

const BENEFIT_COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  benefit_group: sql`d.discount_group`,
  benefit_sub_group: sql`d.sub_group`,
  promotion: sql`d.promo_name`,
  benefit_code: sql`d.name`,
}

/** Of orders with their discounts `d`: '' for one without. */
export const BENEFIT_VALUES: typeof BENEFIT_COLUMNS = Object.fromEntries(
  Object.entries(BENEFIT_COLUMNS).map(([dimension, column]) => [dimension, sql`coalesce(${column}, '')`]),
)

/** A deleted product by its name, like in rollup_products. */
export const parentProductKey = (line: string): Sql => sql`
  case when ${sql.identifier(line, 'product_id')} = 0 then 'name:' || ${sql.identifier(line, 'name')}
    else cast(${sql.identifier(line, 'product_id')} as text) end`

/** The variation, or the product if the line has none. */
export const productKey = (line: string): Sql => {
  const variation = sql.identifier(line, 'variation_id')
  return sql`
    ${parentProductKey(line)} || case when ${variation} = 0 then '' else '.' || cast(${variation} as text) end`
}

/** ISO: '1' is Monday. */
export const weekdayKey = (day: Sql): Sql => sql`cast(extract(isodow from ${day}) as text)`
export const hourKey = (at: Sql): Sql => sql`cast(extract(hour from ${at}) as text)`

interface Buyer {
  readonly account: Sql
  readonly email: Sql
  readonly order: Sql
}

export const customerKey = ({ account, email, order }: Buyer): Sql => sql`
  case when ${account} <> 0 then cast(${account} as text) when ${email} <> '' then 'guest-' || md5(${email})
    else 'order-' || cast(${order} as text) end`

/** Of accounts `c`; '' for guests. */
export const companyKey = sql`coalesce(c.role, '')`

/** Dimensions that only need columns of the order, so they filter before any join. */
const ORDER_COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  distributor: sql`o.dist_id`,
  province: sql`o.province`,
  city: sql`o.city`,
  status: sql`o.status`,
  payment_method: sql`o.payment_method`,
  weekday: weekdayKey(sql`o.order_date`),
  hour: hourKey(sql`o.created_at`),
}

/** Of lines `l` with their products `p`. */
export const LINE_COLUMNS = {
  business,
  segment,
  product: productKey('l'),
  parent_product: parentProductKey('l'),
}

/** Dimensions whose columns need a join. */
const JOINED_COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  ...LINE_COLUMNS,
  company: companyKey,
  customer: customerKey({ account: sql`o.account_id`, email: sql`o.email`, order: sql`o.order_id` }),
}

const DAY = sql`o.order_date`
const orderTime = (grain: TimeGrain): Sql => timeKey(grain, { day: DAY, month: sql`o.month` })

/** Which joins the query needs. */
export function needsOf(query: PartQuery) {
  const dimensions = dimensionsRead(query)
  const grains = dimensions.map((dimension) => dimensionOf(dimension).grain)
  const has = (...keys: DimensionKey[]) => keys.some((key) => dimensions.includes(key))
  const history = query.part === 'new_buyers' || has('buyer_kind')
  return {
    lines: query.part === 'products' || query.part === 'costs' || grains.includes('line'),
    benefits: query.part !== 'benefits' && grains.includes('benefit'),
    accounts: has('company'),
    history,
    owners: history || query.part === 'buyers' || has('company', 'customer'),
  }
}

type Needs = ReturnType<typeof needsOf>

/** The rows of a part: the common tables that they need, and the joined tables with their filters. */
export function rowsOf(query: PartQuery, without: Sql = sql`true`, needs = needsOf(query)) {
  const expression = expressionOf(query)
  const filters = query.where.flatMap((filter) => {
    const { grain } = dimensionOf(filter.dimension)
    if (ORDER_COLUMNS[filter.dimension] || (grain === 'benefit' && needs.benefits)) return []
    return sql`and ${filterOf(filter, expression(filter.dimension))}`
  })
  const rows = sql`from ${ordersRead(needs)} o ${joinsOf(query, needs)} where ${without} ${sql.join(filters, sql` `)}`
  return { expression, tables: ordersOf(query, needs), rows }
}

export function fromRows(query: PartQuery): ScopedSql {
  const needs = needsOf(query)
  const { select, group, without } = grouped(query, expressionOf(query), orderTime, sumsOf(query, needs))
  const { tables, rows } = rowsOf(query, without)
  return sql`
    with ${tables}
    select ${select} ${needs.benefits && query.without ? onceEach(query, needs, rows) : rows} ${group}`
}

/** Counts the orders or lines once among rows that repeat them per benefit value. */
function onceEach(query: PartQuery, needs: Needs, rows: Sql): Sql {
  const line = needs.lines ? sql`, l.line_id` : sql.empty
  const sameLine = needs.lines ? sql`and kept.line_id = l.line_id` : sql.empty
  return sql`
    from ${ordersRead(needs)} o ${joinsOf(query, { ...needs, benefits: false })}
    join (select distinct o.order_id ${line} ${rows}) kept on kept.order_id = o.order_id ${sameLine}`
}

export const expressionOf =
  (query: PartQuery) =>
  (dimension: DimensionKey): Sql => {
    const column = ORDER_COLUMNS[dimension] ?? JOINED_COLUMNS[dimension]
    if (column) return column
    if (dimension === 'buyer_kind')
      return sql`case when ${isNew(query, grainRead(query))} then 'new' else 'returning' end`
    const benefit = query.part === 'benefits' ? BENEFIT_COLUMNS[dimension] : undefined
    return benefit ?? sql`coalesce(${sql.identifier('b', dimension)}, '')`
  }

/** The orders of the window, as `ordersRead` names them. */
function ordersOf(query: PartQuery, needs: Needs): ScopedSql {
  const { window, statuses, scope, where } = query
  const filters = where.flatMap((filter) => {
    const column = ORDER_COLUMNS[filter.dimension]
    return column ? sql`and ${filterOf(filter, column)}` : []
  })
  const day = isWholeMonths(window) ? null : DAY
  const orders = sql`
    select o.order_id, o.month, o.order_date, o.created_at, o.completed_at, o.dist_id, o.province, o.city, o.status, o.payment_method,
      o.customer_id, o.email, ${namedAmounts(orderAmount, 'o')}
    from orders o
    where o.counted and ${inWindow(window, { month: sql`o.month`, day, at: sql`o.created_at` })}
      and ${statuses === null ? sql`true` : sql`o.status in (${statuses})`}
      and ${inScope(scope, sql`o.dist_id`)} ${sql.join(filters, sql` `)}`
  // On a Citus cluster, orders join their benefits on their own node.
  if (!needs.owners) return sql`owned as not materialized (${orders})`
  const identified = sql`
    ${ordersBought({ orders, inMonths: inMonthsOf(window, sql`g.month`), isCluster: query.isCluster })},
    identified as (select owned.*, ${buyerColumns} from owned)`
  return needs.history ? sql`${identified}, ${knownOrders}` : identified
}

function joinsOf(query: PartQuery, needs: Needs): Sql {
  const months = (table: string) => inMonthsOf(query.window, sql.identifier(table, 'month'))
  const joins = [
    query.part === 'benefits'
      ? sql`join order_discounts d on d.order_id = o.order_id and ${months('d')}`
      : sql.empty,
    needs.lines
      ? sql`join order_lines l on l.order_id = o.order_id and ${months('l')}
        left join products p on p.product_id = l.product_id`
      : sql.empty,
    needs.benefits ? benefitsOf(query, months('d')) : sql.empty,
    needs.accounts ? sql`left join customers c on c.customer_id = o.account_id` : sql.empty,
    needs.history ? joinHistory(query) : sql.empty,
    query.part === 'times' ? withPromise('o') : sql.empty,
    query.part === 'costs' ? withCosts : sql.empty,
  ]
  return sql.join(joins, sql` `)
}

/** Orders with their buyers are read from `identified`, those with a history from `known`. */
const ordersRead = ({ history, owners }: Needs): Sql =>
  history ? sql`known` : owners ? sql`identified` : sql`owned`

/** Each order once per combination of benefit values that passes the filters; an order without a benefit has the value ''. */
function benefitsOf(query: PartQuery, inMonths: Sql): Sql {
  const filters = query.where.flatMap((filter) => {
    const value = BENEFIT_VALUES[filter.dimension]
    return value ? sql`and ${filterOf(filter, value)}` : []
  })
  const shown = [...new Set([...query.by, ...(query.without?.by ?? [])])].flatMap((key) => {
    const column = BENEFIT_COLUMNS[key]
    return column ? sql`, ${column} as ${sql.identifier(key)}` : []
  })
  const columns = sql.join(shown, sql.empty)
  // PostgreSQL takes an inner join of the orders with themselves for a handful of rows, and reads the lines of each by itself.
  return filters.length === 0
    ? sql`left join (select distinct d.order_id ${columns} from order_discounts d where ${inMonths}) b on b.order_id = o.order_id`
    : sql`join (
        select distinct o.order_id ${columns}
        from owned o left join order_discounts d on d.order_id = o.order_id and ${inMonths}
        where true ${sql.join(filters, sql` `)}) b on b.order_id = o.order_id`
}

/**
 * Counts each once, however often its order is joined. The workers of a cluster send an array of buyers per group: the coordinator
 * takes twice as long to sort a row per buyer.
 */
export function distinctBuyers({ isCluster }: PartQuery, isCounted = sql`true`): Sql {
  const count = (buyer: Sql) =>
    isCluster
      ? sql`distinct_count(array_agg(${buyer}) filter (where ${isCounted} and ${buyer} is not null))`
      : sql`count(distinct case when ${isCounted} then ${buyer} end)`
  return sql`${count(sql`o.buyer_id`)} + ${count(sql`o.guest`)}`
}

function sumsOf(query: PartQuery, { lines }: Needs): Partial<Record<Sum, Sql>> {
  const total = (value: Sql) => sql`coalesce(sum(${value}), 0)`
  if (query.part === 'benefits') return { amount: total(sql`d.amount`), uses: sql`count(*)` }
  if (query.part === 'times') {
    const seconds = secondsTaken('o', query.now)
    return {
      median: percentileOf(0.5, seconds),
      dated: sql`count(${seconds})`,
      on_time: onTime(seconds, promisedSeconds),
    }
  }
  if (query.part === 'costs')
    return {
      cost: total(costOfLine),
      covered: total(sql`case when ${costOfLine} is not null then l.net end`),
      priced: sql`count(${costOfLine})`,
      lines: sql`count(*)`,
      net: total(sql`l.net`),
    }
  if (query.part === 'products') return { products: sql`count(distinct ${productKey('l')})` }
  if (query.part === 'buyers') return { buyers: distinctBuyers(query) }
  if (query.part === 'new_buyers') return { new_buyers: distinctBuyers(query, isNew(query, query.grain)) }
  // Those of an order have the names of their sums, see `ordersOf`.
  const amounts = AMOUNT_KEYS.map((key) => [
    key,
    total(lines ? lineAmount(key, 'l') : sql.identifier('o', key)),
  ])
  return {
    ...Object.fromEntries(amounts),
    // An order is there once per value of its benefits, and the values are those of the row.
    orders: lines ? sql`count(distinct o.order_id)` : sql`count(*)`,
  }
}

const ACCOUNT_COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  distributor: accountDistributor,
  province: sql`c.province`,
  city: sql`c.city`,
  company: sql`c.role`,
  weekday: weekdayKey(sql`c.registered_at`),
  hour: hourKey(sql`c.registered_at`),
  customer: sql`cast(c.customer_id as text)`,
}

/** Registered accounts from their rows. */
export function fromAccounts(query: PartQuery): ScopedSql {
  const expression = (dimension: DimensionKey) => ACCOUNT_COLUMNS[dimension] ?? sql.empty
  const day = sql`cast(c.registered_at as date)`
  const time = (grain: TimeGrain) => timeKey(grain, { day, month: sql`c.month` })
  const { select, group, without } = grouped(query, expression, time, { registered: sql`count(*)` })
  const filters = query.where.map((filter) => sql`and ${filterOf(filter, expression(filter.dimension))}`)
  return sql`
    select ${select}
    from customers c left join rollup_served s on s.customer_id = c.customer_id
    where ${inWindow(query.window, { month: sql`c.month`, day, at: sql`c.registered_at` })}
      and ${inScope(query.scope, accountDistributor)} and ${without} ${sql.join(filters, sql` `)} ${group}`
}
