// What part of the active distributors sells something, by what is sold and where: the one definition of numeric and weighted
// distribution. Orders without distributor are left out: nobody distributes them.
import { type DimensionKey, dimensionOf, type TimeGrain } from '#contract/questions/dimensions.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { idsOfKey } from '#server/domain/product-key.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { lineAmount } from './catalogue.ts'
import { business, nameOfDeleted, segment } from './expressions.ts'
import {
  dimensionsRead,
  filterOf,
  grainRead,
  inWindow,
  keyColumn,
  type PartQuery,
  TIME_COLUMN,
  timeKey,
  withoutKeys,
} from './part-query.ts'
import { parentProductKey, productKey } from './row-source.ts'
import type { Window } from './windows.ts'

export const isCategory = (dimension: DimensionKey): boolean => dimensionOf(dimension).grain === 'line'

type Expressions = Readonly<Partial<Record<DimensionKey, Sql>>>

/** Sales `s` by product, and by the classes alone where nothing finer is read. */
interface Sales {
  readonly columns: readonly string[]
  readonly keys: Expressions
  readonly join: Sql
  readonly rollup: string
}

const BY_PRODUCT: Sales = {
  columns: ['product_id', 'variation_id', 'name'],
  keys: { business, segment, product: productKey('s'), parent_product: parentProductKey('s') },
  join: sql`left join products p on p.product_id = s.product_id`,
  rollup: 'rollup_products',
}
const BY_CLASS: Sales = {
  columns: ['business', 'segment'],
  keys: { business: sql`s.business`, segment: sql`s.segment` },
  join: sql.empty,
  rollup: 'rollup_segments',
}

const PLACE_KEYS: Expressions = { province: sql`s.province`, city: sql`s.city` }

/** What a query reads: `places` tell the orders of its rows apart, `goods` what is sold in them. */
interface Shape {
  readonly query: PartQuery
  readonly onlyRows: boolean
  readonly places: readonly string[]
  readonly goods: readonly string[]
  /** The dimension by whose net a distributor is weighed; null: by all. */
  readonly weighedBy: 'business' | 'segment' | null
  readonly sales: Sales
}

function shapeOf(query: PartQuery, onlyRows: boolean): Shape {
  const read = dimensionsRead(query)
  const hasProducts = read.includes('product') || read.includes('parent_product')
  const columns = (isGood: boolean) =>
    query.by.flatMap((dimension, index) => (isCategory(dimension) === isGood ? keyColumn(index) : []))
  return {
    query,
    onlyRows,
    // A constant joins the rows of a question without such dimensions.
    places: ['place', ...columns(false), ...(query.grain ? [TIME_COLUMN] : [])],
    goods: ['good', ...columns(true)],
    weighedBy: hasProducts ? 'segment' : read.includes('segment') ? 'business' : null,
    sales: hasProducts ? BY_PRODUCT : BY_CLASS,
  }
}

const listed = (table: string | null, ...columns: readonly string[]): Sql =>
  sql.join(columns.map((name) => (table ? sql.identifier(table, name) : sql.identifier(name))))

const matching = (one: string, other: string, columns: readonly string[]): Sql =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(one, name)} = ${sql.identifier(other, name)}`),
    sql` and `,
  )

export const ofDistributors = (scope: Scope, column: Sql): ScopedSql =>
  sql`${inScope(scope, column)} and ${column} <> ${NO_DISTRIBUTOR.dist_id}`

const isPlace = (dimension: DimensionKey) => !isCategory(dimension)

const time = (grain: TimeGrain): Sql => timeKey(grain, { day: sql`s.order_date`, month: sql`s.month` })

const expressionOf =
  (sales: Sales) =>
  (dimension: DimensionKey): Sql => {
    const found = PLACE_KEYS[dimension] ?? sales.keys[dimension]
    if (!found) throw new Error(`No distribution by ${dimension}`)
    return found
  }

const filters = ({ query: { where }, sales }: Shape, isWanted: (dimension: DimensionKey) => boolean): Sql =>
  sql.join(
    where.flatMap((filter) =>
      isWanted(filter.dimension) ? sql`and ${filterOf(filter, expressionOf(sales)(filter.dimension))}` : [],
    ),
    sql` `,
  )

/** Rows that are shown by their place alone are left out with all of their orders. */
const leavesPlacesOut = ({ without }: PartQuery): boolean => !(without?.by.some(isCategory) ?? false)

function placeFilters(shape: Shape): Sql {
  const { query, sales } = shape
  const without = leavesPlacesOut(query) ? withoutKeys(query.without, expressionOf(sales), time) : sql`true`
  return sql`${without} ${filters(shape, isPlace)}`
}

function goodFilters(shape: Shape): Sql {
  const { query, sales } = shape
  const without = leavesPlacesOut(query) ? sql`true` : withoutKeys(query.without, expressionOf(sales), time)
  return sql`${without} ${filters(shape, isCategory)}`
}

/** The columns of places or goods. */
const keysOf = ({ query: { by, grain }, sales }: Shape, isWanted: (dimension: DimensionKey) => boolean) =>
  sql.join([
    sql`0 as ${sql.identifier(isWanted === isCategory ? 'good' : 'place')}`,
    ...by.flatMap((dimension, index) =>
      isWanted(dimension)
        ? sql`${expressionOf(sales)(dimension)} as ${sql.identifier(keyColumn(index))}`
        : [],
    ),
    ...(grain && isWanted === isPlace ? [sql`${time(grain)} as ${sql.identifier(TIME_COLUMN)}`] : []),
  ])

const classOf = ({ weighedBy, sales }: Shape): Sql =>
  weighedBy === null ? sql`''` : (sales.keys[weighedBy] ?? sql`''`)

/** Whole months have rollups by distributor, without provinces and days. */
function fromRollups({ query, onlyRows }: Shape, window: Window): boolean {
  const grain = grainRead(query)
  return (
    !onlyRows &&
    window.until === null &&
    isWholeMonths(window) &&
    (grain === null || grain === 'month') &&
    dimensionsRead(query).every(isCategory)
  )
}

const COMPLETED = sql`status = 'wc-completed'`

/** Orders `o` of the window. */
const ordersIn = ({ query: { scope } }: Shape, window: Window): ScopedSql => {
  const day = isWholeMonths(window) ? null : sql`o.order_date`
  return sql`
    o.counted and o.status = 'wc-completed' and ${ofDistributors(scope, sql`o.dist_id`)}
    and ${inWindow(window, { month: sql`o.month`, day, at: sql`o.created_at` })}`
}

const monthsIn = (window: Window): Sql => inWindow(window, { month: sql`month`, day: null, at: null })

function salesIn(shape: Shape, window: Window): ScopedSql {
  const { sales } = shape
  const scope = shape.query.scope
  if (fromRollups(shape, window)) {
    const columns = sales.columns.map((name) =>
      name === 'name' ? sql`${nameOfDeleted} as name` : sql.identifier(name),
    )
    return sql`
      select month, dist_id, ${sql.join(columns)}, units, net from ${sql.identifier(sales.rollup)}
      where ${COMPLETED} and ${monthsIn(window)} and ${ofDistributors(scope, sql`dist_id`)}`
  }
  const isByProduct = sales === BY_PRODUCT
  const columns = isByProduct
    ? sql`l.product_id, l.variation_id, case when l.product_id = 0 then l.name else '' end as name`
    : sql`${business} as business, ${segment} as segment`
  return sql`
    select o.month, o.order_date, o.province, o.city, o.dist_id, ${columns}, ${lineAmount('units', 'l')} as units, l.net
    from orders o join order_lines l on l.order_id = o.order_id and l.month = o.month
    ${isByProduct ? sql.empty : sql`left join products p on p.product_id = l.product_id`}
    where ${ordersIn(shape, window)}`
}

/** Sales per place, distributor, good and class; `asked`: the question is about them. */
const soldIn = (shape: Shape, window: Window): ScopedSql => sql`
  select ${keysOf(shape, isPlace)}, s.dist_id, ${keysOf(shape, isCategory)}, ${classOf(shape)} as class,
    case when ${goodFilters(shape)} then 1 else 0 end as asked, sum(s.units) as units, sum(s.net) as net
  from (${salesIn(shape, window)}) s ${shape.sales.join}
  where ${placeFilters(shape)}
  group by ${sql.join(
    [...shape.places, 'dist_id', ...shape.goods, 'class', 'asked'].map((_, at) => sql.whole(at + 1)),
  )}`

/** The goods asked for that were sold, with their classes. */
const goodsIn = (shape: Shape, window: Window): ScopedSql => sql`
  select distinct ${keysOf(shape, isCategory)}, ${classOf(shape)} as class
  from (${salesIn(shape, window)}) s ${shape.sales.join}
  where ${placeFilters(shape)} and ${goodFilters(shape)}`

function activeIn(shape: Shape, window: Window): ScopedSql {
  const placed = fromRollups(shape, window)
    ? sql`select month, dist_id from rollup_months where ${COMPLETED} and orders > 0 and ${monthsIn(window)}
        and ${ofDistributors(shape.query.scope, sql`dist_id`)}`
    : sql`select o.month, o.order_date, o.province, o.city, o.dist_id from orders o where ${ordersIn(shape, window)}`
  return sql`
    select distinct ${keysOf(shape, isPlace)}, s.dist_id from (${placed}) s where ${placeFilters(shape)}`
}

/** The goods that filters name, also ones that the catalogue lacks; other texts name none. */
const named = ({ query: { where } }: Shape): Sql[] =>
  where.flatMap(({ dimension, values }) =>
    dimension === 'product' || dimension === 'parent_product' ? values.flatMap(goodNamed) : [],
  )

function goodNamed(value: string): Sql | Sql[] {
  const good = (product: number, variation: number, name: string) =>
    sql`select ${sql.whole(product)}, ${sql.whole(variation)}, cast(${name} as text)`
  if (value.startsWith('name:')) return good(0, 0, value.slice(5))
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? good(...idsOfKey(value), '') : []
}

/** Goods of the catalogue and of filters, and one that the catalogue lacks, with the classes by which each is weighed. */
const ofCatalogue = (shape: Shape): Sql => {
  const catalogue = sql`
    select case when parent_id = 0 then product_id else parent_id end as product_id,
      case when parent_id = 0 then 0 else product_id end as variation_id, '' as name
    from products`
  const goods = sql.union([catalogue, sql`select 0, 0, ''`, ...named(shape)], 'all')
  const isByProduct = shape.sales === BY_PRODUCT
  const rows = isByProduct
    ? sql`(${goods}) s ${shape.sales.join}`
    : sql`(
        select ${business} as business, ${segment} as segment from (${goods}) g
        left join products p on p.product_id = g.product_id
      ) s`
  return sql`
    select distinct ${keysOf(shape, isCategory)}, ${classOf(shape)} as class from ${rows}
    where ${goodsAlone(shape)}`
}

/** Filters of goods; rows left out by goods and place are no filter of goods alone. */
function goodsAlone(shape: Shape): Sql {
  const { query, sales } = shape
  const isAlone = query.without !== null && query.without.grain === null && query.without.by.every(isCategory)
  const without = isAlone ? withoutKeys(query.without, expressionOf(sales), time) : sql`true`
  return sql`${without} ${filters(shape, isCategory)}`
}

/**
 * The tables of a query, as common tables up to `measured`: per place and good the active distributors, those that sold it, and, where
 * asked for, the net of its classes at all of them and at those. A good that was sold in `beside` alone has a row too.
 */
export function distributionTables(query: PartQuery, onlyRows = false): ScopedSql {
  const shape = shapeOf(query, onlyRows)
  const { places, goods } = shape
  const isSplit = goods.length > 1
  const isWeighed = query.sums.some((sum) => sum === 'reached' || sum === 'whole')
  const beside = isSplit ? query.beside : null
  const known = [
    sql`select ${listed(null, ...goods)}, class from sold where asked = 1`,
    ...(beside ? [sql`select ${listed(null, ...goods)}, class from beside`] : []),
  ]
  const places_ = listed(null, ...places)
  return sql`
    sold as (${soldIn(shape, query.window)}),
    ${beside ? sql`beside as (${goodsIn(shape, beside)}),` : sql.empty}
    active as (${activeIn(shape, query.window)}),
    places as (select ${places_}, count(*) as active from active group by ${places_}),
    goods as (${isSplit ? sql`select distinct ${listed(null, ...goods)} from (${sql.union(known, 'all')}) known` : sql`select 0 as good`}),
    sellers as (
      select ${listed(null, ...places, ...goods)}, dist_id from sold where asked = 1
      group by ${listed(null, ...places, ...goods)}, dist_id having sum(units) > 0
    ),
    ${isWeighed ? weighedTables(shape, known) : sellerTables(shape)},
    measured as (
      select ${listed('a', ...places)}, ${listed('g', ...goods)}, a.active, coalesce(r.sellers, 0) as sellers,
        coalesce(r.net, 0) as reached, coalesce(n.net, 0) as whole
      from places a cross join goods g
      left join reached r on ${matching('r', 'a', places)} and ${matching('r', 'g', goods)}
      left join whole n on ${matching('n', 'a', places)} and ${matching('n', 'g', goods)}
    )`
}

const sellerTables = ({ places, goods }: Shape): Sql => sql`
    reached as (
      select ${listed('r', ...places, ...goods)}, count(*) as sellers, 0 as net from sellers r
      group by ${listed('r', ...places, ...goods)}
    ),
    whole as (select ${listed('a', ...places)}, ${listed('g', ...goods)}, 0 as net from places a cross join goods g where false)`

/** `known`: goods with the classes in which they were sold. */
function weighedTables(shape: Shape, known: readonly Sql[]): Sql {
  const { places, goods, query } = shape
  const places_ = listed(null, ...places)
  // The class of a product is its own, so that it does not depend on where it was sold.
  const isByProduct = query.by.some((key) => key === 'product' || key === 'parent_product')
  return sql`
    classes as (${sql.union([ofCatalogue(shape), ...(isByProduct ? known : [])])}),
    weights as (
      select ${places_}, dist_id, class, sum(net) as net from sold group by ${places_}, dist_id, class
    ),
    reached as (
      select ${listed('r', ...places, ...goods)}, count(distinct r.dist_id) as sellers, sum(w.net) as net
      from sellers r join classes c on ${matching('c', 'r', goods)}
      left join weights w on ${matching('w', 'r', places)} and w.dist_id = r.dist_id and w.class = c.class
      group by ${listed('r', ...places, ...goods)}
    ),
    whole as (
      select ${listed('w', ...places)}, ${listed('c', ...goods)}, sum(w.net) as net
      from weights w join classes c on c.class = w.class group by ${listed('w', ...places)}, ${listed('c', ...goods)}
    )`
}

/** The sums of the part per row of the question. */
export function fromDistribution(query: PartQuery, onlyRows: boolean): ScopedSql {
  const keys = [...query.by.map((_, index) => keyColumn(index)), ...(query.grain ? [TIME_COLUMN] : [])]
  return sql`
    with ${distributionTables(query, onlyRows)}
    select ${listed(null, ...keys, ...query.sums)} from measured`
}
