// Holds the shop's orders, month by month, against what is stored: light lists of heads; only what differs is read and mended.
// Finds what no change tells: permanent deletions, deleted refunds, whatever was missed. Room ingest.
import { addMonths, type Month, monthAt } from '#contract/month.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { OrderHead } from '#server/sources/woocommerce/changes.ts'
import type { Created } from '#server/sources/woocommerce/shop.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { type StoredHead, sameHead, storedHeads } from './compare.ts'
import { AT_ONCE, inPieces, refetchOrders } from './refetch.ts'
import type { Sync } from './sync.ts'

/** Number and sum of the orders of one status, where the two sides differ. */
export interface StatusDifference {
  readonly month: string
  readonly status: string
  readonly shop_orders: number
  readonly orders: number
  /** Sums of the orders' totals as the shop shows them, currencies as they are. */
  readonly shop_total: string
  readonly total: string
}

export interface MonthCheck {
  readonly month: string
  /** Orders of the shop that were compared. */
  readonly checked: number
  readonly differed: number
  /** Really changed or taken out; the others were equal once read. */
  readonly repaired: number
  readonly statuses: readonly StatusDifference[]
}

export async function reconcileMonth(sync: Sync, month: Month): Promise<MonthCheck> {
  const { store, changes, context, now } = sync
  const shop = new Map<number, OrderHead>()
  for await (const heads of changes.heads(around(month)))
    for (const head of heads)
      if (head.created === undefined || context.clock(head.created).slice(0, 7) === month)
        shop.set(head.id, head)
  const stored = await storedHeads(store, sql`month = ${month}`)
  const wanted = [...shop.values()]
    .filter((head) => {
      const row = stored.get(head.id)
      return !row || !sameHead(head, row, context.currency)
    })
    .map(({ id }) => id)
  const unlisted = [...stored.keys()].filter((id) => !shop.has(id))
  const differing = [...wanted, ...unlisted]
  const mended = await inPieces(sync, differing, (_, ids) =>
    refetchOrders(sync, ids, { authoritative: true }),
  )
  await noteChecked(store, month, now())
  const repaired = mended.written + mended.removed
  return {
    month,
    checked: shop.size,
    differed: differing.length,
    repaired,
    statuses: repaired > 0 ? statusesOf(month, [...shop.values()], [...stored.values()]) : [],
  }
}

/** A day more at each end, since the shop's clock may show another time zone than ours. */
export function around(month: Month): Created {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 19)
  const DAY = 24 * 3600_000
  return {
    after: day(Date.UTC(year, number - 1, 1) - DAY - 1000),
    before: day(Date.UTC(year, number, 1) + DAY),
  }
}

function statusesOf(
  month: string,
  heads: readonly OrderHead[],
  rows: readonly StoredHead[],
): StatusDifference[] {
  const sides = new Map<string, { shop_orders: number; orders: number; shop: number; own: number }>()
  const side = (status: string) => {
    const known = sides.get(status) ?? { shop_orders: 0, orders: 0, shop: 0, own: 0 }
    sides.set(status, known)
    return known
  }
  for (const { status, total } of heads) {
    const one = side(status)
    one.shop_orders++
    // What is no amount has its order turned away.
    one.shop += parseCents(total) || 0
  }
  for (const { status, total } of rows) {
    const one = side(status)
    one.orders++
    one.own += Math.round(total * 100)
  }
  return [...sides]
    .filter(([, one]) => one.shop_orders !== one.orders || one.shop !== one.own)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([status, { shop_orders, orders, shop, own }]) => ({
      ...{ month, status, shop_orders, orders },
      ...{ shop_total: centsText(shop), total: centsText(own) },
    }))
}

async function noteChecked(store: Store, month: Month, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.run(sql`delete from sync_months where month = ${month}`)
    await tx.run(sql`insert into sync_months (month, checked_at) values (${month}, ${utc(now)})`)
  })
}

/** Months whose orders still change a lot: compared every time. */
const RECENT = 3
/** Of the older ones so many orders, those first that were compared longest ago; at least one month. */
const OLDER_ORDERS = 20_000

/** All months that may have orders on either side, or those that are due today. */
export async function monthsToCheck(sync: Sync, all: boolean): Promise<Month[]> {
  const { store, now, timeZone } = sync
  const present = monthAt(now(), timeZone)
  const first = await firstMonth(sync)
  const months: Month[] = []
  for (let month = first < present ? first : present; month <= present; month = addMonths(month, 1))
    months.push(month)
  const stray = await strayMonths(store, months)
  if (all) return [...stray, ...months].sort()
  const recent = months.slice(-RECENT)
  const rest = [...stray, ...months.slice(0, -RECENT)]
  return [...recent, ...(await longestAgo(store, rest))].sort()
}

async function longestAgo(store: Store, months: readonly Month[]): Promise<Month[]> {
  if (months.length === 0) return []
  const checked = await store.all<{ month: string; at: string }>(
    sql`select month, checked_at as at from sync_months`,
  )
  const at = new Map(checked.map((row) => [row.month, row.at]))
  const counted = await store.all<{ month: string; orders: number }>(
    sql`select month, count(*) as orders from orders where month in (${months}) group by month`,
  )
  const orders = new Map(counted.map((row) => [row.month, row.orders]))
  const inTurn = [...months].sort((one, other) => {
    const [left, right] = [at.get(one) ?? '', at.get(other) ?? '']
    return left < right ? -1 : left > right ? 1 : one < other ? -1 : 1
  })
  const chosen: Month[] = []
  let budget = OLDER_ORDERS
  for (const month of inTurn) {
    if (chosen.length > 0 && budget <= 0) break
    chosen.push(month)
    budget -= Math.max(orders.get(month) ?? 0, AT_ONCE)
  }
  return chosen
}

/** The oldest order on either side. */
async function firstMonth({ store, changes, context, now, timeZone }: Sync): Promise<Month> {
  const present = monthAt(now(), timeZone)
  const stored = await store.one<{ month: string | null }>(sql`select min(month) as month from orders`)
  const oldest = await changes.oldestOrder()
  const ofShop = oldest === undefined ? present : context.clock(oldest).slice(0, 7)
  const known = stored?.month ?? present
  return known < ofShop ? known : ofShop
}

/** Months beyond the calendar's run, such as those of orders dated ahead. */
async function strayMonths(queries: Queries, months: readonly Month[]): Promise<Month[]> {
  const rows = await queries.all<{ month: string }>(
    sql`select distinct month from orders where month not in (${months}) order by month`,
  )
  return rows.map(({ month }) => month)
}
