// What part of the active distributors sells something. Orders without distributor are left out: nobody distributes them.
import type { DistributionBy, SellerState } from '#contract/lists/distribution.ts'
import type { Month } from '#contract/month.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import { quotient } from '#server/store/quotient.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { lineAmount } from './catalogue.ts'
import { business, distName, nameOfDeleted, segment } from './expressions.ts'
import { productKey } from './row-source.ts'
import { soldName, soldSku, withSoldNames } from './sold-names.ts'
import { monthsOf, rollupsOf, tablesOf } from './spans.ts'

export interface Distributed {
  readonly by: DistributionBy
  readonly scope: Scope
  /** Active means active there; undefined: anywhere. */
  readonly province: string | undefined
}

/** What a row is, and the class by whose net it is weighed. */
const CLASSES: Readonly<Record<DistributionBy, { readonly key: Sql; readonly weighedBy: Sql }>> = {
  product: { key: productKey('r'), weighedBy: segment },
  segment: { key: segment, weighedBy: business },
  business: { key: business, weighedBy: sql`''` },
}

const ofDistributors = (scope: Scope, column: Sql): ScopedSql =>
  sql`${inScope(scope, column)} and ${column} <> ${NO_DISTRIBUTOR.dist_id}`

/** Completed sales per distributor and product. */
function salesOf(spans: readonly Span[], { scope, province }: Distributed): ScopedSql {
  if (province === undefined)
    return sql`
      select month, dist_id, product_id, variation_id, ${nameOfDeleted} as name, units, net
      from ${rollupsOf(spans)('rollup_products')} sold
      where month in (${monthsOf(spans)}) and status = 'wc-completed' and ${ofDistributors(scope, sql`dist_id`)}`
  const parts = spans.map((span) => linesIn(province, scope, sql`${span.month}`, tablesOf(span)))
  return sql.union(parts, 'all')
}

/** Lines of completed orders of a province. */
const linesIn = (province: string, scope: Scope, months: Sql, tables = tablesOf(WHOLE)): ScopedSql => sql`
  select l.month, l.dist_id, l.product_id, l.variation_id,
    case when l.product_id = 0 then l.name else '' end as name, ${lineAmount('units', 'l')} as units, l.net
  from ${tables('orders')} o join ${tables('order_lines')} l on l.order_id = o.order_id and l.month = o.month
  where o.month in (${months}) and o.counted and o.status = 'wc-completed' and o.province = ${province}
    and ${ofDistributors(scope, sql`o.dist_id`)}`

/** Any month, whole. */
const WHOLE = wholeMonth('')

/** Distributors with a completed order, per month. */
const activeIn = (spans: readonly Span[], { scope, province }: Distributed): ScopedSql => sql`
  select distinct month, dist_id
  from ${rollupsOf(spans)(province === undefined ? 'rollup_months' : 'rollup_provinces')} placed
  where month in (${monthsOf(spans)}) and status = 'wc-completed' and orders > 0
    and ${ofDistributors(scope, sql`dist_id`)}
    and ${province === undefined ? sql`true` : sql`province = ${province}`}`

/** Numeric and weighted distribution of everything sold in either span, beside the compared one. */
export function distributionOf(month: Month, previous: Span, asked: Distributed): ScopedSql {
  const spans = [wholeMonth(month), previous]
  const { key, weighedBy } = CLASSES[asked.by]
  return sql`
    with sold as (
      select r.month, r.dist_id, ${key} as key, ${weighedBy} as class, max(r.product_id) as product_id,
        max(r.variation_id) as variation_id, max(r.name) as deleted, sum(r.units) as units, sum(r.net) as net
      from (${salesOf(spans, asked)}) r left join products p on p.product_id = r.product_id
      group by 1, 2, 3, 4
    ),
    active as (
      select month, count(*) as distributors from (${activeIn(spans, asked)}) placed group by month
    ),
    classes as (
      select key, class, max(product_id) as product_id, max(variation_id) as variation_id, max(deleted) as deleted
      from sold group by key, class
    ),
    sellers as (select month, dist_id, key from sold group by month, dist_id, key having sum(units) > 0),
    weights as (select month, dist_id, class, sum(net) as net from sold group by month, dist_id, class),
    reached as (
      select s.month, s.key, count(distinct s.dist_id) as distributors, sum(w.net) as net
      from sellers s join classes c on c.key = s.key
      left join weights w on w.month = s.month and w.dist_id = s.dist_id and w.class = c.class
      group by s.month, s.key
    ),
    whole as (
      select w.month, c.key, sum(w.net) as net from weights w join classes c on c.class = w.class
      group by w.month, c.key
    ),
    measured as (
      select s.key, s.class, s.product_id, s.variation_id, s.deleted,
        coalesce(now.distributors, 0) as distributors, coalesce(before.distributors, 0) as prev_distributors,
        coalesce(a.distributors, 0) as active_distributors,
        ${quotient(sql`100 * coalesce(now.distributors, 0)`, sql`a.distributors`, 2)} as numeric_distribution,
        ${quotient(sql`100 * coalesce(before.distributors, 0)`, sql`b.distributors`, 2)} as numeric_before,
        ${quotient(sql`100 * coalesce(now.net, 0)`, sql`wn.net`, 2)} as weighted_distribution,
        ${quotient(sql`100 * coalesce(before.net, 0)`, sql`wb.net`, 2)} as weighted_before
      from (
        select key, min(class) as class, max(product_id) as product_id, max(variation_id) as variation_id,
          max(deleted) as deleted
        from classes group by key
      ) s
      left join reached now on now.key = s.key and now.month = ${month}
      left join reached before on before.key = s.key and before.month = ${previous.month}
      left join whole wn on wn.key = s.key and wn.month = ${month}
      left join whole wb on wb.key = s.key and wb.month = ${previous.month}
      left join active a on a.month = ${month}
      left join active b on b.month = ${previous.month}
    )
    select s.key, ${namesOf(asked.by)}, s.numeric_distribution, s.weighted_distribution,
      s.numeric_distribution - s.numeric_before as numeric_points,
      s.weighted_distribution - s.weighted_before as weighted_points,
      s.distributors, s.prev_distributors, s.active_distributors
    from measured s ${asked.by === 'product' ? withSoldNames(monthsOf(spans), asked.scope) : sql.empty}`
}

const namesOf = (by: DistributionBy): Sql => {
  if (by === 'product')
    return sql`${soldName} as name, ${soldSku} as sku, ${segment} as segment, ${business} as business`
  return by === 'segment'
    ? sql`s.key as name, '' as sku, s.key as segment, s.class as business`
    : sql`s.key as name, '' as sku, '' as segment, s.key as business`
}

/** Sales of one row in every month up to `month`. */
function historyOf(key: string, month: Month, { by, scope, province }: Distributed): ScopedSql {
  const isKey = sql`${CLASSES[by].key} = ${key}`
  const upTo = sql`month <= ${month} and status = 'wc-completed' and ${ofDistributors(scope, sql`dist_id`)}`
  if (province !== undefined) {
    const months = sql`select month from rollup_months where month <= ${month}`
    return sql`
      select r.month, r.dist_id, r.units, r.net from (${linesIn(province, scope, months)}) r
      left join products p on p.product_id = r.product_id where ${isKey}`
  }
  if (by !== 'product') {
    const table = sql.identifier(by === 'segment' ? 'rollup_segments' : 'rollup_businesses')
    return sql`select month, dist_id, units, net from ${table} where ${upTo} and ${sql.identifier(by)} = ${key}`
  }
  const id = /^\d{1,15}/.exec(key)?.[0] ?? '0'
  return sql`
    select r.month, r.dist_id, r.units, r.net from (
      select month, dist_id, product_id, variation_id, name, units, net from rollup_products
      where ${upTo} and product_id = ${sql.whole(Number(id))}
    ) r where ${isKey}`
}

/** The distributors active in the month, with what they sold of one row and when they last did. */
export const sellersOf = (
  key: string,
  month: Month,
  state: SellerState | undefined,
  asked: Distributed,
): ScopedSql => sql`
  select * from (
    select a.dist_id, ${distName}, coalesce(h.net, 0) as total_amount, coalesce(h.units, 0) as units_sold, h.last_sold,
      case when h.units > 0 then 'sells' when h.last_sold is null then 'never' else 'stopped' end as state
    from (${activeIn([wholeMonth(month)], asked)}) a
    left join (
      select dist_id, max(case when units > 0 then month end) as last_sold,
        sum(case when month = ${month} then net else 0 end) as net,
        sum(case when month = ${month} then units else 0 end) as units
      from (
        select month, dist_id, sum(units) as units, sum(net) as net from (${historyOf(key, month, asked)}) sold
        group by month, dist_id
      ) monthly group by dist_id
    ) h on h.dist_id = a.dist_id
    left join distributors d on d.dist_id = a.dist_id
  ) sellers where ${state === undefined ? sql`true` : sql`state = ${state}`}`
