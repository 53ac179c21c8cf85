// Compares the shop's orders, month by month: every stored field, or first what each day adds up to. Reads and repairs only those
// that differ. Finds changes
// that are not reported: permanent deletions, deleted refunds, missed updates.
import { addMonths, type Month, monthAt } from '#contract/month.ts'
import type { ReconciliationRun } from '#contract/reconciliation.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dayRange, monthRange } from '../month-range.ts'
import { keptAbsent } from '../removal/removals.ts'
import type { CreatedRange, OrderHead } from '../source.ts'
import { differingOrders } from '../write.ts'
import { type StoredHead, sameHead, storedHeads } from './compare.ts'
import { BATCH_SIZE, inBatches, refetchOrders } from './refetch.ts'
import type { Sync } from './sync.ts'

/** Orders of one status on both sides, where they differ. */
export type StatusDifference = NonNullable<ReconciliationRun['shop']>['statuses'][number]

export interface MonthCheck {
  readonly month: string
  /** Number of the shop's orders that were compared. */
  readonly checked: number
  /** Those of which every field was. */
  readonly byFields: number
  readonly differed: number
  /** Changed or removed; the others turned out equal when they were read again. */
  readonly repaired: number
  readonly statuses: readonly StatusDifference[]
}

/** `sums`: what each day adds up to comes first, and every field only of days that differ. */
export type Depth = 'fields' | 'heads'

export async function reconcileMonth(sync: Sync, month: Month, depth: Depth = 'fields'): Promise<MonthCheck> {
  const { store, currency, now } = sync
  const shop = new Map<number, OrderHead>()
  const differing = new Set<number>()
  let byFields =
    depth === 'fields' ? await compareFields(sync, month, monthRange(month), { shop, differing }) : 0
  if (depth === 'heads')
    for await (const records of ordersOf(sync, month, monthRange(month), 'heads'))
      for (const { head } of records) shop.set(head.id, head)
  const stored = await storedHeads(store, sql`month = ${month}`)
  for (const head of shop.values()) {
    const row = stored.get(head.id)
    if (!row || !sameHead(head, row, currency)) differing.add(head.id)
  }
  const kept = await keptAbsent(store, 'orders')
  for (const id of stored.keys()) if (!shop.has(id) && !kept.has(id)) differing.add(id)
  if (depth === 'heads')
    for (const day of daysOf(sync, [...differing], shop))
      byFields += await compareFields(sync, month, dayRange(day), { shop, differing })
  const { written, removed } = await inBatches(sync, [...differing], (_, ids) =>
    refetchOrders(sync, ids, { authoritative: true }),
  )
  await markChecked(store, month, now(), depth)
  const repaired = written + removed
  return {
    ...{ month, checked: shop.size, byFields },
    ...{ differed: differing.size, repaired },
    statuses: repaired > 0 ? statusesOf(month, [...shop.values()], [...stored.values()]) : [],
  }
}

async function* ordersOf({ changes, clock }: Sync, month: Month, range: CreatedRange, heads?: 'heads') {
  for await (const page of changes.ordersCreated(range, heads))
    yield page.filter(
      ({ head: { created } }) => created === undefined || clock(created).slice(0, 7) === month,
    )
}

interface Found {
  readonly shop: Map<number, OrderHead>
  readonly differing: Set<number>
}

/** Adds the orders of a range and those of which any field differs; returns how many were compared. */
async function compareFields(sync: Sync, month: Month, range: CreatedRange, { shop, differing }: Found) {
  let compared = 0
  for await (const records of ordersOf(sync, month, range)) {
    for (const { head } of records) shop.set(head.id, head)
    const { facts } = await sync.changes.translate.orders(records)
    for (const id of await sync.store.transaction((tx) => differingOrders(tx, facts))) differing.add(id)
    compared += records.length
  }
  return compared
}

/** The days on which the shop made these orders. */
const daysOf = ({ clock }: Sync, ids: readonly number[], shop: ReadonlyMap<number, OrderHead>) => {
  const days = ids.flatMap((id) => {
    const created = shop.get(id)?.created
    return created === undefined ? [] : [clock(created).slice(0, 10)]
  })
  return [...new Set(days)].sort()
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
    const counts = side(status)
    counts.shop_orders++
    // An order with an invalid amount is rejected.
    counts.shop += parseCents(total) || 0
  }
  for (const { status, total } of rows) {
    const counts = side(status)
    counts.orders++
    counts.own += Math.round(total * 100)
  }
  return [...sides]
    .filter(([, one]) => one.shop_orders !== one.orders || one.shop !== one.own)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([status, { shop_orders, orders, shop, own }]) => ({
      ...{ month, status, shop_orders, orders },
      ...{ shop_total: centsText(shop), total: centsText(own) },
    }))
}

async function markChecked(store: Store, month: Month, now: Date, depth: Depth): Promise<void> {
  await store.transaction(async (tx) => {
    const before = await tx.one<{ at: string | null }>(
      sql`select fields_at as at from sync_months where month = ${month}`,
    )
    const fields = depth === 'fields' ? utc(now) : sql`cast(${before?.at ?? null} as timestamp)`
    await tx.run(sql`delete from sync_months where month = ${month}`)
    await tx.run(
      sql`insert into sync_months (month, checked_at, fields_at) values (${month}, ${utc(now)}, ${fields})`,
    )
  })
}

/** The latest months, whose orders change often, are compared every time. */
const RECENT = 3
/** Orders of older months compared per run, starting with the month compared longest ago; at least one month. */
const OLDER_ORDERS = 20_000

/** Orders of which every field is compared per run, in the months where that is longest ago; at least one month, as `OLDER_ORDERS`. */
const FIELD_ORDERS = 1_000

interface Due {
  readonly months: readonly { readonly month: Month; readonly depth: Depth }[]
  /** Number of other months. */
  readonly left: number
}

/** The months that may have orders on either side: all of them by their fields, or those due today. */
export async function monthsToCheck(sync: Sync, all: boolean): Promise<Due> {
  const { store, now, timeZone } = sync
  const present = monthAt(now(), timeZone)
  const first = await firstMonth(sync)
  const months: Month[] = []
  for (let month = first < present ? first : present; month <= present; month = addMonths(month, 1))
    months.push(month)
  const stored = await monthsOutside(store, months)
  const outside = [...new Set([...stored, ...(await monthsAhead(sync, present))])].sort()
  if (all)
    return { months: [...outside, ...months].sort().map((month) => ({ month, depth: 'fields' })), left: 0 }
  const recent = months.slice(-RECENT)
  const rest = [...outside, ...months.slice(0, -RECENT)]
  const older = await leastRecently(store, rest, { at: sql`checked_at`, budget: OLDER_ORDERS })
  const due = [...recent, ...older].sort()
  const byFields = await leastRecently(store, due, { at: sql`fields_at`, budget: FIELD_ORDERS })
  return {
    months: due.map((month) => ({ month, depth: byFields.includes(month) ? 'fields' : 'heads' })),
    left: rest.length - older.length,
  }
}

async function leastRecently(
  store: Store,
  months: readonly Month[],
  { at: column, budget: most }: { readonly at: Sql; readonly budget: number },
): Promise<Month[]> {
  if (months.length === 0) return []
  const checked = await store.all<{ month: string; at: string | null }>(
    sql`select month, ${column} as at from sync_months`,
  )
  const at = new Map(checked.map((row) => [row.month, row.at]))
  const counted = await store.all<{ month: string; orders: number }>(
    sql`select month, count(*) as orders from orders where month in (${months}) group by month`,
  )
  const orders = new Map(counted.map((row) => [row.month, row.orders]))
  const byAge = [...months].sort((one, other) => {
    const [left, right] = [at.get(one) ?? '', at.get(other) ?? '']
    return left < right ? -1 : left > right ? 1 : one < other ? -1 : 1
  })
  const chosen: Month[] = []
  let budget = most
  for (const month of byAge) {
    if (chosen.length > 0 && budget <= 0) break
    chosen.push(month)
    budget -= Math.max(orders.get(month) ?? 0, BATCH_SIZE)
  }
  return chosen
}

/** The month of the oldest order on either side. */
async function firstMonth({ store, changes, clock, now, timeZone }: Sync): Promise<Month> {
  const present = monthAt(now(), timeZone)
  const stored = await store.one<{ month: string | null }>(sql`select min(month) as month from orders`)
  const oldest = await changes.oldestOrder()
  const ofShop = oldest === undefined ? present : clock(oldest).slice(0, 7)
  const known = stored?.month ?? present
  return known < ofShop ? known : ofShop
}

/** Months to come in which the shop has orders; dates are often typed by hand. */
async function monthsAhead({ changes, clock }: Sync, present: Month): Promise<Month[]> {
  const { after } = monthRange(addMonths(present, 1))
  const months = new Set<Month>()
  for await (const records of changes.ordersCreated({ after, before: '9999-12-31T00:00:00' }, 'heads'))
    for (const { head } of records)
      if (head.created !== undefined) months.add(clock(head.created).slice(0, 7))
  return [...months].filter((month) => month > present)
}

/** Months outside the range, such as those of orders dated in the future. */
async function monthsOutside(queries: Queries, months: readonly Month[]): Promise<Month[]> {
  const rows = await queries.all<{ month: string }>(
    sql`select distinct month from orders where month not in (${months}) order by month`,
  )
  return rows.map(({ month }) => month)
}

/** When every field of every stored order was last compared: the oldest month's time, UTC; null if one never was. */
export async function fieldsComparedSince(queries: Queries): Promise<string | null> {
  const row = await queries.one<{ months: number; compared: number; since: string | null }>(sql`
    select count(*) as months, count(fields_at) as compared, min(fields_at) as since
    from (select distinct month from orders) as stored left join sync_months s on s.month = stored.month`)
  return row?.since && row.months === row.compared ? row.since.slice(0, 19) : null
}
