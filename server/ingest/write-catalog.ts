import type { CategoryFact, CouponFact, ProductFact } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions, lockDimensions, markDirty } from '#server/store/versions.ts'
import { couponsWithoutForgotten } from './forgotten.ts'
import { followCategories } from './renamed-categories.ts'
import { followRenames } from './renamed-classes.ts'
import type { WriteOptions, Written } from './write.ts'
import { CATEGORIES, COUPONS, PRODUCTS } from './write-columns.ts'
import { type Change, deleteByKey, insertFacts, replaceFacts, sameFact, storedRows } from './write-rows.ts'

const CLASS = ['business', 'segment'] as const

const PRODUCT_CATEGORIES = { table: 'product_categories', columns: ['product_id', 'category_id'] } as const

type Authority = Pick<WriteOptions, 'authoritative'>

/**
 * Replaces products and variations; equal or newer rows stay. Marks months dirty that sold a product whose business or
 * segment changed. Bumps 'dimensions'.
 */
export async function writeProducts(
  tx: Queries,
  facts: readonly ProductFact[],
  { authoritative }: Authority = {},
): Promise<Written> {
  const moved = await inOtherCategories(tx, facts)
  const changes = await replaceFacts(tx, PRODUCTS, 'product_id', facts, {
    authoritative,
    alsoDiffers: ({ product_id }) => moved.has(product_id),
  })
  await writeProductCategories(
    tx,
    changes.map(({ after }) => after).filter(({ product_id }) => moved.has(product_id)),
  )
  const reclassed = changes.filter(({ before, after }) => !before || !sameFact(CLASS, before, after))
  const taken = await followRenames(tx, reclassed)
  const months = await monthsThatSold(tx, [...reclassed.map(({ after }) => after.product_id), ...taken])
  await markDirty(tx, months)
  const renumbered = changes.filter(({ before, after }) => before && before.sku !== after.sku)
  const listed = await renumberLines(
    tx,
    renumbered.map(({ after }) => after),
  )
  return written(tx, changes, facts.length, [...new Set([...months, ...listed])].sort())
}

/** Deletes products as if they had never been stored; their lines lose business and segment. */
export async function forgetProducts(tx: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await markDirty(tx, await monthsThatSold(tx, ids))
  await deleteByKey(tx, PRODUCTS.table, 'product_id', ids)
  await deleteByKey(tx, PRODUCT_CATEGORIES.table, 'product_id', ids)
  await bumpVersions(tx, ['dimensions'])
}

/** Order lines show the present SKU of their product, as in the shop. */
async function renumberLines(tx: Queries, products: readonly ProductFact[]): Promise<string[]> {
  const all = new Set<string>()
  for (const { product_id, sku } of products) {
    const own = sql`case when variation_id = 0 then product_id else variation_id end = ${product_id}`
    const rows = await tx.all<{ month: string }>(
      sql`select distinct month from rollup_products where ${own} order by month`,
    )
    const months = rows.map(({ month }) => month)
    if (months.length === 0) continue
    await tx.run(sql`update order_lines set sku = ${sku} where month in (${months}) and ${own}`)
    for (const month of months) all.add(month)
  }
  await markDirty(tx, all)
  return [...all]
}

export async function writeCategories(tx: Queries, facts: readonly CategoryFact[]): Promise<Written> {
  const changes = await replaceFacts(tx, CATEGORIES, 'category_id', facts)
  const months = await monthsThatSold(tx, await followCategories(tx, changes))
  await markDirty(tx, months)
  return written(tx, changes, facts.length, months)
}

export async function writeCoupons(
  tx: Queries,
  told: readonly CouponFact[],
  authority: Authority = {},
): Promise<Written> {
  const facts = await couponsWithoutForgotten(tx, told)
  return written(tx, await replaceFacts(tx, COUPONS, 'coupon_id', facts, authority), facts.length)
}

async function written(
  tx: Queries,
  changes: readonly Change<object>[],
  told: number,
  months: string[] = [],
): Promise<Written> {
  if (changes.length) await bumpVersions(tx, ['dimensions'])
  return { written: changes.length, unchanged: told - changes.length, months }
}

/** Rollups store the class of sold products; a month without rollups is dirty already. */
async function monthsThatSold(tx: Queries, products: readonly number[]): Promise<string[]> {
  if (products.length === 0) return []
  await lockDimensions(tx, 'change')
  const rows = await tx.all<{ month: string }>(
    sql`select distinct month from rollup_products where product_id in (${products}) order by month`,
  )
  return rows.map(({ month }) => month)
}

/** Products whose categories differ from the stored ones. */
async function inOtherCategories(tx: Queries, facts: readonly ProductFact[]): Promise<Set<number>> {
  const ids = facts.map(({ product_id }) => product_id)
  const rows = await storedRows(tx, PRODUCT_CATEGORIES.table, 'product_id', ids)
  const stored = Map.groupBy(rows, (row) => Number(row.product_id))
  const differs = ({ product_id, category_ids }: ProductFact) =>
    word(category_ids) !== word((stored.get(product_id) ?? []).map((row) => Number(row.category_id)))
  return new Set(facts.filter(differs).map(({ product_id }) => product_id))
}

const word = (ids: readonly number[]): string => [...new Set(ids)].sort((one, other) => one - other).join()

async function writeProductCategories(tx: Queries, facts: readonly ProductFact[]): Promise<void> {
  await deleteByKey(
    tx,
    PRODUCT_CATEGORIES.table,
    'product_id',
    facts.map(({ product_id }) => product_id),
  )
  const pairs = facts.flatMap(({ product_id, category_ids }) =>
    [...new Set(category_ids)].map((category_id) => ({ product_id, category_id })),
  )
  if (pairs.length) await insertFacts(tx, PRODUCT_CATEGORIES, pairs)
}
