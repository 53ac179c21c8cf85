// Reads known accounts again, a fixed number per round: the shop's REST API neither filters nor sorts accounts by change.
// Buyers of the newest months, whom the screens count, are read first.
import { addMonths, monthAt } from '#contract/month.ts'
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { BATCH_SIZE, inBatches, refetchCustomers } from './refetch.ts'
import type { Sync } from './sync.ts'
import { mergeResults, type SyncResult } from './upsert.ts'

/** Accounts per round; each list is read in rotation, by id. */
const BUYERS_PER_ROUND = 4 * BATCH_SIZE
const OTHERS_PER_ROUND = BATCH_SIZE

export async function sweepAccounts(sync: Sync): Promise<SyncResult> {
  const { now, timeZone } = sync
  const present = monthAt(now(), timeZone)
  const buyers = sql`
    select customer_id from orders where month in (${[addMonths(present, -1), present]}) and customer_id > 0`
  return mergeResults(
    await sweep(sync, 'accounts:buyers', buyers, BUYERS_PER_ROUND),
    await sweep(sync, 'accounts:all', sql`select customer_id from customers`, OTHERS_PER_ROUND),
  )
}

async function sweep(sync: Sync, cursor: string, accounts: Sql, size: number): Promise<SyncResult> {
  const { store, now } = sync
  const last = await store.one<{ cursor: string }>(
    sql`select cursor from sync_cursors where collection = ${cursor}`,
  )
  const ids = await nextIds(store, accounts, Number(last?.cursor ?? 0), size)
  // Their present state, whatever its date: a shop may go back to a copy of itself.
  const result = await inBatches(sync, ids, (_, some) =>
    refetchCustomers(sync, some, { authoritative: true }),
  )
  await store.transaction(async (tx) => {
    await tx.run(sql`delete from sync_cursors where collection = ${cursor}`)
    await tx.run(sql`insert into sync_cursors (collection, cursor, updated_at)
      values (${cursor}, ${String(ids.at(-1) ?? 0)}, ${utc(now())})`)
  })
  return result
}

/** The next ids after this one; the first id follows the last. */
async function nextIds(store: Store, accounts: Sql, after: number, size: number): Promise<number[]> {
  const rows = await store.all<{ id: number }>(sql`
    select distinct customer_id as id, customer_id <= ${after} as is_next_turn from (${accounts}) as accounts
    order by is_next_turn, id limit ${size}`)
  return rows.map(({ id }) => id)
}
