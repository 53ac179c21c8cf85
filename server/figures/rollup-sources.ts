// The rollups that can answer a part of a question, the smallest first.
import { monthOf } from '#contract/month.ts'
import type { DimensionKey, TimeGrain } from '#contract/questions/dimensions.ts'
import { WHOLE_SHOP } from '#server/figures/first-months.ts'
import { inScope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { firstMonths } from './history.ts'
import {
  dimensionsRead,
  filterOf,
  grainRead,
  grouped,
  inWindow,
  type PartQuery,
  timeKey,
} from './part-query.ts'
import { business, parentProductKey, productKey, segment, weekdayKey } from './row-source.ts'
import type { Part, Sum } from './sums.ts'
import { isWholeMonths } from './windows.ts'

interface RollupSource {
  readonly table: string
  readonly parts: readonly Part[]
  readonly dimensions: Readonly<Partial<Record<DimensionKey, Sql>>>
  readonly sums: Readonly<Partial<Record<Sum, Sql>>>
  /** Its rows have a day. */
  readonly hasDays?: true
  /** Its rows have no distributor. */
  readonly isWholeShop?: true
  readonly hasNoStatus?: true
  /** Rows to read instead of those of the table. */
  readonly read?: Sql
  readonly from?: (query: PartQuery) => Sql
  /** Condition that selects the relevant rows of the table. */
  readonly rows?: Sql
  /** Further conditions for queries that it can answer. */
  readonly answers?: (query: PartQuery) => boolean
}

const total = (column: string): Sql => sql`coalesce(sum(${sql.identifier('r', column)}), 0)`
const totals = (...columns: readonly Sum[]) =>
  Object.fromEntries(columns.map((column) => [column, total(column)]))

const ORDERS: readonly Part[] = ['sales', 'cancelled', 'ended']
const placed = { distributor: sql`r.dist_id`, status: sql`r.status` }
const withProducts = sql`left join products p on p.product_id = r.product_id`

/** An order counts once per value, so orders only add up where each value has its own rows. */
const countsOrdersBy =
  (...dimensions: DimensionKey[]) =>
  ({ sums, by }: PartQuery) =>
    !sums.includes('orders') || dimensions.every((dimension) => by.includes(dimension))

const isOneMonth = ({ grain, window }: PartQuery) =>
  grain === 'month' || monthOf(window.from) === monthOf(window.to)

const isCompleted = ({ statuses }: PartQuery) => statuses?.length === 1 && statuses[0] === 'wc-completed'

/** For orders of guests without e-mail, each order counts as a buyer. */
const distinctKeys = (condition: Sql): Sql => sql`
  count(distinct case when ${condition} then nullif(r.buyer, '') end)
  + cast(coalesce(sum(case when r.buyer = '' then r.orders end), 0) as bigint)`

const products = {
  product: productKey('r'),
  parent_product: parentProductKey('r'),
  business,
  segment,
}

/** A rollup of orders by distributor, status and these dimensions. */
const ofOrders = (
  table: string,
  dimensions: RollupSource['dimensions'],
  sums: readonly Sum[],
  more?: Partial<RollupSource>,
): RollupSource => ({
  ...{ table, parts: ORDERS, dimensions: { ...placed, ...dimensions }, sums: totals(...sums) },
  ...more,
})

const company = { company: sql`r.role` }

export const ROLLUP_SOURCES: readonly RollupSource[] = [
  ofOrders('rollup_months', {}, ['net', 'gross', 'discount', 'refunded', 'units', 'orders']),
  ofOrders('rollup_companies', company, ['net', 'gross', 'discount', 'refunded', 'orders'], {
    // Only for named companies.
    answers: ({ by, where }) =>
      !by.includes('company') &&
      where.some(
        ({ dimension, isExcluded, values }) => dimension === 'company' && !isExcluded && !values.includes(''),
      ),
  }),
  ofOrders('rollup_companies', company, ['net', 'gross', 'discount', 'refunded', 'orders'], {
    // Guests without an account have no row here; their orders are the difference from the month's total.
    read: sql`(${sql.union(
      [
        sql`select month, dist_id, status, role, orders, gross, discount, refunded, net from rollup_companies`,
        sql`select month, dist_id, status, '' as role, orders, gross, discount, refunded, net from rollup_months`,
        sql`select month, dist_id, status, '', -orders, -gross, -discount, -refunded, -net from rollup_companies`,
      ],
      'all',
    )})`,
  }),
  ofOrders('rollup_businesses', { business: sql`r.business` }, ['net', 'gross', 'units', 'orders'], {
    answers: countsOrdersBy('business'),
  }),
  ofOrders(
    'rollup_segments',
    { business: sql`r.business`, segment: sql`r.segment` },
    ['net', 'gross', 'units', 'orders'],
    { answers: countsOrdersBy('business', 'segment') },
  ),
  ofOrders('rollup_provinces', { province: sql`r.province` }, ['net', 'units', 'orders']),
  ofOrders(
    'rollup_orders',
    { weekday: weekdayKey(sql`r.order_date`) },
    ['net', 'gross', 'discount', 'refunded', 'units', 'orders'],
    { hasDays: true },
  ),
  {
    table: 'rollup_sold',
    parts: ORDERS,
    dimensions: { ...products, status: sql`r.status` },
    sums: totals('net', 'gross', 'units', 'orders'),
    isWholeShop: true,
    from: () => withProducts,
    answers: countsOrdersBy('product'),
  },
  ofOrders('rollup_products', products, ['net', 'gross', 'units', 'orders'], {
    from: () => withProducts,
    answers: countsOrdersBy('product'),
  }),
  {
    table: 'rollup_sold',
    parts: ['products'],
    dimensions: products,
    sums: { products: sql`count(distinct ${productKey('r')})` },
    isWholeShop: true,
    from: () => withProducts,
  },
  {
    table: 'rollup_products',
    parts: ['products'],
    dimensions: { ...placed, ...products },
    sums: { products: sql`count(distinct ${productKey('r')})` },
    from: () => withProducts,
  },
  {
    table: 'rollup_buyers',
    parts: ['buyers'],
    dimensions: {},
    sums: totals('buyers'),
    isWholeShop: true,
    hasNoStatus: true,
    rows: sql`r.dist_id is null`,
    answers: (query) => isOneMonth(query) && isCompleted(query),
  },
  {
    table: 'rollup_buyers',
    parts: ['buyers'],
    dimensions: { distributor: sql`r.dist_id` },
    sums: totals('buyers'),
    hasNoStatus: true,
    rows: sql`r.dist_id is not null`,
    // Distinct buyers of several months or distributors do not add up.
    answers: (query) => isOneMonth(query) && isCompleted(query) && query.by.includes('distributor'),
  },
  {
    table: 'rollup_first_months',
    parts: ['new_buyers'],
    dimensions: {},
    sums: totals('new_buyers'),
    isWholeShop: true,
    hasNoStatus: true,
    // A buyer is new if the first month lies in the window; guests without e-mail always are.
    read: sql`(${sql.union(
      [
        sql`select month, 1 as new_buyers from rollup_first_months where dist_id = ${WHOLE_SHOP}`,
        sql`select month, orders from rollup_month_buyers where buyer = ''`,
      ],
      'all',
    )})`,
    // Not for *Resto*: buyers whose first month is among the rows shown may be new in it too.
    answers: (query) => isCompleted(query) && query.without === null,
  },
  {
    table: 'rollup_month_buyers',
    parts: ['buyers'],
    dimensions: { distributor: sql`r.dist_id` },
    sums: { buyers: distinctKeys(sql`true`) },
    hasNoStatus: true,
    answers: isCompleted,
  },
  {
    table: 'rollup_month_buyers',
    parts: ['new_buyers'],
    dimensions: { distributor: sql`r.dist_id` },
    sums: { new_buyers: distinctKeys(sql`f.buyer is null`) },
    hasNoStatus: true,
    from: ({ scope, window, grain }) => {
      const start = grain ? sql`r.month` : sql`${monthOf(window.from)}`
      return sql`left join (${firstMonths(scope)}) f on f.buyer = r.buyer and f.month < ${start}`
    },
    answers: isCompleted,
  },
  {
    table: 'rollup_discounts',
    parts: ['benefits'],
    dimensions: {
      ...placed,
      benefit_group: sql`r.discount_group`,
      benefit_sub_group: sql`r.sub_group`,
      promotion: sql`r.promo_name`,
      benefit_code: sql`r.name`,
    },
    sums: { amount: total('amount'), uses: total('quantity') },
  },
  {
    table: 'rollup_customers',
    parts: ['accounts'],
    dimensions: { province: sql`r.province`, company: sql`r.role` },
    sums: totals('registered'),
    isWholeShop: true,
    hasNoStatus: true,
  },
]

/** Whether the rollup has everything that the query reads. */
function canAnswer(source: RollupSource, query: PartQuery): boolean {
  const { window, scope } = query
  const grain = grainRead(query)
  return (
    source.parts.includes(query.part) &&
    window.until === null &&
    (source.hasDays || (isWholeMonths(window) && (grain === null || grain === 'month'))) &&
    (!source.isWholeShop || scope === null) &&
    dimensionsRead(query).every((dimension) => source.dimensions[dimension]) &&
    query.sums.every((sum) => source.sums[sum]) &&
    (source.answers?.(query) ?? true)
  )
}

/** The query of a part from the smallest rollup that can answer it; undefined: only rows can. */
export function fromRollup(query: PartQuery): { table: string; query: ScopedSql } | undefined {
  const source = ROLLUP_SOURCES.find((each) => canAnswer(each, query))
  return source && { table: source.table, query: queryOf(source, query) }
}

function queryOf(source: RollupSource, query: PartQuery): ScopedSql {
  const { window, statuses, scope, where } = query
  const expression = (dimension: DimensionKey) => source.dimensions[dimension] ?? sql.empty
  const day = sql`r.order_date`
  const time = (grain: TimeGrain) => timeKey(grain, { day, month: sql`r.month` })
  const { select, group, without } = grouped(query, expression, time, source.sums)
  const filters = where.map((filter) => sql`and ${filterOf(filter, expression(filter.dimension))}`)
  const byDay = source.hasDays && !isWholeMonths(window) ? day : null
  return sql`
    select ${select}
    from ${source.read ?? sql.identifier(source.table)} r ${source.from?.(query) ?? sql.empty}
    where ${inWindow(window, { month: sql`r.month`, day: byDay, at: null })}
      and ${statuses === null || source.hasNoStatus ? sql`true` : sql`r.status in (${statuses})`}
      and ${source.isWholeShop ? inScope(null) : inScope(scope, sql`r.dist_id`)}
      and ${source.rows ?? sql`true`} and ${without} ${sql.join(filters, sql` `)} ${group}`
}
