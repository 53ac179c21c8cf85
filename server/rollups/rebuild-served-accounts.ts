// Updates which distributor served an account first; the history is read only for accounts that lost their first order.
import type { OrderFact } from '#server/domain/facts.ts'
import { conditionsOn } from '#server/figures/expressions.ts'
import { boughtIn, firstOf, firstOrders, viaDistributor } from '#server/figures/served-accounts.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'

/** The same for a cluster, whose coordinator collects an array per distributor faster than a row per order. */
const boughtOnCluster = (months: readonly string[]): Sql =>
  firstOf(sql`(
    select month, dist_id, unnest(accounts) as customer_id, unnest(times) as created_at, unnest(ids) as order_id from (
      select month, dist_id, array_agg(customer_id) as accounts, array_agg(created_at) as times, array_agg(order_id) as ids
      from orders where month in (${months}) and ${viaDistributor} group by month, dist_id
    ) gathered
  ) placed`)

const idsOf = (rows: readonly { customer_id: number }[]): number[] =>
  rows.map(({ customer_id }) => customer_id)

/** Updates these months; reads the history only of accounts that lost the order of their first month. */
export async function rebuildServedAccounts(tx: Queries, months: readonly string[]): Promise<void> {
  await lockSpanning(tx)
  const first = tx.isCluster ? boughtOnCluster(months) : boughtIn(months)
  const lostFirst = sql`
    select s.customer_id, 'lost' as change from rollup_served s
    left join bought b on b.customer_id = s.customer_id and b.month = s.month
    where s.month in (${months}) and b.customer_id is null`
  const servedEarlier = sql`
    select s.customer_id, 'earlier' from bought b join rollup_served s on s.customer_id = b.customer_id
    where b.month < s.month or (b.month = s.month and b.dist_id <> s.dist_id)`
  const isNew = sql`
    select max(b.customer_id), 'new' from bought b
    where not exists (select 1 from rollup_served s where s.customer_id = b.customer_id) having count(*) > 0`
  const changes = await tx.all<{ customer_id: number; change: 'lost' | 'earlier' | 'new' }>(sql`
    with bought as materialized (${first}) ${sql.union([lostFirst, servedEarlier, isNew], 'all')}`)
  const changed = Map.groupBy(changes, ({ change }) => change)
  const lost = new Set(idsOf(changed.get('lost') ?? []))
  await serveAgain(tx, [...lost])
  const earlier = idsOf(changed.get('earlier') ?? []).filter((id) => !lost.has(id))
  if (earlier.length > 0) await tx.run(sql`delete from rollup_served where customer_id in (${earlier})`)
  if (earlier.length === 0 && !changed.has('new')) return
  await tx.run(sql`
    insert into rollup_served (month, customer_id, dist_id)
    select b.month, b.customer_id, b.dist_id from (${first}) b
    where not exists (select 1 from rollup_served s where s.customer_id = b.customer_id)
    order by b.month, b.customer_id`)
}

/** Reads the whole history of these accounts. */
async function serveAgain(tx: Queries, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return
  await tx.run(sql`delete from rollup_served where customer_id in (${accounts})`)
  await tx.run(sql`
    insert into rollup_served (month, customer_id, dist_id) ${firstOrders(sql`customer_id in (${accounts})`)}`)
}

type Served = Readonly<Pick<OrderFact, 'month' | 'customer_id' | 'dist_id'>>

/** The same for few accounts, whose orders of these months changed. */
export async function foldServedAccounts(
  tx: Queries,
  months: readonly string[],
  accounts: readonly number[],
): Promise<void> {
  if (accounts.length === 0) return
  await lockSpanning(tx)
  const known = sql`select month, customer_id, dist_id from rollup_served where customer_id in (${accounts})`
  const stored = await byAccount(tx, known)
  const [earliest = ''] = [...months].sort()
  const open = accounts.filter((id) => (stored.get(id)?.month ?? earliest) >= earliest)
  const first = await firstOrdersOf(tx, months, open)
  const isLost = ({ month, customer_id }: Served) =>
    months.includes(month) && (first.get(customer_id)?.month ?? '9999') > month
  await serveAgain(tx, idsOf([...stored.values()].filter(isLost)))
  const changed = [...first.values()].filter(({ month, customer_id, dist_id }) => {
    const before = stored.get(customer_id)
    return !before || month < before.month || (month === before.month && dist_id !== before.dist_id)
  })
  const replaced = idsOf(changed).filter((id) => stored.has(id))
  if (replaced.length > 0) await tx.run(sql`delete from rollup_served where customer_id in (${replaced})`)
  const rows = changed.map(({ month, customer_id, dist_id }) => sql`(${month}, ${customer_id}, ${dist_id})`)
  if (rows.length > 0)
    await tx.run(sql`insert into rollup_served (month, customer_id, dist_id) values ${sql.join(rows)}`)
}

async function firstOrdersOf(tx: Queries, months: readonly string[], accounts: readonly number[]) {
  if (accounts.length === 0) return new Map<number, Served>()
  const which = conditionsOn(sql`customer_id`, accounts)
  const parts = which.map((condition) => firstOrders(sql`month in (${months}) and ${condition}`))
  return byAccount(tx, sql.union(parts, 'all'))
}

const byAccount = async (tx: Queries, rows: Sql): Promise<Map<number, Served>> =>
  new Map((await tx.all<Served>(rows)).map((row) => [row.customer_id, row]))
