// What part of the active distributors sells something. Orders without distributor are left out: nobody distributes them.
import type { DistributionBy, MoveState, SellerState } from '#contract/lists/distribution.ts'
import { addMonths, type Month } from '#contract/month.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { NO_BUSINESS } from '#server/domain/facts.ts'
import { type Span, spanBounds, wholeMonth } from '#server/domain/span.ts'
import { quotient } from '#server/store/quotient.ts'
import { type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { lineAmount } from './catalogue.ts'
import { distributionTables, ofDistributors } from './distribution-part.ts'
import { business, distName, segment } from './expressions.ts'
import { keyColumn, type PartQuery } from './part-query.ts'
import { productKey } from './row-source.ts'
import { soldName, soldSku, withSoldNames } from './sold-names.ts'
import type { Window } from './windows.ts'

export interface Distributed {
  readonly by: DistributionBy
  readonly scope: Scope
  /** Active means active there; undefined: anywhere. */
  readonly province: string | undefined
}

/** What a row is, in rows `r` with the products of their lines. */
const KEYS: Readonly<Record<DistributionBy, Sql>> = { product: productKey('r'), segment, business }

/** Lines of completed orders of a province up to a month, which bounds both tables so that later parts are not read. */
const linesIn = (province: string, scope: Scope, month: Month, isWanted: Sql): ScopedSql => sql`
  select l.month, l.dist_id, l.product_id, l.variation_id,
    case when l.product_id = 0 then l.name else '' end as name, ${lineAmount('units', 'l')} as units, l.net
  from orders o join order_lines l on l.order_id = o.order_id and l.month = o.month
  where o.month <= ${month} and l.month <= ${month} and ${isWanted}
    and o.counted and o.status = 'wc-completed' and o.province = ${province}
    and ${ofDistributors(scope, sql`o.dist_id`)}`

/** A question about the month, with a row for what was sold in either span, or for one thing alone. */
const questionOf = (
  sums: PartQuery['sums'],
  span: Span,
  { by, scope, province }: Distributed,
  more: { readonly beside: Span } | { readonly key: string },
): PartQuery => ({
  ...{ part: 'distribution', sums, statuses: null, by: [by], grain: null, without: null, now: null },
  where: [
    ...(province === undefined ? [] : [keptValue('province', province)]),
    ...('key' in more ? [keptValue(by, more.key)] : []),
  ],
  window: windowOfSpan(span),
  beside: 'beside' in more ? windowOfSpan(more.beside) : null,
  scope,
  isCluster: false,
})

const windowOfSpan = (span: Span): Window => {
  const { from_date, to_date } = spanBounds(span)
  return { from: from_date, to: to_date, until: span.until }
}

const KEY = sql.identifier(keyColumn(0))
const ALL_SUMS = ['sellers', 'active', 'reached', 'whole'] as const

/** How many distributors sold each thing in a month, with a row for what was sold in the month before alone. */
export const sellerCounts = (month: Month, asked: Distributed): ScopedSql => {
  const beside = wholeMonth(addMonths(month, -1))
  const query = questionOf(['sellers', 'active'], wholeMonth(month), asked, { beside })
  return sql`
    with ${distributionTables(query)}
    select ${KEY} as key, sellers as distributors, active as active_distributors from measured`
}

/** Numeric and weighted distribution of everything sold in either span, beside the compared one. */
export function distributionOf(month: Month, previous: Span, asked: Distributed): ScopedSql {
  const current = wholeMonth(month)
  const sumsOf = (span: Span, beside: Span) => sql`
    select * from (with ${distributionTables(questionOf(ALL_SUMS, span, asked, { beside }))} select * from measured) m`
  const percentOf = (part: string, of: string, table: string) =>
    quotient(sql`100 * ${sql.identifier(table, part)}`, sql.identifier(table, of), 2)
  return sql`
    with now as (${sumsOf(current, previous)}), before as (${sumsOf(previous, current)}),
    measured as (
      select coalesce(n.${KEY}, b.${KEY}) as key, coalesce(n.sellers, 0) as distributors,
        coalesce(b.sellers, 0) as prev_distributors, coalesce(n.active, 0) as active_distributors,
        ${percentOf('sellers', 'active', 'n')} as numeric_distribution,
        ${percentOf('sellers', 'active', 'b')} as numeric_before,
        ${percentOf('reached', 'whole', 'n')} as weighted_distribution,
        ${percentOf('reached', 'whole', 'b')} as weighted_before
      from now n full join before b on b.${KEY} = n.${KEY}
    ),
    s as (select m.*, ${productOf(asked.by)} from measured m)
    select s.key, ${namesOf(asked.by)}, s.numeric_distribution, s.weighted_distribution,
      s.numeric_distribution - s.numeric_before as numeric_points,
      s.weighted_distribution - s.weighted_before as weighted_points,
      s.distributors, s.prev_distributors, s.active_distributors
    from s ${asked.by === 'product' ? withSoldNames([month, previous.month], asked.scope) : sql.empty}`
}

/** The product of a key, as `withSoldNames` finds its name. */
const productOf = (by: DistributionBy): Sql => {
  if (by !== 'product') return sql`0 as product_id`
  const isDeleted = sql`m.key like 'name:%'`
  const numberAt = (place: 1 | 2) => sql`
    case when ${isDeleted} then 0
      else cast(coalesce(nullif(split_part(m.key, '.', ${sql.whole(place)}), ''), '0') as bigint) end`
  return sql`
    ${numberAt(1)} as product_id, ${numberAt(2)} as variation_id,
    case when ${isDeleted} then substr(m.key, 6) else '' end as deleted`
}

/** The first business of a segment whose name stands in several. */
const businessOfSegment = sql`
  coalesce((
    select min(${business}) from products p where ${segment} = s.key
  ), ${NO_BUSINESS})`

const namesOf = (by: DistributionBy): Sql => {
  if (by === 'product')
    return sql`${soldName} as name, ${soldSku} as sku, ${segment} as segment, ${business} as business`
  return by === 'segment'
    ? sql`s.key as name, '' as sku, s.key as segment, ${businessOfSegment} as business`
    : sql`s.key as name, '' as sku, '' as segment, s.key as business`
}

/** Sales of one row in every month up to `month`. */
function historyOf(key: string, month: Month, { by, scope, province }: Distributed): ScopedSql {
  const isKey = sql`${KEYS[by]} = ${key}`
  const upTo = sql`month <= ${month} and status = 'wc-completed' and ${ofDistributors(scope, sql`dist_id`)}`
  const id = sql.whole(Number(/^\d{1,15}/.exec(key)?.[0] ?? '0'))
  if (province !== undefined) {
    const isWanted = by === 'product' ? sql`l.product_id = ${id}` : sql`true`
    return sql`
      select r.month, r.dist_id, r.units, r.net from (${linesIn(province, scope, month, isWanted)}) r
      left join products p on p.product_id = r.product_id where ${isKey}`
  }
  if (by !== 'product') {
    const table = sql.identifier(by === 'segment' ? 'rollup_segments' : 'rollup_businesses')
    return sql`select month, dist_id, units, net from ${table} where ${upTo} and ${sql.identifier(by)} = ${key}`
  }
  return sql`
    select r.month, r.dist_id, r.units, r.net from (
      select month, dist_id, product_id, variation_id, name, units, net from rollup_products
      where ${upTo} and product_id = ${id}
    ) r where ${isKey}`
}

/** What each active distributor of a span sold of one row, and the net by which it counts. */
const heldIn = (span: Span, key: string, asked: Distributed): ScopedSql => sql`
  select * from (
    with ${distributionTables(questionOf(ALL_SUMS, span, asked, { key }))},
    own as (
      select dist_id, sum(units) as units, sum(net) as net from sold where asked = 1 and ${KEY} = ${key} group by dist_id
    ),
    weighed as (
      select w.dist_id, sum(w.net) as net from weights w join classes c on c.class = w.class
      where c.${KEY} = ${key} group by w.dist_id
    )
    select a.dist_id, case when o.units > 0 then 1 else 0 end as sells, coalesce(o.net, 0) as net,
      coalesce(o.units, 0) as units, coalesce(w.net, 0) as weight
    from active a left join own o on o.dist_id = a.dist_id left join weighed w on w.dist_id = a.dist_id
  ) held`

const ofState = (state: string | undefined): Sql => (state === undefined ? sql`true` : sql`state = ${state}`)

/** The distributors active in the month, with what they sold of one row and when they last did. */
export const sellersOf = (
  key: string,
  month: Month,
  state: SellerState | undefined,
  asked: Distributed,
): ScopedSql => sql`
  select * from (
    select a.dist_id, ${distName}, a.net as total_amount, a.units as units_sold, a.weight, h.last_sold,
      case when a.sells = 1 then 'sells' when h.last_sold is null then 'never' else 'stopped' end as state
    from (${heldIn(wholeMonth(month), key, asked)}) a
    left join (
      select dist_id, max(case when units > 0 then month end) as last_sold
      from (
        select month, dist_id, sum(units) as units from (${historyOf(key, month, asked)}) sold
        group by month, dist_id
      ) monthly group by dist_id
    ) h on h.dist_id = a.dist_id
    left join distributors d on d.dist_id = a.dist_id
  ) sellers where ${ofState(state)}`

/** What each distributor adds to the percentages of a span: those up to it less those before it, so that rounded parts add up. */
function partsOf(held: ScopedSql): ScopedSql {
  const added = (own: Sql, upTo: Sql, whole: Sql) => sql`
    ${quotient(sql`100 * ${upTo}`, whole, 2)} - ${quotient(sql`100 * (${upTo} - ${own})`, whole, 2)}`
  return sql`
    select dist_id, sells, net, weight, ${added(sql`sells`, sql`sells_up_to`, sql`active`)} as numeric_part,
      ${added(sql`reached`, sql`reached_up_to`, sql`whole`)} as weighted_part
    from (
      select r.*, count(*) over () as active, sum(weight) over () as whole,
        sum(sells) over (order by dist_id) as sells_up_to, sum(reached) over (order by dist_id) as reached_up_to
      from (select h.*, sells * weight as reached from (${held}) h) r
    ) run`
}

/** Who sells one row now or sold it in the compared span, with what each adds to its points. */
export function movesOf(
  key: string,
  [month, previous]: readonly [Month, Span],
  state: MoveState | undefined,
  asked: Distributed,
): ScopedSql {
  /** Who was not active adds nothing, unless nobody was and there is no percentage. */
  const partIn = (month: 'n' | 'b', part: Sql) => {
    const own = sql`${sql.identifier(month)}.${part}`
    return sql`coalesce(${own}, 0 * max(${own}) over ())`
  }
  const points = (part: Sql) => sql`${partIn('n', part)} - ${partIn('b', part)}`
  return sql`
    with now as (${partsOf(heldIn(wholeMonth(month), key, asked))}),
    before as (${partsOf(heldIn(previous, key, asked))}),
    moved as (
      select coalesce(n.dist_id, b.dist_id) as dist_id, ${points(sql`numeric_part`)} as numeric_points,
        ${points(sql`weighted_part`)} as weighted_points, coalesce(n.sells, 0) as sells, coalesce(b.sells, 0) as sold,
        coalesce(n.net, 0) as total_amount, coalesce(b.net, 0) as prev_amount,
        coalesce(n.weight, 0) as weight, coalesce(b.weight, 0) as prev_weight
      from now n full join before b on b.dist_id = n.dist_id
    )
    select * from (
      select m.*, ${distName},
        case when m.sold = 0 then 'gained' when m.sells = 0 then 'lost' else 'kept' end as state
      from moved m left join distributors d on d.dist_id = m.dist_id where m.sells + m.sold > 0
    ) moves where ${state === 'before' ? sql`sold = 1` : ofState(state)}`
}
