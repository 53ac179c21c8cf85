// Segments of buyers by recency, frequency and amount, at the end of a month and of the month before.
import type { Rfm } from '#contract/buyers.ts'
import { RFM_KEYS, type RfmBefore, type RfmSegment } from '#contract/lists/buyers.ts'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { distName } from '#server/rollups/expressions.ts'
import type { Scope } from '#server/store/scope.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { personColumns, personJoin, purchases } from './purchases.ts'

/** Boundaries of the segments in days and orders; docs/metrics.md explains them. */
const RECENT = 60
const COOLING = 180
const YEAR = 365
const FREQUENT = 4
const REPEATED = 2

/** The last day of a month, or of the newest order while the month is running. */
const dayOf = (month: Month): Sql => sql`
  least(cast(${monthBounds(month).to_date} as date), (select max(order_date) from orders where counted))`

/** Purchases of each buyer up to a day; `recency` in days, the rest about the last 365 days unless named otherwise. */
const standing = (day: Sql): Sql => sql`
  select buyer, max(order_date) as last_date, max(place) as last_place, ${day} - max(order_date) as recency,
    count(*) as lifetime_orders, sum(net) as lifetime_net,
    count(case when ${day} - order_date < ${YEAR} then 1 end) as orders,
    coalesce(sum(case when ${day} - order_date < ${YEAR} then net end), 0) as net
  from numbered where order_date <= ${day} group by buyer`

/** The first segment that applies; `average`: net of 12 months per buyer with an order in them. */
const segmentOf = sql`
  case
    when recency <= ${RECENT} and lifetime_orders = 1 then 'new'
    when recency <= ${RECENT} and orders >= ${FREQUENT} and net >= average then 'best'
    when recency <= ${RECENT} and orders >= ${REPEATED} then 'loyal'
    when recency <= ${RECENT} then 'returned'
    when recency <= ${COOLING} and net >= 2 * average then 'valuable_cooling'
    when recency <= ${COOLING} and orders >= ${REPEATED} then 'cooling'
    when recency <= ${COOLING} then 'occasional'
    when recency < ${YEAR} then 'asleep'
    else 'lost'
  end`

const segmented = (table: Sql): Sql => sql`
  select s.*, a.average, ${segmentOf} as segment
  from ${table} s cross join (
    select cast(coalesce(round(sum(net) / nullif(count(*), 0), 2), 0) as decimal(18, 2)) as average
    from ${table} year_buyers where orders > 0
  ) a`

/** `now` and `earlier`: each buyer with its segment at the end of the month and of the month before. */
const segments = (month: Month, scope: Scope): ScopedSql => sql`
  with ${purchases(scope)},
  days as (select ${dayOf(month)} as today, ${dayOf(addMonths(month, -1))} as before_today),
  stands as (${standing(sql`(select today from days)`)}),
  stood as (${standing(sql`(select before_today from days)`)}),
  now as (${segmented(sql`stands`)}),
  earlier as (${segmented(sql`stood`)})`

interface Group {
  readonly segment: RfmSegment
  readonly previous: RfmBefore
  readonly buyers: number
  readonly orders: number
  readonly net: number
  readonly lifetime_net: number
  readonly average: number
  readonly as_of: string
  readonly previous_as_of: string
}

const groups = (month: Month, scope: Scope): ScopedSql => sql`
  ${segments(month, scope)}
  select n.segment, coalesce(e.segment, 'none') as previous, count(*) as buyers, sum(n.orders) as orders, sum(n.net) as net,
    sum(n.lifetime_net) as lifetime_net, max(n.average) as average,
    cast((select today from days) as text) as as_of, cast((select before_today from days) as text) as previous_as_of
  from now n left join earlier e on e.buyer = n.buyer
  group by n.segment, coalesce(e.segment, 'none') order by previous, segment`

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100

/** Segments without buyers are rows too, unless there is no buyer at all. */
export async function rfmOf(store: Reads, month: Month, scope: Scope): Promise<Rfm> {
  const found = await store.all<Group>(groups(month, scope))
  const count = (rows: readonly Group[]) => rows.reduce((sum, { buyers }) => sum + buyers, 0)
  const [buyers, net] = [count(found), sumOf(found, (row) => row.net)]
  const segmentsFound = found.length === 0 ? [] : RFM_KEYS
  return {
    as_of: found[0]?.as_of ?? monthBounds(month).to_date,
    previous_as_of: found[0]?.previous_as_of ?? monthBounds(addMonths(month, -1)).to_date,
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
  ${segment === undefined ? sql`true` : sql`n.segment = ${segment}`}
  and ${previous === undefined ? sql`true` : sql`coalesce(e.segment, 'none') = ${previous}`}`

export const rfmPeople = (rows: SegmentRows): ScopedSql => sql`
  ${segments(rows.month, rows.scope)}
  select ${personColumns}, n.segment, coalesce(e.segment, 'none') as previous, p.order_id as last_order_id, n.last_date,
    n.orders as total_orders, n.net as amount
  from now n left join earlier e on e.buyer = n.buyer
  join numbered p on p.buyer = n.buyer and p.place = n.last_place
  ${personJoin}
  where ${chosen(rows)}`

/** Orders of the last 365 days of these buyers. */
export const rfmOrders = (rows: SegmentRows): ScopedSql => sql`
  ${segments(rows.month, rows.scope)}
  select p.order_id, p.order_date as date, p.dist_id, ${distName}, ${personColumns}, p.net as amount
  from now n left join earlier e on e.buyer = n.buyer
  join numbered p on p.buyer = n.buyer and p.order_date <= (select today from days)
    and (select today from days) - p.order_date < ${YEAR}
  ${personJoin}
  left join distributors d on d.dist_id = p.dist_id
  where ${chosen(rows)}`
