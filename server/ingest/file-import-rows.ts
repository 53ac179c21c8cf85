// Orders, products and accounts as they were before an import of files, so that it can be undone as a whole.
import type { CustomerFact, OrderFacts, ProductFact } from '#server/domain/facts.ts'
import { among } from '#server/store/among.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { customersWithoutForgotten, ordersWithoutForgotten } from './forgotten.ts'
import { noteListed } from './removal/removals.ts'
import { orderRows, removeOrders, restoreOrders } from './write.ts'
import { forgetProducts, writeProducts } from './write-catalog.ts'
import { removeCustomers, writeCustomers } from './write-customers.ts'
import { storedByKey } from './write-rows.ts'

/** Keeps the stored rows of these orders; those that the import kept before stay as they were. */
export async function keepOrders(tx: Queries, importId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const kept = await tx.all<{ order_id: number }>(
    sql`select order_id from file_import_orders where import_id = ${importId} and ${among('order_id', ids)}`,
  )
  const known = new Set(kept.map(({ order_id }) => Number(order_id)))
  const wanted = ids.filter((id) => !known.has(id))
  const stored = await orderRows(tx, wanted)
  const rows = wanted.map((id) => [importId, id, stored.has(id) ? JSON.stringify(stored.get(id)) : ''])
  const columns = ['import_id', 'order_id', 'content']
  if (rows.length > 0) await tx.bulkInsert({ table: 'file_import_orders', columns, rows })
}

export type KeptCollection = 'products' | 'customers'

const KEYS = { products: 'product_id', customers: 'customer_id' } as const

/** Keeps the stored rows of these products or accounts; those that the import kept before stay as they were. */
export async function keepRecords(
  tx: Queries,
  importId: string,
  collection: KeptCollection,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const kept = await tx.all<{ record_id: number }>(sql`
    select record_id from file_import_records
    where import_id = ${importId} and collection = ${collection} and record_id in (${ids})`)
  const known = new Set(kept.map(({ record_id }) => Number(record_id)))
  const wanted = [...new Set(ids)].filter((id) => !known.has(id))
  if (wanted.length === 0) return
  const stored = await storedByKey(tx, collection, KEYS[collection], wanted)
  const values = wanted.map((id) => {
    const row = stored.get(id)
    return sql`(${importId}, ${collection}, cast(${id} as bigint), ${row ? JSON.stringify(row) : ''})`
  })
  await tx.run(sql`
    insert into file_import_records (import_id, collection, record_id, content) values ${sql.join(values)}`)
}

/** Stored products or accounts that are not `listed`. */
export async function absentRecords(
  queries: Queries,
  collection: KeptCollection,
  listed: ReadonlySet<number>,
): Promise<number[]> {
  const rows = await queries.all<{ id: number }>(
    sql`select ${sql.identifier(KEYS[collection])} as id from ${sql.identifier(collection)}`,
  )
  return rows.map(({ id }) => Number(id)).filter((id) => !listed.has(id))
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

/** Imports of files that changed one of these records later, and were not undone. */
export const laterImports = (tx: Queries, importId: string): Promise<{ import_id: string }[]> =>
  tx.all<{ import_id: string }>(sql`
    select distinct later.import_id from (
      select import_id, 'orders' as collection, order_id as record_id from file_import_orders
      union all select import_id, collection, record_id from file_import_records) own
    join (
      select import_id, 'orders' as collection, order_id as record_id from file_import_orders
      union all select import_id, collection, record_id from file_import_records) later
      on later.collection = own.collection and later.record_id = own.record_id
      and later.import_id <> own.import_id
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

/** Brings up to `limit` products or accounts back to what they were before the import; returns how many. */
export async function undoRecords(
  tx: Queries,
  importId: string,
  collection: KeptCollection,
  limit: number,
): Promise<number> {
  const rows = await tx.all<{ record_id: number; content: string }>(sql`
    select record_id, content from file_import_records
    where import_id = ${importId} and collection = ${collection} order by record_id limit ${limit}`)
  const ids = rows.map(({ record_id }) => Number(record_id))
  if (ids.length === 0) return 0
  const added = rows.filter(({ content }) => content === '').map(({ record_id }) => Number(record_id))
  const before = rows.filter(({ content }) => content !== '').map(({ content }) => JSON.parse(content))
  if (collection === 'customers') {
    await removeCustomers(tx, added)
    await writeCustomers(tx, before as CustomerFact[])
  } else {
    await forgetProducts(tx, added)
    // Products of files are in no category.
    await writeProducts(
      tx,
      before.map((row): ProductFact => ({ ...row, category_ids: [] })),
    )
  }
  await noteListed(tx, collection, ids)
  await tx.run(sql`
    delete from file_import_records
    where import_id = ${importId} and collection = ${collection} and record_id in (${ids})`)
  return ids.length
}

export const UNDOABLE_DAYS = 30

/** Deletes imports that can no longer be undone, with the orders kept for that. */
export async function purgeImports(tx: Queries, now: Date): Promise<void> {
  const before = utc(new Date(now.getTime() - UNDOABLE_DAYS * 86_400_000))
  const old = sql`select import_id from file_imports where coalesce(applied_at, started_at) < ${before}`
  for (const table of ['file_import_orders', 'file_import_records', 'file_import_rejects'])
    await tx.run(sql`delete from ${sql.identifier(table)} where import_id in (${old})`)
  await tx.run(sql`delete from file_imports where coalesce(applied_at, started_at) < ${before}`)
}

/** Replaces the data of forgotten people in what was kept. */
export async function clearImportedPeople(tx: Queries): Promise<void> {
  await clearImportedAccounts(tx)
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

async function clearImportedAccounts(tx: Queries): Promise<void> {
  const rows = await tx.all<{ import_id: string; record_id: number; content: string }>(sql`
    select import_id, record_id, content from file_import_records
    where collection = 'customers' and content <> ''`)
  const cleared = await customersWithoutForgotten(
    tx,
    rows.map(({ content }): CustomerFact => JSON.parse(content)),
  )
  for (const [index, { import_id, record_id, content }] of rows.entries()) {
    const text = JSON.stringify(cleared[index])
    if (text !== content)
      await tx.run(sql`
        update file_import_records set content = ${text}
        where import_id = ${import_id} and collection = 'customers' and record_id = ${record_id}`)
  }
}
