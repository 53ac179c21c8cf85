// Orders as they were before an import of files, so that it can be undone as a whole.
import type { OrderFacts } from '#server/domain/facts.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { ordersWithoutForgotten } from './forgotten.ts'
import { noteListed } from './removal/removals.ts'
import { orderRows, removeOrders, restoreOrders } from './write.ts'

/** Keeps the stored rows of these orders; those that the import kept before stay as they were. */
export async function keepOrders(tx: Queries, importId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const kept = await tx.all<{ order_id: number }>(
    sql`select order_id from file_import_orders where import_id = ${importId} and order_id in (${ids})`,
  )
  const known = new Set(kept.map(({ order_id }) => Number(order_id)))
  const wanted = ids.filter((id) => !known.has(id))
  const stored = await orderRows(tx, wanted)
  if (wanted.length === 0) return
  const values = wanted.map((id) => {
    const rows = stored.get(id)
    return sql`(${importId}, cast(${id} as bigint), ${rows ? JSON.stringify(rows) : ''})`
  })
  await tx.run(sql`insert into file_import_orders (import_id, order_id, content) values ${sql.join(values)}`)
}

export interface StoredOrder {
  readonly order_id: number
  readonly number: string
  readonly month: string
  readonly status: string
  readonly counted: boolean
  readonly units: number
  readonly net: string
}

/** Stored orders that are not `listed`, in pages. */
export async function* absentOrders(
  queries: Queries,
  listed: ReadonlySet<number>,
): AsyncIterable<readonly StoredOrder[]> {
  for (let last = -1; ; ) {
    const page = await queries.all<StoredOrder>(sql`
      select order_id, number, month, status, counted, units, cast(net as varchar) as net from orders
      where order_id > ${last} order by order_id limit 1000`)
    if (page.length === 0) return
    last = Number(page.at(-1)!.order_id)
    yield page.filter(({ order_id }) => !listed.has(Number(order_id)))
  }
}

/** Imports of files that changed one of these orders later, and were not undone. */
export const laterImports = (tx: Queries, importId: string): Promise<{ import_id: string }[]> =>
  tx.all<{ import_id: string }>(sql`
    select distinct later.import_id from file_import_orders own
    join file_import_orders later on later.order_id = own.order_id and later.import_id <> own.import_id
    join file_imports own_import on own_import.import_id = own.import_id
    join file_imports later_import on later_import.import_id = later.import_id
    where own.import_id = ${importId} and later_import.place > own_import.place
      and later_import.state in ('done', 'warning')`)

/** Brings up to `limit` orders back to what they were before the import; returns how many. */
export async function undoOrders(tx: Queries, importId: string, limit: number): Promise<number> {
  const rows = await tx.all<{ order_id: number; content: string }>(sql`
    select order_id, content from file_import_orders where import_id = ${importId}
    order by order_id limit ${limit}`)
  const ids = rows.map(({ order_id }) => Number(order_id))
  if (ids.length === 0) return 0
  await removeOrders(tx, ids)
  const before = rows.filter(({ content }) => content !== '')
  if (before.length > 0)
    await restoreOrders(
      tx,
      before.map(({ content }): OrderFacts => JSON.parse(content)),
      'later',
    )
  // A list that was called complete may have removed them.
  await noteListed(tx, 'orders', ids)
  await tx.run(sql`delete from file_import_orders where import_id = ${importId} and order_id in (${ids})`)
  return ids.length
}

export const UNDOABLE_DAYS = 30

/** Deletes imports that can no longer be undone, with the orders kept for that. */
export async function purgeImports(tx: Queries, now: Date): Promise<void> {
  const before = utc(new Date(now.getTime() - UNDOABLE_DAYS * 86_400_000))
  const old = sql`select import_id from file_imports where coalesce(applied_at, started_at) < ${before}`
  await tx.run(sql`delete from file_import_orders where import_id in (${old})`)
  await tx.run(sql`delete from file_imports where coalesce(applied_at, started_at) < ${before}`)
}

/** Replaces the data of forgotten people in what was kept. */
export async function clearImportedPeople(tx: Queries): Promise<void> {
  const rows = await tx.all<{ import_id: string; order_id: number; content: string }>(
    sql`select import_id, order_id, content from file_import_orders where content <> ''`,
  )
  const cleared = await ordersWithoutForgotten(
    tx,
    rows.map(({ content }): OrderFacts => JSON.parse(content)),
  )
  for (const [index, { import_id, order_id, content }] of rows.entries()) {
    const text = JSON.stringify(cleared[index])
    if (text !== content)
      await tx.run(sql`
        update file_import_orders set content = ${text}
        where import_id = ${import_id} and order_id = ${order_id}`)
  }
}
