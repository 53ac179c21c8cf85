// Segments of buyers by recency, frequency and amount, at the end of a month and of the month before.
import type { Rfm } from '#contract/buyers.ts'
import { RFM_KEYS, type RfmBefore, type RfmSegment } from '#contract/lists/buyers.ts'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { listedOrders, names, namesFrom, ofIds, orderColumns } from './listed-orders.ts'
import { inMonths, newestDay, purchases } from './purchases.ts'

/** Boundaries of the segments in days and orders; docs/metrics.md explains them. */
const RECENT = 60
const COOLING = 180
const YEAR = 365
const FREQUENT = 4
const REPEATED = 2

interface Days {
  /** The last day of the month, or of the newest order while the month is running. */
  readonly today: string
  /** The same of the month before. */
  readonly before: string
  /** The month in which the 365 days before that begin. */
  readonly since: Month
}

async function daysOf(store: Reads, month: Month): Promise<Days> {
  const dayOf = (end: string): Sql =>
    sql`least(cast(${end} as date), coalesce(${newestDay}, cast(${end} as date)))`
  const today = dayOf(monthBounds(month).to_date)
  const before = dayOf(monthBounds(addMonths(month, -1)).to_date)
  const days = await store.one<Days>(
    wholeShop(
      'days, not figures',
      sql`
        select cast(${today} as text) as today, cast(${before} as text) as before,
          substr(cast(${before} - ${YEAR - 1} as text), 1, 7) as since`,
    ),
  )
  return days ?? { today: '', before: '', since: month }
}

/** Amount of 12 months per buyer with an order in them. */
const averageOf12Months = (net: Sql, orders: Sql): Sql =>
  sql`cast(coalesce(round(sum(${net}) / nullif(count(nullif(${orders}, 0)), 0), 2), 0) as decimal(18, 2))`

/** What a buyer had done until a day, as SQL. */
interface Standing {
  readonly day: string
  readonly last: Sql
  readonly placed: Sql
  readonly orders: Sql
  readonly net: Sql
  readonly average: Sql
}

/** The first that applies. Who has no order in the 365 days is lost. */
const segmentOf = ({ day, last, placed, orders, net, average }: Standing): Sql => {
  const recency = sql`cast(${day} as date) - ${last}`
  return sql`
    case
      when ${placed} = 0 then 'none'
      when ${recency} <= ${RECENT} and ${placed} = 1 then 'new'
      when ${recency} <= ${RECENT} and ${orders} >= ${FREQUENT} and ${net} >= ${average} then 'best'
      when ${recency} <= ${RECENT} and ${orders} >= ${REPEATED} then 'loyal'
      when ${recency} <= ${RECENT} then 'returned'
      when ${recency} <= ${COOLING} and ${net} >= 2 * ${average} then 'valuable_cooling'
      when ${recency} <= ${COOLING} and ${orders} >= ${REPEATED} then 'cooling'
      when ${recency} <= ${COOLING} then 'occasional'
      when ${recency} < ${YEAR} then 'asleep'
      else 'lost'
    end`
}

interface Asked extends Days {
  readonly month: Month
  readonly scope: Scope
}

/** Purchases `p` of the 365 days until a day. */
const inYearUntil = (day: string): Sql =>
  sql`p.order_date <= cast(${day} as date) and p.order_date > cast(${day} as date) - ${YEAR}`

/**
 * `segmented`: the last purchase of each buyer until the end of the month, with the buyer's segment then and at the end of the month
 * before.
 */
const segments = ({ month, scope, today, before, since }: Asked): ScopedSql => {
  const [recent, earlier] = [inYearUntil(today), sql`p.order_date <= cast(${before} as date)`]
  return sql`
  with year as (
    select buyer, count(case when ${recent} then 1 end) as orders, coalesce(sum(case when ${recent} then net end), 0) as net,
      count(case when ${earlier} then 1 end) as prev_orders, coalesce(sum(case when ${earlier} then net end), 0) as prev_net,
      max(case when ${earlier} then order_date end) as prev_last, count(case when ${earlier} then null else 1 end) as since_then
    from rollup_purchases p
    where ${inMonths(sql`p.month`, { from: since, to: month })} and ${inScope(scope)}
      and p.order_date > cast(${before} as date) - ${YEAR} and p.order_date <= cast(${today} as date)
    group by buyer
  ),
  averages as materialized (
    select ${averageOf12Months(sql`net`, sql`orders`)} as average, ${averageOf12Months(sql`prev_net`, sql`prev_orders`)} as prev_average
    from year
  ),
  segmented as (
    select l.buyer, l.account_id, l.order_id, l.order_date, l.total, coalesce(y.orders, 0) as orders, coalesce(y.net, 0) as net,
      ${segmentOf({
        ...{ day: today, last: sql`l.order_date`, placed: sql`l.place` },
        ...{ orders: sql`y.orders`, net: sql`y.net`, average: sql`a.average` },
      })} as segment,
      ${segmentOf({
        ...{ day: before, last: sql`y.prev_last`, placed: sql`l.place - coalesce(y.since_then, 0)` },
        ...{ orders: sql`y.prev_orders`, net: sql`y.prev_net`, average: sql`a.prev_average` },
      })} as previous
    from (
      select p.* from ${purchases(scope)} p
      where p.order_date <= cast(${today} as date) and (p.next_date is null or p.next_date > cast(${today} as date))
    ) l
    cross join averages a left join year y on y.buyer = l.buyer
  )`
}

interface Group {
  readonly segment: RfmSegment
  readonly previous: RfmBefore
  readonly buyers: number
  readonly orders: number
  readonly net: number
  readonly lifetime_net: number
  readonly average: number
}

const groups = (asked: Asked): ScopedSql => sql`
  ${segments(asked)}
  select segment, previous, count(*) as buyers, cast(sum(orders) as bigint) as orders, sum(net) as net,
    sum(total) as lifetime_net, (select average from averages) as average
  from segmented group by segment, previous order by previous, segment`

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100

/** Segments without buyers are rows too, unless there is no buyer at all. */
export async function rfmOf(store: Reads, month: Month, scope: Scope): Promise<Rfm> {
  const days = await daysOf(store, month)
  const found = await store.all<Group>(groups({ ...days, month, scope }))
  const count = (rows: readonly Group[]) => rows.reduce((sum, { buyers }) => sum + buyers, 0)
  const [buyers, net] = [count(found), sumOf(found, (row) => row.net)]
  const segmentsFound = found.length === 0 ? [] : RFM_KEYS
  return {
    as_of: found.length > 0 ? days.today : monthBounds(month).to_date,
    previous_as_of: found.length > 0 ? days.before : monthBounds(addMonths(month, -1)).to_date,
    average_net: found[0]?.average ?? 0,
    segments: segmentsFound.map((segment) => {
      const rows = found.filter((row) => row.segment === segment)
      const size = count(rows)
      const value = sumOf(rows, (row) => row.net)
      return {
        ...{ segment, buyers: size, buyers_share: percentOf(size, buyers), net: value },
        prev_buyers: count(found.filter(({ previous }) => previous === segment)),
        ...{ net_share: percentOf(value, net), net_per_buyer: averageOf(value, size) },
        orders: rows.reduce((sum, row) => sum + row.orders, 0),
        lifetime_net: sumOf(rows, (row) => row.lifetime_net),
      }
    }),
    moves: found.map(({ previous, segment, buyers: moved }) => ({ previous, segment, buyers: moved })),
  }
}

export interface SegmentRows {
  readonly month: Month
  readonly scope: Scope
  readonly segment: RfmSegment | undefined
  readonly previous: RfmBefore | undefined
}

const chosen = ({ segment, previous }: SegmentRows): Sql => sql`
  ${segment === undefined ? sql`true` : sql`s.segment = ${segment}`}
  and ${previous === undefined ? sql`true` : sql`s.previous = ${previous}`}`

/** Finding these people costs more than keeping them. */
export async function rfmPeople(store: Reads, rows: SegmentRows) {
  const { month, scope } = rows
  const found = segments({ ...(await daysOf(store, month)), month, scope })
  const columns = sql`
    s.segment, s.previous, s.order_id as last_order_id, s.order_date as last_date, s.orders as total_orders, s.net as amount`
  return {
    query: sql`
      ${found} select ${names}, ${columns} from segmented s ${namesFrom(sql`s`)} where ${chosen(rows)}`,
    deferred: [
      {
        query: sql`${found} select ${columns} from segmented s where ${chosen(rows)}`,
        lacks: ['name', 'surname', 'email'],
        singlePass: true as const,
        rowsOf: (keys: readonly Row[]) => {
          const ids = keys.map((row) => Number(row.last_order_id))
          return sql`
            select p.order_id as last_order_id, ${names} from rollup_purchases p ${namesFrom(sql`p`)}
            where ${ofIds(ids)} and ${inScope(scope, sql`p.dist_id`)}`
        },
      },
    ],
    singlePass: true as const,
  }
}

/** Orders of the last 365 days of these buyers. */
export async function rfmOrders(store: Reads, rows: SegmentRows) {
  const { month, scope, segment, previous } = rows
  const asked = { ...(await daysOf(store, month)), month, scope }
  const inYear = sql`
    ${inMonths(sql`p.month`, { from: asked.since, to: month })} and ${inYearUntil(asked.today)} and ${inScope(scope, sql`p.dist_id`)}`
  const isEverybody = segment === undefined && previous === undefined
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: orderColumns,
    found: (ids) =>
      ids || isEverybody
        ? sql`select p.* from rollup_purchases p where ${inYear} and ${ofIds(ids)}`
        : sql`
          ${segments(asked)}
          select p.* from rollup_purchases p join segmented s on s.buyer = p.buyer where ${inYear} and ${chosen(rows)}`,
  })
}
