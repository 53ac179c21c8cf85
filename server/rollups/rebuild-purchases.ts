// Fills and updates the table of purchases.
import {
  BASE,
  DETAILS,
  ofMonths,
  PURCHASES,
  placed,
  purchaseRows,
  shortened,
} from '#server/figures/purchase-rows.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'

const NAMES = sql.join(PURCHASES.columns.map((name) => sql.identifier(name)))

const isFilled = async (tx: Queries): Promise<boolean> =>
  (await tx.one(sql`select 1 as found from rollup_purchases limit 1`)) !== undefined

/** Fills the table if it is empty; returns whether it was. Sorted, since a change looks up single buyers. */
export async function fillPurchases(tx: Queries): Promise<boolean> {
  await lockSpanning(tx)
  if (await isFilled(tx)) return false
  await tx.run(sql`
    insert into rollup_purchases (${NAMES})
    select ${NAMES} from (${placed(sql`(${purchaseRows(sql`true`)}) bought`)}) purchases order by month, buyer`)
  return true
}

/** Gives purchases of these accounts their present names. */
export const renamePurchases = (tx: Queries, accounts: readonly number[]): Promise<number> =>
  tx.run(sql`
    update rollup_purchases as stored set name = ${shortened(sql`a.first_name`)}, surname = ${shortened(sql`a.last_name`)}
    from customers a
    where stored.buyer in (${accounts.map(String)}) and a.customer_id = stored.account_id`)

/** Corrects the places of all orders of some buyers. */
const updatePlaces = (tx: Queries, buyers: readonly string[]): Promise<number> =>
  tx.run(sql`
    update rollup_purchases as stored
    set place = fresh.place, total = fresh.total, next_order_id = fresh.next_order_id, next_date = fresh.next_date
    from (${placed(sql`(select ${BASE} from rollup_purchases where buyer in (${buyers})) bought`)}) fresh
    where stored.buyer = fresh.buyer and stored.order_id = fresh.order_id and stored.month = fresh.month and (
      stored.place <> fresh.place or stored.total <> fresh.total
      or stored.next_order_id is distinct from fresh.next_order_id or stored.next_date is distinct from fresh.next_date)`)

const RANGE = sql`order_id / 1024`

/**
 * The orders of months that may differ; undefined: none do. The workers of a cluster send a digest per range of ids, since the
 * coordinator takes three times as long to collect the rows as a single server takes for all of it.
 */
async function mayDiffer(tx: Queries, months: readonly string[]): Promise<Sql | undefined> {
  if (!tx.isCluster) return sql`true`
  const digests = (rows: Sql) => sql`
    select month, ${RANGE} as ids, count(*) as rows,
      sum(hashtextextended(concat_ws(' ', ${BASE}), 0)) as digest
    from ${rows} group by month, ${RANGE}`
  const ranges = await tx.all<{ ids: number }>(sql`
    select distinct coalesce(fresh.ids, stored.ids) as ids
    from (${digests(sql`(${ofMonths(months)}) bought`)}) fresh
    full join (${digests(sql`rollup_purchases where month in (${months})`)}) stored
      on stored.month = fresh.month and stored.ids = fresh.ids
    where fresh.rows is distinct from stored.rows or fresh.digest is distinct from stored.digest`)
  return ranges.length === 0 ? undefined : sql`${RANGE} in (${ranges.map(({ ids }) => ids)})`
}

const DIFFERENCES = [...DETAILS, 'net'].map(
  (name) => sql`${sql.identifier('stored', name)} <> ${sql.identifier('fresh', name)}`,
)

/** Updates these months, and the places of buyers whose orders of them changed; an empty table is filled after the last pass. */
export async function rebuildPurchases(tx: Queries, months: readonly string[]): Promise<void> {
  await lockSpanning(tx)
  if (!(await isFilled(tx))) return
  const within = await mayDiffer(tx, months)
  if (!within) return
  const differing = await tx.all<{ present: string | null; past: string | null }>(sql`
    with fresh as materialized (${ofMonths(months, within)})
    select distinct fresh.buyer as present, stored.buyer as past
    from fresh full join (select * from rollup_purchases where month in (${months}) and ${within}) stored
      on stored.order_id = fresh.order_id and stored.month = fresh.month
    where stored.order_id is null or fresh.order_id is null or ${sql.join(DIFFERENCES, sql` or `)}`)
  const buyers = [...new Set(differing.flatMap(({ present, past }) => [present ?? [], past ?? []].flat()))]
  if (buyers.length === 0) return
  await tx.run(sql`delete from rollup_purchases where month in (${months}) and buyer in (${buyers})`)
  await tx.run(sql`
    insert into rollup_purchases (${NAMES})
    select ${NAMES} from (${PURCHASES.rows(months)}) numbered where buyer in (${buyers}) order by month, buyer`)
  await updatePlaces(tx, buyers)
}
