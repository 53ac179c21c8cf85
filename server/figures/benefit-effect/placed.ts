// Reads the orders of a month with what their buyers bought around them.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { byScope, inScope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { keeper, type Versions } from '../kept.ts'
import { sumOf } from '../linear-algebra.ts'
import { namedColumns, packColumns, unpackColumn } from '../packed-rows.ts'
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

const NUMBERS = [
  ...(['order_id', 'place', 'day', 'known', 'orders_before', 'net_before'] as const),
  ...(['orders_year', 'net_year', 'net_after', 'recency'] as const),
]

/** Orders of a distributor, province and company: texts of columns. */
interface PlacedRows extends Readonly<Record<(typeof NUMBERS)[number], string>> {
  readonly dist_id: string
  readonly province: string
  readonly company: string
  readonly buyer: string
}

const packedIn = (asked: Asked): ScopedSql => sql`
  select dist_id, province, company, ${packColumns(namedColumns('buyer', ...NUMBERS))} from (${placedIn(asked)}) placed
  group by dist_id, province, company`

function ordersOf({ dist_id, company, buyer, ...texts }: PlacedRows, province: string): Placed[] {
  const numbers = (name: (typeof NUMBERS)[number]) => unpackColumn<number>(texts[name])
  const [orders, places, days, known] = [
    numbers('order_id'),
    numbers('place'),
    numbers('day'),
    numbers('known'),
  ]
  const [ordersBefore, netBefore] = [numbers('orders_before'), numbers('net_before')]
  const [ordersYear, netYear, netAfter] = [numbers('orders_year'), numbers('net_year'), numbers('net_after')]
  const recency = unpackColumn<number | null>(texts.recency)
  return unpackColumn<string>(buyer).map((name, at) => ({
    buyer: name,
    order_id: orders[at] ?? 0,
    place: places[at] ?? 0,
    day: days[at] ?? 0,
    known: Math.min(YEAR, known[at] ?? 0),
    ordersBefore: ordersBefore[at] ?? 0,
    netBefore: netBefore[at] ?? 0,
    ordersYear: ordersYear[at] ?? 0,
    netYear: netYear[at] ?? 0,
    netAfter: netAfter[at] ?? 0,
    recency: recency[at] ?? null,
    ...{ dist_id, province, company, uses: false, netLater: 0 },
  }))
}

/** The province in which a distributor sold most in the twelve months until the month. */
const provinces = ({ month, scope }: Asked): ScopedSql => sql`
  select dist_id, province, sum(net) as net from rollup_provinces
  where month > ${addMonths(month, -12)} and month <= ${month} and status = 'wc-completed' and ${inScope(scope)}
    and dist_id <> ${NO_DISTRIBUTOR.dist_id}
  group by dist_id, province`

/** Characters of a packed month that is kept: about 60,000 orders. */
const MOST_KEPT = 4_000_000

const kept = keeper<readonly PlacedRows[]>(12, (rows) => {
  const lengths = rows.flatMap((row) => Object.values(row).map((text: string) => text.length))
  return sumOf(lengths) <= MOST_KEPT
})

/** By number. All benefits of a month are compared among the same orders. */
export async function placedOf(store: Reads, asked: Asked, versions: Versions): Promise<Placed[]> {
  const key = { versions, until: lastMonth(asked), key: [asked.month, asked.scope] }
  const [rows, sold] = await Promise.all([
    kept(store, key, () => store.all<PlacedRows>(packedIn(asked))),
    store.all<{ dist_id: string; province: string; net: number }>(provinces(asked)),
  ])
  const order = sold.toSorted(
    (one, other) => other.net - one.net || compareKeys(one.province, other.province, 'ASC'),
  )
  const provinceOf = new Map(order.toReversed().map(({ dist_id, province }) => [dist_id, province]))
  return rows
    .flatMap((each) => ordersOf(each, provinceOf.get(each.dist_id) ?? each.province))
    .sort((one, other) => one.order_id - other.order_id)
}
