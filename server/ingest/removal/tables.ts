// How records of each collection leave the tables, and how they return.
import type { CategoryFact, CouponFact, CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import { orderNumber } from '#server/figures/expressions.ts'
import type { Rollups } from '#server/rollups/difference.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Value } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { couponsWithoutForgotten, customersWithoutForgotten, ordersWithoutForgotten } from '../forgotten.ts'
import type { RemovableCollection } from '../source.ts'
import { orderRows, removeOrders, restoreOrders } from '../write.ts'
import { CATEGORIES, COUPONS, CUSTOMERS, type FactTable } from '../write-columns.ts'
import { removeCustomers, writeCustomers } from '../write-customers.ts'
import { deleteByKey, insertFacts, storedByKey } from '../write-rows.ts'

/** What was removed: the JSON of a record's rows. */
export type Content = unknown

export interface RemovableTable {
  readonly key: string
  /** Expressions over the table. */
  readonly month: Sql
  readonly label: Sql
  /** What the shop calls the record. */
  readonly number: Sql
  readonly total: Sql
  /** Rows that count as stored. */
  readonly where: Sql
  contents(tx: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Content>>
  /** Returns the months whose figures change. */
  remove(tx: Queries, ids: readonly number[], rollups: Rollups): Promise<string[]>
  /** Without the data of people who were forgotten meanwhile. */
  cleared(tx: Queries, contents: readonly Content[]): Promise<readonly Content[]>
  /** The records are not stored. */
  restore(tx: Queries, contents: readonly Content[], rollups: Rollups): Promise<string[]>
}

const nothing = { month: sql`''`, total: sql`cast(null as decimal(18, 2))`, where: sql`true` }

const orders: RemovableTable = {
  key: 'order_id',
  month: sql`month`,
  label: sql`status`,
  number: orderNumber('orders'),
  total: sql`total`,
  where: sql`true`,
  contents: orderRows,
  remove: removeOrders,
  cleared: (tx, contents) => ordersWithoutForgotten(tx, contents as OrderFacts[]),
  restore: (tx, contents, rollups) => restoreOrders(tx, contents as OrderFacts[], rollups),
}

const customers: RemovableTable = {
  ...nothing,
  key: 'customer_id',
  number: sql`cast(customer_id as text)`,
  month: sql`month`,
  label: sql`role`,
  contents: (tx, ids) => storedByKey(tx, CUSTOMERS.table, 'customer_id', ids),
  remove: removeCustomers,
  cleared: (tx, contents) => customersWithoutForgotten(tx, contents as CustomerFact[]),
  restore: async (tx, contents, rollups) =>
    (await writeCustomers(tx, contents as CustomerFact[], rollups)).months,
}

/** Sold products keep their name and class, so a deleted one is only marked. */
const products: RemovableTable = {
  ...nothing,
  key: 'product_id',
  number: sql`cast(product_id as text)`,
  label: sql`name`,
  where: sql`status <> 'deleted'`,
  async contents(tx, ids) {
    const rows = await tx.all<{ product_id: number; status: string }>(
      sql`select product_id, status from products where product_id in (${ids})`,
    )
    return new Map(rows.map((row) => [row.product_id, row]))
  },
  async remove(tx, ids) {
    await tx.run(sql`update products set status = 'deleted' where product_id in (${ids})`)
    await bumpVersions(tx, ['dimensions'])
    return []
  },
  cleared: async (_, contents) => contents,
  async restore(tx, contents) {
    const rows = contents as { product_id: number; status: string }[]
    for (const [status, some] of Map.groupBy(rows, (row) => row.status))
      await tx.run(
        sql`update products set status = ${status} where product_id in (${some.map((row) => row.product_id)})`,
      )
    await bumpVersions(tx, ['dimensions'])
    return []
  },
}

/** Rows that no figure reads. */
const plain = <Fact extends object>(
  { table, columns }: FactTable<keyof Fact & string>,
  key: keyof Fact & string,
  label: Sql,
  cleared: (tx: Queries, facts: readonly Fact[]) => Promise<readonly Fact[]>,
): RemovableTable => ({
  ...nothing,
  key,
  label,
  number: sql`cast(${sql.identifier(key)} as text)`,
  contents: (tx, ids) => storedByKey(tx, table, key, ids),
  async remove(tx, ids) {
    await deleteByKey(tx, table, key, ids)
    await bumpVersions(tx, ['dimensions'])
    return []
  },
  cleared: (tx, contents) => cleared(tx, contents as Fact[]),
  async restore(tx, contents) {
    await insertFacts(tx, { table, columns }, contents as Record<keyof Fact & string, Value>[])
    await bumpVersions(tx, ['dimensions'])
    return []
  },
})

export const TABLES: Readonly<Record<RemovableCollection, RemovableTable>> = {
  orders,
  customers,
  products,
  coupons: plain<CouponFact>(COUPONS, 'coupon_id', sql`code`, couponsWithoutForgotten),
  categories: plain<CategoryFact>(CATEGORIES, 'category_id', sql`name`, async (_, facts) => facts),
}
