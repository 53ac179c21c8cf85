// The rollups that can answer a part of a question, the smallest first.
import { monthOf } from '#contract/month.ts'
import { keysOf } from '#contract/questions/definitions.ts'
import { type DimensionKey, dimensionOf, type TimeGrain } from '#contract/questions/dimensions.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { inScope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { AMOUNT_KEYS, type Part, type Sum } from './catalogue.ts'
import { business, segment } from './expressions.ts'
import { WHOLE_SHOP } from './first-months.ts'
import { firstMonths, rowStart } from './history.ts'
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
import { type SummedRollup, summedRollup } from './rollups.ts'
import {
  BENEFIT_VALUES,
  companyKey,
  customerKey,
  hourKey,
  LINE_COLUMNS,
  parentProductKey,
  productKey,
  weekdayKey,
} from './row-source.ts'

interface RollupSource {
  readonly table: string
  readonly parts: readonly Part[]
  readonly dimensions: Readonly<Partial<Record<DimensionKey, Sql | ((query: PartQuery) => Sql)>>>
  readonly sums: Readonly<Partial<Record<Sum, Sql>>>
  /** Without rows while it waits to be filled: an answer without any tells nothing. */
  readonly mayBeEmpty?: true
  /** Its rows have a day. */
  readonly hasDays?: true
  /** Its rows have the moment of an order. */
  readonly hasMoments?: true
  /** Its rows have no distributor. */
  readonly isWholeShop?: true
  readonly hasNoStatus?: true
  /** Rows to read instead of those of the table. */
  readonly read?: Sql
  readonly from?: (query: PartQuery) => Sql
  /** Condition that selects the relevant rows of the table. */
  readonly rows?: Sql
  /** Its sum is that of the distinct values: PostgreSQL would sort all rows for a count of them, and groups twice in less time. */
  readonly isDistinct?: true
  /** Counts of orders add up where these are the same in all rows that are summed up; else there is no answer. */
  readonly alike?: readonly Sql[]
  /** Further conditions for queries that it can answer. */
  readonly answers?: (query: PartQuery) => boolean
}

const total = (column: string): Sql => sql`coalesce(sum(${sql.identifier('r', column)}), 0)`

const ORDERS: readonly Part[] = ['sales', 'cancelled', 'ended']

/** The dimensions that follow from a key of a rollup `r`, the finest first; of products, with their row `p`. */
const DIMENSIONS_OF = new Map(
  Object.entries<RollupSource['dimensions']>({
    dist_id: { distributor: sql`r.dist_id` },
    status: { status: sql`r.status` },
    province: { province: sql`r.province` },
    payment_method: { payment_method: sql`r.payment_method` },
    order_date: { weekday: weekdayKey(sql`r.order_date`) },
    role: { company: sql`r.role` },
    business: { business: sql`r.business` },
    segment: { segment: sql`r.segment` },
    product_id: { product: productKey('r'), parent_product: parentProductKey('r'), business, segment },
    discount_group: { benefit_group: sql`r.discount_group` },
    sub_group: { benefit_sub_group: sql`r.sub_group` },
    promo_name: { promotion: sql`r.promo_name` },
    name: { benefit_code: sql`r.name` },
  }),
)

const SUMS: readonly Sum[] = [...AMOUNT_KEYS, 'orders', 'amount', 'uses', 'registered']

/** Columns with another name than their sum. */
const COLUMN_OF: Partial<Record<Sum, string>> = { uses: 'quantity' }

const withProducts = sql`left join products p on p.product_id = r.product_id`

/** An order counts once per value, so orders only add up where each value has its own rows. */
const countsOrdersBy =
  (...dimensions: DimensionKey[]) =>
  ({ sums, by }: PartQuery) =>
    !sums.includes('orders') || dimensions.every((dimension) => by.includes(dimension))

/** An order has a row for each of its groups, so rows of several groups do not add up. */
const hasOneGroup = ({ by, where }: PartQuery): boolean =>
  by.includes('benefit_group') ||
  where.some(
    ({ dimension, isExcluded, values }) =>
      dimension === 'benefit_group' && !isExcluded && values.length === 1,
  )

const readsGrain = (query: PartQuery, grain: 'line' | 'benefit'): boolean =>
  dimensionsRead(query).some((dimension) => dimensionOf(dimension).grain === grain)

/** Rollups of goods lack orders without lines, which other questions count. */
const isOfGoods = (query: PartQuery): boolean => readsGrain(query, 'line')

const isOneMonth = ({ grain, window }: PartQuery) =>
  grain === 'month' || monthOf(window.from) === monthOf(window.to)

const isCompleted = ({ statuses }: PartQuery) => statuses?.length === 1 && statuses[0] === 'wc-completed'

/** The month from which first orders of a row are new: that of the row, or the first one of the window. */
const firstNewMonth = (query: PartQuery): Sql =>
  grainRead(query) ? sql`r.month` : sql`${monthOf(query.window.from)}`

const isSplitByKind = (query: PartQuery): boolean => isCompleted(query) && query.by.includes('buyer_kind')

const kindOf = (isNew: Sql): Sql => sql`case when ${isNew} then 'new' else 'returning' end`

/** Joins the first months `f` of the buyers who are new from that month on: few beside all who ever bought. */
function joinNew({ scope, window }: PartQuery, start: Sql): Sql {
  const [from, to] = [monthOf(window.from), monthOf(window.to)]
  return sql`
    left join (
      select buyer, month from (${firstMonths(scope)}) firsts where month >= ${from} and month <= ${to}
    ) f on f.buyer = r.buyer and f.month >= ${start}`
}

/** Whether the buyer of a row is new in it; guests without e-mail always are. */
const isNewBuyer = sql`(f.buyer is not null or r.buyer = '')`

/** For orders of guests without e-mail, each order counts as a buyer. */
const distinctKeys = (condition: Sql): Sql => sql`
  count(distinct case when ${condition} then nullif(r.buyer, '') end)
  + cast(coalesce(sum(case when r.buyer = '' then r.orders end), 0) as bigint)`

/** An order has one value of each. */
const ONCE: readonly string[] = ['month', 'dist_id', 'status', 'province', 'order_date']

const finest = (keys: readonly string[]): DimensionKey[] =>
  keys.filter((key) => !ONCE.includes(key)).flatMap((key) => keysOf(DIMENSIONS_OF.get(key) ?? {}).slice(0, 1))

/** What a rollup can answer follows from its keys and sums. */
function sourceOf(rollup: SummedRollup, more: Partial<RollupSource> = {}): RollupSource {
  const { table, keys, sums } = rollup
  const distinct = (rollup.finer ?? rollup).parts?.distinct ?? []
  const has = (key: string) => keys.includes(key)
  const columnOf = (sum: Sum) => COLUMN_OF[sum] ?? sum
  const read = SUMS.filter((sum) => sums.includes(columnOf(sum)))
  return {
    table,
    parts: ORDERS,
    dimensions: Object.fromEntries(keys.flatMap((key) => Object.entries(DIMENSIONS_OF.get(key) ?? {}))),
    sums: Object.fromEntries(read.map((sum) => [sum, total(columnOf(sum))])),
    ...(has('order_date') && { hasDays: true }),
    ...(!has('dist_id') && { isWholeShop: true }),
    ...(!has('status') && { hasNoStatus: true }),
    ...(has('product_id') && { from: () => withProducts }),
    ...(distinct.includes('orders') && {
      answers: (query: PartQuery) => isOfGoods(query) && countsOrdersBy(...finest(keys))(query),
    }),
    ...more,
  }
}

const [companies, businesses, segments, sold, products] = [
  summedRollup('rollup_companies'),
  summedRollup('rollup_businesses'),
  summedRollup('rollup_segment_provinces'),
  summedRollup('rollup_sold'),
  summedRollup('rollup_products'),
]
/** Orders by what follows from its rows, such as those of one segment at each distributor. */
const addedUp = (rollup: SummedRollup, alike: readonly Sql[]): RollupSource =>
  sourceOf(rollup, {
    ...{ alike, mayBeEmpty: true },
    answers: (query) => isOfGoods(query) && query.sums.includes('orders'),
  })

const ofCompanies = sql.join(companies.sums.map((name) => sql.identifier(name)))
const lessCompanies = sql.join(companies.sums.map((name) => sql`- ${sql.identifier(name)}`))
const distinctProducts: Partial<RollupSource> = {
  parts: ['products'],
  sums: { products: sql`count(distinct ${productKey('r')})` },
  answers: () => true,
}

/** Joins the first orders `name` of the buyers who are new in the window, and in the period of a row with this step. */
const joinFirsts = (name: string, { window }: PartQuery, grain: TimeGrain | null): Sql => {
  const of = (column: string) => sql.identifier(name, column)
  return sql`
    left join (
      select buyer, order_date from rollup_purchases
      where place = 1 and ${inWindow(window, { month: sql`month`, day: sql`order_date`, at: null })}
    ) ${sql.identifier(name)} on ${of('buyer')} = r.buyer and ${of('order_date')} >= ${rowStart(window, grain, sql`r.order_date`)}`
}

/** What dimensions of purchases `r` need besides them: the e-mails of guests are in their orders alone. */
function joinBuyers(query: PartQuery): Sql {
  const read = dimensionsRead(query)
  const inMonths = (table: string) => inMonthsOf(query.window, sql.identifier(table, 'month'))
  const joins: Partial<Record<DimensionKey, Sql>> = {
    customer: sql`
      left join orders g on g.order_id = case when r.account_id = 0 then r.order_id end
        and ${inMonths('g')}`,
    company: sql`left join customers c on c.customer_id = r.account_id`,
    buyer_kind: joinFirsts('k', query, grainRead(query)),
  }
  const goods = sql`
    join order_lines l on l.order_id = r.order_id and ${inMonths('l')}
    left join products p on p.product_id = l.product_id`
  const benefits = sql`left join order_discounts d on d.order_id = r.order_id and ${inMonths('d')}`
  return sql.join(
    [
      ...read.flatMap((dimension) => joins[dimension] ?? []),
      ...(readsGrain(query, 'line') ? [goods] : []),
      ...(readsGrain(query, 'benefit') ? [benefits] : []),
    ],
    sql` `,
  )
}

const purchases = {
  table: 'rollup_purchases',
  dimensions: {
    ...{ distributor: sql`r.dist_id`, province: sql`r.province` },
    ...{ weekday: weekdayKey(sql`r.order_date`), hour: hourKey(sql`r.created_at`) },
    customer: customerKey({ account: sql`r.account_id`, email: sql`g.email`, order: sql`r.order_id` }),
    company: companyKey,
    buyer_kind: kindOf(sql`k.buyer is not null`),
  },
  ...({ mayBeEmpty: true, hasDays: true, hasMoments: true, hasNoStatus: true } as const),
  from: joinBuyers,
  // Places are those in the whole shop, so they do not tell who is new at some distributors; a cluster keeps buyers and orders apart.
  answers: (query: PartQuery) => {
    const isOf = (...dimensions: DimensionKey[]) =>
      dimensionsRead(query).some((one) => dimensions.includes(one))
    return (
      isCompleted(query) &&
      !(query.scope !== null && isOf('buyer_kind')) &&
      !(
        query.isCluster &&
        (isOf('buyer_kind', 'customer', 'company') ||
          readsGrain(query, 'line') ||
          readsGrain(query, 'benefit'))
      )
    )
  },
}

/** Buyers count once however often their purchases are repeated: for each line and benefit. */
const buyersOfWhat = {
  ...purchases,
  dimensions: { ...purchases.dimensions, ...LINE_COLUMNS, ...BENEFIT_VALUES },
}

export const ROLLUP_SOURCES: readonly RollupSource[] = [
  sourceOf(summedRollup('rollup_months')),
  sourceOf(companies, {
    // Only for named companies.
    answers: ({ by, where }) =>
      !by.includes('company') &&
      where.some(
        ({ dimension, isExcluded, values }) => dimension === 'company' && !isExcluded && !values.includes(''),
      ),
  }),
  sourceOf(companies, {
    // Guests without an account have no row here; their orders are the difference from the month's total.
    read: sql`(${sql.union(
      [
        sql`select month, dist_id, status, role, ${ofCompanies} from rollup_companies`,
        sql`select month, dist_id, status, '', ${ofCompanies} from rollup_months`,
        sql`select month, dist_id, status, '', ${lessCompanies} from rollup_companies`,
      ],
      'all',
    )})`,
  }),
  sourceOf(businesses),
  addedUp(businesses, [sql`r.business`]),
  sourceOf(summedRollup('rollup_segments')),
  sourceOf(segments),
  addedUp(segments, [sql`r.segment`]),
  sourceOf(summedRollup('rollup_benefit_groups'), { answers: hasOneGroup }),
  sourceOf(summedRollup('rollup_provinces')),
  sourceOf(summedRollup('rollup_payments')),
  sourceOf(summedRollup('rollup_orders')),
  sourceOf(sold),
  addedUp(sold, [productKey('r')]),
  sourceOf(products),
  addedUp(products, [productKey('r')]),
  sourceOf(sold, distinctProducts),
  sourceOf(products, distinctProducts),
  {
    table: 'rollup_buyers',
    parts: ['buyers'],
    dimensions: {},
    sums: { buyers: total('buyers') },
    isWholeShop: true,
    hasNoStatus: true,
    rows: sql`r.dist_id is null`,
    answers: (query) => isOneMonth(query) && isCompleted(query),
  },
  {
    table: 'rollup_buyers',
    parts: ['buyers'],
    dimensions: { distributor: sql`r.dist_id` },
    sums: { buyers: total('buyers') },
    hasNoStatus: true,
    rows: sql`r.dist_id is not null`,
    // Distinct buyers of several months or distributors do not add up.
    answers: (query) => isOneMonth(query) && isCompleted(query) && query.by.includes('distributor'),
  },
  {
    table: 'rollup_first_months',
    parts: ['new_buyers'],
    dimensions: {},
    sums: { new_buyers: total('new_buyers') },
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
  { ...buyersOfWhat, parts: ['buyers'], isDistinct: true, sums: { buyers: sql`r.buyer` } },
  {
    table: 'rollup_month_buyers',
    parts: ['new_buyers'],
    dimensions: { distributor: sql`r.dist_id` },
    sums: { new_buyers: distinctKeys(isNewBuyer) },
    hasNoStatus: true,
    from: (query) => joinNew(query, query.grain ? sql`r.month` : sql`${monthOf(query.window.from)}`),
    answers: isCompleted,
  },
  {
    ...buyersOfWhat,
    parts: ['new_buyers'],
    isDistinct: true,
    sums: { new_buyers: sql`f.buyer` },
    isWholeShop: true,
    from: (query) => sql`${joinBuyers(query)} ${joinFirsts('f', query, query.grain)}`,
  },
  {
    table: 'rollup_cohorts',
    parts: ['sales', 'buyers'],
    dimensions: { buyer_kind: (query) => kindOf(sql`r.cohort >= ${firstNewMonth(query)}`) },
    sums: { orders: total('orders'), net: total('net'), buyers: total('buyers') },
    mayBeEmpty: true,
    isWholeShop: true,
    hasNoStatus: true,
    answers: (query) => isSplitByKind(query) && (isOneMonth(query) || !query.sums.includes('buyers')),
  },
  {
    table: 'rollup_month_buyers',
    parts: ['sales', 'buyers'],
    dimensions: { distributor: sql`r.dist_id`, buyer_kind: kindOf(isNewBuyer) },
    sums: { orders: total('orders'), net: total('net'), buyers: distinctKeys(sql`true`) },
    hasNoStatus: true,
    from: (query) => joinNew(query, firstNewMonth(query)),
    answers: isSplitByKind,
  },
  // After those that hold sums: it has a row for each order.
  { ...purchases, parts: ['sales'], sums: { orders: sql`count(*)`, net: total('net') } },
  sourceOf(summedRollup('rollup_discounts'), { parts: ['benefits'] }),
  sourceOf(summedRollup('rollup_customers'), { parts: ['accounts'] }),
]

/** Whether the rollup has everything that the query reads. */
function canAnswer(source: RollupSource, query: PartQuery): boolean {
  const { window, scope } = query
  const grain = grainRead(query)
  return (
    source.parts.includes(query.part) &&
    (window.until === null || source.hasMoments === true) &&
    (source.hasDays || (isWholeMonths(window) && (grain === null || grain === 'month'))) &&
    (!source.isWholeShop || scope === null) &&
    dimensionsRead(query).every((dimension) => source.dimensions[dimension]) &&
    query.sums.every((sum) => source.sums[sum]) &&
    (source.answers?.(query) ?? true)
  )
}

/** The query of a part from the smallest rollup that can answer it, of all or of those always filled; undefined: only rows can. */
export function fromRollup(query: PartQuery, among: 'all' | 'filled' = 'all') {
  const source = ROLLUP_SOURCES.find(
    (each) => !(among === 'filled' && each.mayBeEmpty) && canAnswer(each, query),
  )
  return source && { mayBeEmpty: source.mayBeEmpty ?? false, query: queryOf(source, query) }
}

function queryOf(source: RollupSource, query: PartQuery): ScopedSql {
  const { window, statuses, scope, where } = query
  const expression = (dimension: DimensionKey) => {
    const found = source.dimensions[dimension] ?? sql.empty
    return typeof found === 'function' ? found(query) : found
  }
  const day = sql`r.order_date`
  const time = (grain: TimeGrain) => timeKey(grain, { day, month: sql`r.month` })
  const { select, names, group, without } = grouped(query, expression, time, source.sums)
  const filters = where.map((filter) => sql`and ${filterOf(filter, expression(filter.dimension))}`)
  const byDay = source.hasDays && !isWholeMonths(window) ? day : null
  const rows = sql`
    from ${source.read ?? sql.identifier(source.table)} r ${source.from?.(query) ?? sql.empty}
    where ${inWindow(window, { month: sql`r.month`, day: byDay, at: source.hasMoments ? sql`r.created_at` : null })}
      and ${statuses === null || source.hasNoStatus ? sql`true` : sql`r.status in (${statuses})`}
      and ${source.isWholeShop ? inScope(null) : inScope(scope, sql`r.dist_id`)}
      and ${source.rows ?? sql`true`} and ${without} ${sql.join(filters, sql` `)}`
  const groups = sql`${group} ${source.mayBeEmpty ? sql`having count(*) > 0` : sql.empty}`
  if (source.alike) return ifAlike(source.alike, select, sql`${rows} ${groups}`)
  if (!source.isDistinct) return sql`select ${select} ${rows} ${groups}`
  const counts = query.sums.map((sum) => sql`count(${sql.identifier(sum)}) as ${sql.identifier(sum)}`)
  return sql`
    select ${sql.join([...names.map((name) => sql.identifier(name)), ...counts])}
    from (select distinct ${select} ${rows}) told ${groups}`
}

/** All rows, or none if one of them sums up rows that differ. */
function ifAlike(columns: readonly Sql[], select: Sql, rows: ScopedSql): ScopedSql {
  const pairs = columns.map((column) => sql`min(${column}) <> max(${column})`)
  const differs = sql.join(pairs, sql` or `)
  return sql`
    with summed as (select ${select}, ${differs} as differs ${rows})
    select * from summed where not exists (select 1 from summed where differs)`
}
