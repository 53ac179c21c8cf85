// Records of the catalogue into the store, in one transaction: what is equal stays, what the shop has no more goes. Room ingest.
import type { CategoryFact, ProductFact } from '#server/domain/facts.ts'
import { couponPayload, productPayload, variationPayload } from '#server/sources/woocommerce/payloads.ts'
import { readRecords } from '#server/sources/woocommerce/read-records.ts'
import {
  translateCoupon,
  translateProduct,
  translateVariation,
} from '#server/sources/woocommerce/translate-catalogue.ts'
import { sql } from '#server/store/sql.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { writeCoupons, writeProducts } from '../write-catalog.ts'
import type { Sync } from './sync.ts'
import { addToTally, applyChange, recordRejects, type SyncResult, type UpsertOptions } from './upsert.ts'

export async function upsertProducts(
  sync: Sync,
  records: readonly unknown[],
  { gone = [], also }: UpsertOptions = {},
): Promise<SyncResult> {
  const { store, shop, context } = sync
  const rows = await store.all<CategoryFact>(sql`select category_id, parent_id, name, slug from categories`)
  const categories = new Map(rows.map((row) => [row.category_id, row]))
  const variable: number[] = []
  const products = readRecords(records, productPayload, (product) => {
    if (product.type.startsWith('variable')) variable.push(product.id)
    return translateProduct(product, categories, context.mapping)
  })
  const byId = new Map(products.facts.map((product) => [product.product_id, product]))
  const told: unknown[] = []
  for await (const page of shop.variations(variable)) told.push(...page.records)
  const varied = readRecords(told, variationPayload, (variation) =>
    translateVariation(variation, byId.get(variation.parent_id)),
  )
  const facts: ProductFact[] = [...products.facts, ...varied.facts]
  const rejects = [...products.rejects, ...varied.rejects]
  const ids = facts.map(({ product_id }) => product_id)
  const brought = await applyChange(store, async (tx) => {
    const { written, months } = await writeProducts(tx, facts)
    const isGone = sql`
      (parent_id in (${variable}) and product_id not in (${ids})) or product_id in (${gone}) or parent_id in (${gone})`
    const removed = await tx.run(
      sql`update products set status = 'deleted' where status <> 'deleted' and (${isGone})`,
    )
    if (removed > 0) await bumpVersions(tx, ['dimensions'])
    const rejected = await recordRejects(tx, 'products', [...ids, ...gone], rejects)
    await also?.(tx)
    return { read: records.length + told.length, written, removed, rejected, months }
  })
  addToTally(sync, 'products', brought, rejects)
  return brought
}

export async function upsertCoupons(
  sync: Sync,
  records: readonly unknown[],
  { gone = [], also }: UpsertOptions = {},
): Promise<SyncResult> {
  const { facts, rejects } = readRecords(records, couponPayload, translateCoupon)
  const ids = facts.map(({ coupon_id }) => coupon_id)
  const brought = await applyChange(sync.store, async (tx) => {
    const { written } = await writeCoupons(tx, facts)
    const removed = await tx.run(sql`delete from coupons where coupon_id in (${gone})`)
    if (removed > 0) await bumpVersions(tx, ['dimensions'])
    const rejected = await recordRejects(tx, 'coupons', [...ids, ...gone], rejects)
    await also?.(tx)
    return { read: records.length, written, removed, rejected, months: [] }
  })
  addToTally(sync, 'coupons', brought, rejects)
  return brought
}
