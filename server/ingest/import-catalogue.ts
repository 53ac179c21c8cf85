// Categories, coupons, products and variations: small, so they are read whole each time. Room ingest.
import type { CategoryFact } from '#server/domain/facts.ts'
import {
  categoryPayload,
  couponPayload,
  productPayload,
  variationPayload,
} from '#server/sources/woocommerce/payloads.ts'
import { type RejectedRecord, readRecords } from '#server/sources/woocommerce/read-records.ts'
import type { Collection, RecordPage } from '#server/sources/woocommerce/shop.ts'
import {
  translateCategory,
  translateCoupon,
  translateProduct,
  translateVariation,
} from '#server/sources/woocommerce/translate-catalogue.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { ImportJob } from './import.ts'
import { forgetOtherRejects } from './import-rejects.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { writeCategories, writeCoupons, writeProducts } from './write-catalog.ts'
import { writeRejects } from './write-rejects.ts'

export async function importCatalogue(job: ImportJob): Promise<void> {
  const categories = await importCategories(job)
  await importCoupons(job)
  await importProducts(job, new Map(categories.map((category) => [category.category_id, category])))
}

async function importCategories(job: ImportJob): Promise<CategoryFact[]> {
  const listed = await readWhole(job, 'categories')
  if (!listed) return job.store.all<CategoryFact>(sql`select * from categories`)
  const { facts, rejects } = readRecords(listed.records, categoryPayload, translateCategory)
  await write(job, 'categories', listed, rejects, async (tx) => {
    const written = await writeCategories(tx, facts)
    const ids = facts.map(({ category_id }) => category_id)
    return {
      ...written,
      removed: await dropOthers(tx, 'categories', 'category_id', ids, sql`delete from categories`),
    }
  })
  return [...facts]
}

async function importCoupons(job: ImportJob): Promise<void> {
  const listed = await readWhole(job, 'coupons')
  if (!listed) return
  const { facts, rejects } = readRecords(listed.records, couponPayload, translateCoupon)
  await write(job, 'coupons', listed, rejects, async (tx) => {
    const written = await writeCoupons(tx, facts)
    const ids = facts.map(({ coupon_id }) => coupon_id)
    return {
      ...written,
      removed: await dropOthers(tx, 'coupons', 'coupon_id', ids, sql`delete from coupons`),
    }
  })
}

async function importProducts(job: ImportJob, categories: ReadonlyMap<number, CategoryFact>): Promise<void> {
  const { shop, context } = job
  const listed = await readWhole(job, 'products')
  if (!listed) return
  const variable: number[] = []
  const products = readRecords(listed.records, productPayload, (product) => {
    if (product.type.startsWith('variable')) variable.push(product.id)
    return translateProduct(product, categories, context.mapping)
  })
  const byId = new Map(products.facts.map((product) => [product.product_id, product]))
  const variations = await collect(job, shop.variations(variable))
  const varied = readRecords(variations.records, variationPayload, (variation) =>
    translateVariation(variation, byId.get(variation.parent_id)),
  )
  const facts = [...products.facts, ...varied.facts]
  const all = {
    records: [...listed.records, ...variations.records],
    broken: [...listed.broken, ...variations.broken],
  }
  await write(job, 'products', all, [...products.rejects, ...varied.rejects], async (tx) => {
    const written = await writeProducts(tx, facts)
    const ids = facts.map(({ product_id }) => product_id)
    // What was sold keeps its name and class: a product that the shop deleted is marked, not forgotten.
    const mark = sql`update products set status = 'deleted'`
    return {
      ...written,
      removed: await dropOthers(tx, 'products', 'product_id', ids, mark, sql`status <> 'deleted'`),
    }
  })
}

interface Listed {
  records: unknown[]
  broken: RecordPage['broken'][number][]
}

async function readWhole(job: ImportJob, collection: Collection): Promise<Listed | undefined> {
  const pages = await job.shop.read(collection)
  if (!pages) return undefined
  job.progress.start(IMPORT_TEXT.steps[collection])
  return collect(job, pages)
}

async function collect({ progress }: ImportJob, pages: AsyncIterable<RecordPage>): Promise<Listed> {
  const listed: Listed = { records: [], broken: [] }
  for await (const page of pages) {
    listed.records.push(...page.records)
    listed.broken.push(...page.broken)
    progress.advance(page.records.length)
  }
  return listed
}

async function write(
  { store, tally, progress }: ImportJob,
  source: string,
  { records, broken }: Listed,
  rejected: readonly RejectedRecord[],
  work: (tx: Queries) => Promise<{ written: number; unchanged: number; removed: number }>,
): Promise<void> {
  const rejects = [
    ...broken.map(({ at, reason }) => ({ source, record_id: at, reason })),
    ...rejected.map(({ id, reason }) => ({ source, record_id: id, reason })),
  ]
  const { written, unchanged, removed } = await store.transaction(async (tx) => {
    await writeRejects(tx, rejects)
    await forgetOtherRejects(tx, source, new Set(rejects.map(({ record_id }) => record_id)))
    return work(tx)
  })
  for (const { reason } of rejects) tally.reject(source, reason)
  const counts = tally.of(source)
  counts.read += records.length + broken.length
  counts.written += written
  counts.unchanged += unchanged
  counts.removed += removed
  counts.rejected += rejects.length
  progress.done()
}

/** Applies `change` to the stored rows that a whole listing left out. */
async function dropOthers(
  tx: Queries,
  table: string,
  key: string,
  listed: readonly number[],
  change: Sql,
  which: Sql = sql`true`,
): Promise<number> {
  const column = sql.identifier(key)
  const stored = await tx.all<{ key: number }>(
    sql`select ${column} as key from ${sql.identifier(table)} where ${which}`,
  )
  const kept = new Set(listed)
  const gone = stored.map((row) => row.key).filter((id) => !kept.has(id))
  if (gone.length === 0) return 0
  await tx.run(sql`${change} where ${column} in (${gone})`)
  await bumpVersions(tx, ['dimensions'])
  return gone.length
}
