// Segments of buyers by recency, frequency and amount, at the end of a month and of the month before.
import type { Rfm } from '#contract/buyers.ts'
import { RFM_KEYS, type RfmBefore, type RfmSegment } from '#contract/lists/buyers.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { sharesOf } from '#contract/shares.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { keeper } from '#server/figures/kept.ts'
import type { Versions } from '#server/http/app.ts'
import { type Kept, whileUnchanged } from '#server/http/while-unchanged.ts'
import { quotient } from '#server/store/quotient.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { email, emailsFrom, type Ids, listedOrders, names, ofIds, orderColumns } from './listed-orders.ts'
import { inMonths, purchases } from './purchases.ts'

/** Boundaries of the segments in days and orders; docs/metrics.md explains them. */
const RECENT = 60
const COOLING = 180
const YEAR = 365
const FREQUENT = 4
const REPEATED = 2

interface Days {
  /** The last day of the month, or today while the month is running. */
  readonly today: string
  /** `today` of the month before. */
  readonly before: string
  /** The month in which the 365 days up to `before` begin. */
  readonly since: Month
}

/** `clockDay`: of the store's clock. */
function daysOf(month: Month, clockDay: string): Days {
  const dayOf = (end: string) => (end < clockDay ? end : clockDay)
  const before = dayOf(monthBounds(addMonths(month, -1)).to_date)
  return {
    today: dayOf(monthBounds(month).to_date),
    before,
    since: monthOf(addDays(before, 1 - YEAR)),
  }
}

/** A buyer’s orders up to a day, as SQL. */
interface Standing {
  readonly day: string
  readonly last: Sql
  readonly placed: Sql
  readonly orders: Sql
  readonly net: Sql
  readonly average: number
}

/**
 * The first that applies. Recency comes first, since PostgreSQL computes values anew for each condition. Buyers without an order in the
 * 365 days are lost.
 */
const segmentOf = ({ day, last, placed, orders, net, average }: Standing): Sql => {
  const recency = sql`cast(${day} as date) - ${last}`
  const mean = sql`cast(${average} as decimal(18, 2))`
  return sql`
    case
      when ${placed} = 0 then 'none'
      when ${recency} <= ${RECENT} then case
        when ${placed} = 1 then 'new'
        when ${orders} >= ${FREQUENT} and ${net} >= ${mean} then 'best'
        when ${orders} >= ${REPEATED} then 'loyal'
        else 'returned'
      end
      when ${recency} <= ${COOLING} then case
        when ${net} >= 2 * ${mean} then 'valuable_cooling'
        when ${orders} >= ${REPEATED} then 'cooling'
        else 'occasional'
      end
      when ${recency} < ${YEAR} then 'asleep'
      else 'lost'
    end`
}

/** Whose purchases a statement reads, and where. */
interface Source {
  readonly scope: Scope
  readonly isCluster: boolean
}

interface Averages {
  /** Net of the 365 days until these two days, per buyer with an order in them. */
  readonly average: number
  readonly averageBefore: number
}

type Asked = Days & Source & Averages

export interface AskedMonth {
  readonly month: Month
  readonly scope: Scope
  /** Of the store's clock. */
  readonly today: string
}

async function askedOf(
  store: Reads,
  { month, scope, today: clockDay }: AskedMonth,
  kept: Kept,
): Promise<Asked> {
  const days = daysOf(month, clockDay)
  const source = { scope, isCluster: store.isCluster }
  const query = averagesOf(days, source)
  const none = { average: 0, averageBefore: 0 }
  const averages = kept.get<Averages>(query) ?? kept.set(query, (await store.one<Averages>(query)) ?? none)
  return { ...days, ...source, ...averages }
}

/** The day, as many days earlier. */
const dayBefore = (day: string, days = 0): Sql => sql`(cast(${day} as date) - ${sql.whole(days)})`

const inYearUntil = (date: Sql, day: string): Sql =>
  sql`${date} <= ${dayBefore(day)} and ${date} > ${dayBefore(day, YEAR)}`

/** The purchases that a statement reads: `numbered` has those at some distributors. */
const purchasesAt = (scope: Scope): Sql => (scope === null ? sql`rollup_purchases` : sql`numbered`)

/** The last purchase `p` until a day, of each buyer who bought again after it and not later than another day. */
const lastBetween = (day: Sql, later: Sql, scope: Scope): Sql => sql`
  select p.* from ${purchasesAt(scope)} p where p.order_date <= ${day} and p.next_date > ${day} and p.next_date <= ${later}`

/**
 * `last`: the last purchase of each buyer until a day. PostgreSQL has no index-only scan for conditions joined by `or`, so two
 * queries are joined. `numbered` is computed once for all its readers, except on a Citus cluster, where its rows would go through
 * the coordinator.
 */
function everybody(day: string, { scope, isCluster }: Source, ids: Ids = null): ScopedSql {
  const until = sql`select p.* from ${purchasesAt(scope)} p where p.order_date <= ${dayBefore(day)}`
  const isLater = sql`p.next_date > ${dayBefore(day)}`
  const last = sql`last as (${until} and (p.next_date is null or ${isLater}))`
  return byScope(
    scope,
    isCluster
      ? sql`with ${last}`
      : sql`with last as (${sql.union([sql`${until} and p.next_date is null`, sql`${until} and ${isLater}`], 'all')})`,
    sql`
      with numbered as ${isCluster ? sql`not materialized` : sql.empty} (
        select p.buyer, p.account_id, p.order_id, p.order_date, ${names}, p.place, p.total, p.next_date
        from ${purchases(scope, ids)} p
      ),
      ${last}`,
  )
}

/** Both averages in one pass. At some distributors nobody needs to be numbered to count buyers. */
function averagesOf({ today, before, since }: Days, { scope, isCluster }: Source): ScopedSql {
  const ofBoth = sql`order_date > ${dayBefore(before, YEAR)} and order_date <= ${dayBefore(today)}`
  const inYear = (day: string) => inYearUntil(sql`order_date`, day)
  const sold = (day: string) => sql`sum(case when ${inYear(day)} then net end)`
  const wasLast = (day: string) =>
    sql`${inYear(day)} and (next_date is null or next_date > ${dayBefore(day)})`
  const ofYears = sql`select order_date, next_date from rollup_purchases where ${ofBoth}`
  const again = sql`next_date > ${dayBefore(before)}`
  const last = isCluster
    ? sql`${ofYears} and (next_date is null or ${again})`
    : sql.union([sql`${ofYears} and next_date is null`, sql`${ofYears} and ${again}`], 'all')
  const flagged = (day: string) => sql`max(case when ${inYear(day)} then 1 end)`
  const bought = byScope(
    scope,
    sql`
      select count(case when ${wasLast(today)} then 1 end) as buyers,
        count(case when ${wasLast(before)} then 1 end) as buyers_before
      from (${last}) p`,
    sql`
      select count(now) as buyers, count(before) as buyers_before
      from (
        select ${flagged(today)} as now, ${flagged(before)} as before from rollup_purchases
        where ${inMonths(sql`month`, { from: since, to: today.slice(0, 7) })} and ${ofBoth} and ${inScope(scope)}
        group by buyer
      ) p`,
  )
  const average = (net: Sql, buyers: Sql) => sql`
    cast(coalesce(${quotient(net, buyers, 2)}, 0) as decimal(18, 2))`
  return sql`
    select ${average(sql`s.net`, sql`b.buyers`)} as average, ${average(sql`s.net_before`, sql`b.buyers_before`)} as "averageBefore"
    from (
      select ${sold(today)} as net, ${sold(before)} as net_before from rollup_orders
      where status = 'wc-completed' and ${ofBoth} and ${inScope(scope)}
    ) s cross join (${bought}) b`
}

/** `yearly`: the last purchase of each buyer, joined with the last one at least a year old, which may be the same. */
const lastOfYears = (asked: Asked, ids: Ids = null): ScopedSql => {
  const { scope, today } = asked
  const [now, ago] = [dayBefore(today), dayBefore(today, YEAR)]
  const column = (name: Sql) => sql`case when p.order_date <= ${ago} then p.${name} else y.${name} end`
  return sql`
  ${everybody(today, asked, ids)},
  yearly as (
    select p.*, ${column(sql`order_date`)} as ago_date, coalesce(${column(sql`place`)}, 0) as ago_place,
      coalesce(${column(sql`total`)}, 0) as ago_total
    from last p left join (${lastBetween(ago, now, scope)}) y on y.buyer = p.buyer
  )`
}

/** Orders and net of 365 days: the difference between two purchases of a buyer, each of which knows what came before. */
const ofYear = sql`p.place - p.ago_place as orders, p.total - p.ago_total as net`

/**
 * `segmented`: the last purchase of each buyer until the end of the month, with the buyer's segment then and at the end of the month
 * before.
 */
const segments = (asked: Asked, ids: Ids = null): ScopedSql => {
  const { scope, today, before } = asked
  const wasLast = sql`p.order_date <= ${dayBefore(before)}`
  const wasLastAgo = sql`p.ago_date <= ${dayBefore(before, YEAR)}`
  return sql`
  ${lastOfYears(asked, ids)},
  stands as (
    select p.buyer, p.account_id, p.order_id, p.order_date, p.place, p.total, ${names}, ${ofYear},
      case when ${wasLast} then p.order_date else b.order_date end as prev_date,
      case when ${wasLast} then p.place else coalesce(b.place, 0) end as prev_place,
      case when ${wasLast} then p.total else b.total end
        - case when ${wasLastAgo} then p.ago_total else coalesce(z.total, 0) end as prev_net,
      case when ${wasLastAgo} then p.ago_place else coalesce(z.place, 0) end as prev_year_place
    from yearly p
    left join (${lastBetween(dayBefore(before), dayBefore(today), scope)}) b on b.buyer = p.buyer
    left join (${lastBetween(dayBefore(before, YEAR), dayBefore(today, YEAR), scope)}) z on z.buyer = p.buyer
    where ${ofIds(ids)}
  ),
  segmented as (
    select s.buyer, s.account_id, s.order_id, s.order_date, s.total, s.orders, s.net, s.name, s.surname,
      ${segmentOf({
        ...{ day: today, last: sql`s.order_date`, placed: sql`s.place` },
        ...{ orders: sql`s.orders`, net: sql`s.net`, average: asked.average },
      })} as segment,
      ${segmentOf({
        ...{
          day: before,
          last: sql`s.prev_date`,
          placed: sql`s.prev_place`,
          orders: sql`s.prev_place - s.prev_year_place`,
        },
        ...{ net: sql`s.prev_net`, average: asked.averageBefore },
      })} as previous
    from stands s
  )`
}

interface Group {
  readonly segment: RfmSegment
  readonly previous: RfmBefore
  readonly buyers: number
  readonly orders: number
  readonly net: number
  readonly lifetime_net: number
}

const groups = (asked: Asked): ScopedSql => sql`
  ${segments(asked)}
  select segment, previous, count(*) as buyers, cast(sum(orders) as bigint) as orders, sum(net) as net,
    sum(total) as lifetime_net
  from segmented group by segment, previous`

const matrices = keeper<Rfm>(26)

/** Purchases after the month leave it as it was. */
export function rfmOf(store: Reads, call: AskedMonth, versions: Versions): Promise<Rfm> {
  const { today, before } = daysOf(call.month, call.today)
  const key = { versions, until: call.month, scope: call.scope, key: [today, before] }
  return matrices(store, key, () => matrixOf(store, call, whileUnchanged(versions)))
}

/** Segments without buyers are rows too, unless there is no buyer at all. */
async function matrixOf(store: Reads, call: AskedMonth, kept: Kept): Promise<Rfm> {
  const asked = await askedOf(store, call, kept)
  const found = (await store.all<Group>(groups(asked))).toSorted(
    (one, other) =>
      compareKeys(one.previous, other.previous, 'ASC') || compareKeys(one.segment, other.segment, 'ASC'),
  )
  const count = (rows: readonly Group[]) => rows.reduce((sum, { buyers }) => sum + buyers, 0)
  const rowsOf = (segment: string) => found.filter((row) => row.segment === segment)
  const segmentsFound = found.length === 0 ? [] : RFM_KEYS
  const sizes = sharesOf(segmentsFound.map((segment) => count(rowsOf(segment))))
  const values = sharesOf(segmentsFound.map((segment) => sumOf(rowsOf(segment), (row) => row.net)))
  return {
    as_of: asked.today,
    previous_as_of: asked.before,
    average_net: asked.average,
    segments: segmentsFound.map((segment, index) => {
      const rows = rowsOf(segment)
      const size = count(rows)
      const value = sumOf(rows, (row) => row.net)
      return {
        ...{ segment, buyers: size, buyers_share: sizes[index] ?? 0, net: value },
        prev_buyers: count(found.filter(({ previous }) => previous === segment)),
        ...{ net_share: values[index] ?? 0, net_per_buyer: averageOf(value, size) },
        orders: rows.reduce((sum, row) => sum + row.orders, 0),
        lifetime_net: sumOf(rows, (row) => row.lifetime_net),
      }
    }),
    moves: found.map(({ previous, segment, buyers: moved }) => ({ previous, segment, buyers: moved })),
  }
}

export interface SegmentRows extends AskedMonth {
  readonly segment: RfmSegment | undefined
  readonly previous: RfmBefore | undefined
}

const chosen = ({ segment, previous }: SegmentRows): Sql => sql`
  ${segment === undefined ? sql`true` : sql`s.segment = ${segment}`}
  and ${previous === undefined ? sql`true` : sql`s.previous = ${previous}`}`

const SEGMENTS = ['segment', 'previous']
const SUMS = ['total_orders', 'amount']
const EMAIL = ['email']
/** Buyers of the 365 days who spent something precede all others. */
const BY_AMOUNT = { orderBy: 'amount', order: 'DESC' } as const

/** Segments are computed for the page only, unless the list is ordered or limited by them. */
export async function rfmPeople(store: Reads, rows: SegmentRows, kept: Kept) {
  const { segment, previous } = rows
  const asked = await askedOf(store, rows, kept)
  const last = sql`s.name, s.surname, s.order_id as last_order_id, s.order_date as last_date`
  const sums = sql`${last}, s.orders as total_orders, s.net as amount`
  const columns = sql`s.segment, s.previous, ${sums}`
  const rowsOf = (keys: readonly Row[]) => sql`
    ${segments(
      asked,
      keys.map((row) => Number(row.last_order_id)),
    )}
    select ${email}, ${columns} from segmented s ${emailsFrom(sql`s`)}`
  const query = sql`${segments(asked)} select ${email}, ${columns} from segmented s ${emailsFrom(sql`s`)} where ${chosen(rows)}`
  const withoutEmails = sql`${segments(asked)} select ${columns} from segmented s where ${chosen(rows)}`
  if (segment !== undefined || previous !== undefined) {
    const once = { rowsOf, singlePass: true as const }
    return { query, deferred: [{ query: withoutEmails, lacks: EMAIL, ...once }], singlePass: true as const }
  }
  const all = everybody(asked.today, asked)
  const summed = sql`
    ${lastOfYears(asked)} select ${sums} from (select p.order_id, p.order_date, ${names}, ${ofYear} from yearly p) s`
  return {
    query,
    deferred: [
      {
        query: sql`${all} select ${last} from last s`,
        lacks: [...EMAIL, ...SUMS, ...SEGMENTS],
        rowsOf,
      },
      {
        query: sql`${all} select ${last}, ${email} from last s ${emailsFrom(sql`s`)}`,
        lacks: [...SUMS, ...SEGMENTS],
        rowsOf,
      },
      {
        query: summed,
        lacks: [...EMAIL, ...SEGMENTS],
        rowsOf,
        leading: {
          ...BY_AMOUNT,
          query: sql`${summed} where s.order_date > ${dayBefore(asked.today, YEAR)} and s.net > 0`,
        },
      },
      { query: withoutEmails, lacks: EMAIL, rowsOf },
      { query, lacks: [], rowsOf },
    ],
  }
}

/** Orders of the last 365 days of these buyers. */
export async function rfmOrders(store: Reads, rows: SegmentRows, kept: Kept) {
  const { month, scope, segment, previous } = rows
  const isEverybody = segment === undefined && previous === undefined
  const asked = isEverybody ? undefined : await askedOf(store, rows, kept)
  const { since, today } = asked ?? daysOf(month, rows.today)
  const inYear = sql`
    ${inMonths(sql`p.month`, { from: since, to: month })} and ${inYearUntil(sql`p.order_date`, today)} and ${inScope(scope, sql`p.dist_id`)}`
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: orderColumns,
    within: inMonths(sql`o.month`, { from: since, to: month }),
    found: (ids) =>
      ids || !asked
        ? sql`select p.* from rollup_purchases p where ${inYear} and ${ofIds(ids)}`
        : sql`
          ${segments(asked)}
          select p.* from rollup_purchases p join segmented s on s.buyer = p.buyer where ${inYear} and ${chosen(rows)}`,
    ...(isEverybody && {
      newest: sql`select p.* from rollup_purchases p where p.month = ${month} and ${inYear}`,
    }),
  })
}
