// Reads the orders of a month with what their buyers bought around them.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { byScope, inScope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { keeper, type Versions } from '../kept.ts'
import { namedColumns, packColumns, unpackColumn } from '../packed-rows.ts'
import { type Kind, kindOf, type Numbered, numbered, type Pool } from './pool.ts'
import { type Asked, day, lastMonth, purchases } from './read.ts'
import type { Trial } from './trials.ts'

/** An order of the month, as if it used no benefit. */
export interface Placed extends Trial {
  /** Among those of its buyer in the whole shop, the oldest first. */
  readonly place: number
  readonly dist_id: string
}

const YEAR = 365

/** The first month that is read of purchases: with all days of the year before each order of the month. */
const firstMonth = ({ month }: Asked): Month => monthOf(addDays(monthBounds(month).from_date, -YEAR))
/**
 * The last purchase `o` before the months that are read, and whether there is one: places, and which order is the next one, are those
 * in the whole shop. Of its buyers, only those without an order in these months need it.
 */
function olderThan(asked: Asked): { readonly last: ScopedSql; readonly exists: Sql } {
  const { month, scope } = asked
  const { from_date, to_date } = monthBounds(month)
  const isOlder = sql`order_date < cast(${monthBounds(firstMonth(asked)).from_date} as date)`
  const last = byScope(
    scope,
    sql`
      select buyer, order_date from rollup_purchases
      where ${isOlder} and next_date >= cast(${from_date} as date) and next_date <= cast(${to_date} as date)`,
    sql`select buyer, max(order_date) as order_date from rollup_purchases where ${isOlder} and ${inScope(scope)} group by buyer`,
  )
  return { last, exists: scope === null ? sql`a.first_place > 1` : sql`o.order_date is not null` }
}

/** Orders `p` of the month, each with the purchases `q` of its buyer from the year before until 60 days later. */
const aroundOrders = (asked: Asked): ScopedSql => {
  const isBefore = sql`q.order_date < p.order_date`
  const within = (days: number) =>
    sql`case when ${isBefore} and q.order_date >= ${day(sql`p.order_date`, -days)}`
  const net = (condition: Sql) => sql`coalesce(sum(${condition} then q.net end), 0)`
  return sql`
    select p.order_id, p.buyer, min(q.place) as first_place,
      max(case when ${isBefore} then q.order_date end) as last_day,
      min(case when ${isBefore} then q.order_date end) as first_day,
      count(${within(EFFECT_DAYS)} then 1 end) as orders_before, ${net(within(EFFECT_DAYS))} as net_before,
      count(${within(YEAR)} then 1 end) as orders_year, ${net(within(YEAR))} as net_year,
      ${net(sql`case when q.order_date >= p.order_date`)} as net_after
    from rollup_purchases p
    join rollup_purchases q on q.buyer = p.buyer and q.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
    where p.month = ${asked.month} and ${purchases(asked, 'p')} and ${purchases(asked, 'q')}
      and q.month >= ${firstMonth(asked)} and q.month <= ${lastMonth(asked)}
    group by p.order_id, p.buyer`
}

const placedIn = (asked: Asked): ScopedSql => {
  const older = olderThan(asked)
  return sql`
    select p.order_id, p.buyer, p.place, p.dist_id, p.province, coalesce(c.company, '') as company,
      p.order_date - cast(${monthBounds(asked.month).from_date} as date) as day,
      p.order_date - coalesce(a.last_day, o.order_date) as recency,
      case when ${older.exists} then ${sql.whole(YEAR)} else coalesce(p.order_date - a.first_day, 0) end as known,
      a.orders_before, a.net_before, a.orders_year, a.net_year, a.net_after
    from (${aroundOrders(asked)}) a
    join rollup_purchases p on p.buyer = a.buyer and p.order_id = a.order_id
    left join (${older.last}) o on o.buyer = p.buyer
    left join customers c on c.customer_id = p.account_id
    where p.month = ${asked.month}`
}

const INTEGERS = ['place', 'day', 'known', 'orders_before', 'orders_year', 'recency'] as const
const DOUBLES = ['order_id', 'net_before', 'net_year', 'net_after'] as const
type NumberName = (typeof INTEGERS | typeof DOUBLES)[number]

/** Orders of a distributor, province and company: texts of columns. */
interface PlacedRows extends Readonly<Record<NumberName, string>> {
  readonly dist_id: string
  readonly province: string
  readonly company: string
  readonly buyer: string
}

const packedIn = (asked: Asked): ScopedSql => sql`
  select dist_id, province, company, ${packColumns(namedColumns('buyer', ...INTEGERS, ...DOUBLES))} from (${placedIn(asked)}) placed
  group by dist_id, province, company`

/** The province in which a distributor sold most in the twelve months until the month. */
const provinces = ({ month, scope }: Asked): ScopedSql => sql`
  select dist_id, province, sum(net) as net from rollup_provinces
  where month > ${addMonths(month, -12)} and month <= ${month} and status = 'wc-completed' and ${inScope(scope)}
    and dist_id <> ${NO_DISTRIBUTOR.dist_id}
  group by dist_id, province`

/** Orders of a month by number. */
interface Columns
  extends Readonly<Record<(typeof INTEGERS)[number], Int32Array>>,
    Readonly<Record<(typeof DOUBLES)[number], Float64Array>> {
  readonly distributors: Numbered
  readonly buyers: Numbered
  readonly companies: Kind
  readonly provinces: Kind
}

/** In place of the days since an order that there is not. */
const NONE_BEFORE = -1

/** `provinceOf`: by distributor. */
function columnsOf(rows: readonly PlacedRows[], provinceOf: ReadonlyMap<string, string>): Columns {
  const buyersOf = rows.map(({ buyer }) => unpackColumn<string>(buyer))
  const [rowOf, names] = [rows.flatMap((row, at) => buyersOf[at]?.map(() => row) ?? []), buyersOf.flat()]
  const valuesOf = (name: NumberName) => rows.flatMap((row) => unpackColumn<number | null>(row[name]))
  const ids = valuesOf('order_id').map(Number)
  const order = Uint32Array.from(ids, (_, at) => at).sort((one, other) => ids[one]! - ids[other]!)
  const columnOf = (name: NumberName) => {
    const values = valuesOf(name)
    return Array.from(order, (at) => values[at] ?? NONE_BEFORE)
  }
  const textAt = (textOf: (row: PlacedRows) => string) => (at: number) => textOf(rowOf[order[at]!]!)
  const buyers = numbered(order.length, (at) => names[order[at]!]!)
  const [integers, doubles] = [
    INTEGERS.map((name) => [name, Int32Array.from(columnOf(name))]),
    DOUBLES.map((name) => [name, Float64Array.from(columnOf(name))]),
  ]
  return {
    ...Object.fromEntries(integers),
    ...Object.fromEntries(doubles),
    ...{
      buyers,
      distributors: numbered(
        order.length,
        textAt(({ dist_id }) => dist_id),
      ),
    },
    companies: kindOf(
      buyers,
      textAt(({ company }) => company),
    ),
    provinces: kindOf(
      buyers,
      textAt(({ dist_id, province }) => provinceOf.get(dist_id) ?? province),
    ),
  }
}

const nameAt = ({ of, names }: Numbered, at: number): string => names[of[at]!]!

const placedAt = (columns: Columns, at: number): Placed => ({
  ...{ order_id: columns.order_id[at]!, place: columns.place[at]!, day: columns.day[at]! },
  known: Math.min(YEAR, columns.known[at]!),
  recency: columns.recency[at] === NONE_BEFORE ? null : columns.recency[at]!,
  ...{ ordersBefore: columns.orders_before[at]!, netBefore: columns.net_before[at]! },
  ...{ ordersYear: columns.orders_year[at]!, netYear: columns.net_year[at]! },
  ...{ netAfter: columns.net_after[at]!, netLater: 0, uses: false },
  ...{ buyer: nameAt(columns.buyers, at), dist_id: nameAt(columns.distributors, at) },
  ...{ company: nameAt(columns.companies, at), province: nameAt(columns.provinces, at) },
})

/** Orders of a month, with the number of each buyer by name. */
export interface PlacedPool extends Pool<Placed> {
  readonly places: Int32Array
  readonly numbers: ReadonlyMap<string, number>
}

function poolOf(columns: Columns): PlacedPool {
  const { buyers, companies, provinces } = columns
  return {
    ...{ buyers, companies, provinces, days: columns.day, places: columns.place },
    trialAt: (at) => placedAt(columns, at),
    numbers: new Map(buyers.names.map((name, number) => [name, number])),
  }
}

/** A month of so many takes about five megabytes. */
const MOST_KEPT = 60_000

const kept = keeper<Columns>(13, ({ place }) => place.length <= MOST_KEPT)

/** By number. All benefits of a month are compared among the same orders. */
export async function placedOf(store: Reads, asked: Asked, versions: Versions): Promise<PlacedPool> {
  const key = { versions, until: lastMonth(asked), scope: asked.scope, key: [asked.month] }
  const columns = await kept(store, key, async () => {
    const [rows, sold] = await Promise.all([
      store.all<PlacedRows>(packedIn(asked)),
      store.all<{ dist_id: string; province: string; net: number }>(provinces(asked)),
    ])
    const most = sold.toSorted(
      (one, other) => one.net - other.net || compareKeys(other.province, one.province, 'ASC'),
    )
    return columnsOf(rows, new Map(most.map(({ dist_id, province }) => [dist_id, province])))
  })
  return poolOf(columns)
}
