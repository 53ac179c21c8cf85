// Segments of buyers by recency, frequency and amount, at the end of a month and of the month before.
import type { Rfm } from '#contract/buyers.ts'
import { RFM_KEYS, type RfmBefore, type RfmSegment } from '#contract/lists/buyers.ts'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { type Ids, listedOrders, names, ofIds, orderColumns } from './listed-orders.ts'
import { inMonths, newBuyers, newestDay, purchases } from './purchases.ts'

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

/** What a buyer had done until a day, as columns that begin with a prefix: `orders` and `net` of the last 365 days. */
const standing = (day: string, prefix: string): Sql => {
  const column = (name: string) => sql.identifier(`${prefix}${name}`)
  const known = sql`order_date <= cast(${day} as date)`
  const ofYear = sql`${known} and cast(${day} as date) - order_date < ${YEAR}`
  return sql`
    max(case when ${known} then order_date end) as ${column('last_date')},
    count(case when ${known} then 1 end) as ${column('placed')},
    count(case when ${ofYear} then 1 end) as ${column('orders')},
    coalesce(sum(case when ${ofYear} then net end), 0) as ${column('net')}`
}

/** Net of 12 months per buyer with an order in them. */
const averageOfYear = (prefix: string): Sql => {
  const [orders, net] = [sql.identifier(`${prefix}orders`), sql.identifier(`${prefix}net`)]
  return sql`
    select cast(coalesce(round(sum(${net}) / nullif(count(*), 0), 2), 0) as decimal(18, 2)) from stands where ${orders} > 0`
}

/** The first that applies to buyer `s`, who has a row `k` if known from earlier months. */
const segmentOf = (day: string, prefix: string): Sql => {
  const column = (name: string) => sql.identifier(`${prefix}${name}`)
  const [orders, net, average, placed] = [
    column('orders'),
    column('net'),
    column('average'),
    column('placed'),
  ]
  const recency = sql`cast(${day} as date) - ${column('last_date')}`
  return sql`
    case
      when ${placed} = 0 then case when k.buyer is null then 'none' else 'lost' end
      when ${recency} <= ${RECENT} and ${placed} = 1 and k.buyer is null then 'new'
      when ${recency} <= ${RECENT} and ${orders} >= ${FREQUENT} and s.${net} >= ${average} then 'best'
      when ${recency} <= ${RECENT} and ${orders} >= ${REPEATED} then 'loyal'
      when ${recency} <= ${RECENT} then 'returned'
      when ${recency} <= ${COOLING} and s.${net} >= 2 * ${average} then 'valuable_cooling'
      when ${recency} <= ${COOLING} and ${orders} >= ${REPEATED} then 'cooling'
      when ${recency} <= ${COOLING} then 'occasional'
      when ${recency} < ${YEAR} then 'asleep'
      else 'lost'
    end`
}

interface Asked extends Days {
  readonly month: Month
  readonly scope: Scope
  /** Further columns of orders. */
  readonly more?: Sql
  /** Further columns of buyers, computed over their orders. */
  readonly sums?: Sql
}

/** `known`: buyers with an order before these months. */
const knownBefore = ({ scope, since }: Asked): ScopedSql =>
  newBuyers(scope, { from: '', to: addMonths(since, -1) })

/**
 * `segmented`: buyers who bought since the beginning of the year, with their segment at the end of the month and of the month
 * before; `purchases`: their orders since. All others of `known` are lost.
 */
const segments = (
  { month, scope, today, before, since, more = sql.empty, sums = sql.empty }: Asked,
  known: ScopedSql,
): ScopedSql => sql`
  with ${purchases(
    scope,
    inMonths(sql`o.month`, { from: since, to: month }),
    sql`o.order_id, o.order_date, o.created_at, o.customer_id, o.email, o.net ${more}`,
    // Kept only if they are read twice.
    sql.empty,
  )},
  known as (${known}),
  stands as (
    select buyer, ${standing(today, '')}, ${standing(before, 'prev_')} ${sums}
    from purchases group by buyer
  ),
  averages as materialized (select (${averageOfYear('')}) as average, (${averageOfYear('prev_')}) as prev_average),
  segmented as (
    select s.*, ${segmentOf(today, '')} as segment, ${segmentOf(before, 'prev_')} as previous
    from stands s cross join averages a left join known k on k.buyer = s.buyer
  )`

interface Group {
  readonly segment: RfmSegment
  readonly previous: RfmBefore
  readonly buyers: number
  readonly orders: number
  readonly net: number
  readonly lifetime_net: number
  readonly average: number
}

/** Who bought earlier is added up from months. */
const groups = (asked: Asked): ScopedSql => {
  const { scope, since } = asked
  const earlier = sql`from rollup_month_buyers where month < ${since} and ${inScope(scope)}`
  const known = sql`select buyer, sum(net) as net ${earlier} and buyer <> '' group by buyer`
  return sql`
    ${segments({ ...asked, sums: sql`, sum(net) as recent_net` }, known)}
    select segment, previous, cast(sum(buyers) as bigint) as buyers, cast(sum(orders) as bigint) as orders, sum(net) as net,
      sum(lifetime_net) as lifetime_net, (select average from averages) as average
    from (
      select coalesce(s.segment, 'lost') as segment, coalesce(s.previous, 'lost') as previous, 1 as buyers,
        coalesce(s.orders, 0) as orders, coalesce(s.net, 0) as net, coalesce(s.recent_net, 0) + coalesce(k.net, 0) as lifetime_net
      from segmented s full join known k on k.buyer = s.buyer
      union all
      select 'lost', 'lost', sum(orders), 0, 0, sum(net) ${earlier} and buyer = '' having sum(orders) > 0
    ) one_by_one
    group by segment, previous order by previous, segment`
}

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

const NOBODY_BEFORE: Month = '0001-01'

/** Finding these people costs more than keeping them. The last orders of those who are lost lie in any month. */
export async function rfmPeople(store: Reads, rows: SegmentRows) {
  const { month, scope, segment = 'lost', previous = 'lost' } = rows
  const days = await daysOf(store, month)
  const since = segment === 'lost' && previous === 'lost' ? NOBODY_BEFORE : days.since
  const asked = { ...days, since, month, scope, sums: lastOrder }
  const found = sql`
    ${segments(asked, knownBefore(asked))},
    found as (
      select s.account_id, s.segment, s.previous, cast(s.last_order[2] as bigint) as last_order_id, s.last_date,
        s.orders as total_orders, s.net as amount
      from segmented s where ${chosen(rows)}
    )`
  const columns = sql`f.segment, f.previous, f.last_order_id, f.last_date, f.total_orders, f.amount`
  return {
    query: sql`
      ${found}
      select ${names}, ${columns}
      from found f join orders p on p.order_id = f.last_order_id left join customers a on a.customer_id = f.account_id`,
    deferred: [
      {
        query: sql`${found} select ${columns} from found f`,
        lacks: ['name', 'surname', 'email'],
        singlePass: true as const,
        rowsOf: (keys: readonly Row[]) =>
          namesOf(
            keys.map((row) => Number(row.last_order_id)),
            scope,
          ),
      },
    ],
    singlePass: true as const,
  }
}

/** The account and the last order of a buyer, which is the largest by time and id. */
const lastOrder = sql`,
  min(account_id) as account_id, max(array[date_part('epoch', created_at), cast(order_id as float8)]) as last_order`

const namesOf = (ids: readonly number[], scope: Scope): ScopedSql => sql`
  with ${purchases(scope, ofIds(ids))}
  select p.order_id as last_order_id, ${names} from purchases p left join customers a on a.customer_id = p.account_id`

/** Orders of the last 365 days of these buyers. */
export async function rfmOrders(store: Reads, rows: SegmentRows) {
  const { month, scope, segment, previous } = rows
  const days = await daysOf(store, month)
  const inYear = sql`cast(${days.today} as date) - p.order_date < ${YEAR}`
  const ofEverybody = (ids: Ids) => sql`
    with ${purchases(scope, sql`${inMonths(sql`o.month`, { from: days.since, to: month })} and ${ofIds(ids)}`)},
    found as (select p.* from purchases p where ${inYear})`
  const asked = { ...days, month, scope, more: sql`, o.dist_id, o.first_name, o.last_name` }
  const ofSegment = sql`
    ${segments(asked, knownBefore(asked))},
    found as (select p.* from purchases p join segmented s on s.buyer = p.buyer where ${inYear} and ${chosen(rows)})`
  const isEverybody = segment === undefined && previous === undefined
  return listedOrders({
    key: 'order_id',
    columns: orderColumns,
    found: (ids) => (ids || isEverybody ? ofEverybody(ids) : ofSegment),
  })
}
