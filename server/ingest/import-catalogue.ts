import { acquireLock } from '#server/store/locks.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ImportJob } from './import-job.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { noteListed } from './removal/removals.ts'
import { proveAbsences } from './removal/settle.ts'
import { TABLES } from './removal/tables.ts'
import type { Facts, RejectedRecord } from './source.ts'
import type { Written } from './write.ts'
import { writeCategories, writeCoupons, writeProducts } from './write-catalog.ts'
import { replaceRejects } from './write-rejects.ts'

type CatalogueCollection = 'categories' | 'coupons' | 'products'

/** Categories first: products get their business and segment from them. */
export async function importCatalogue(
  job: ImportJob,
  collections: readonly CatalogueCollection[] = ['categories', 'coupons', 'products'],
): Promise<void> {
  if (collections.includes('categories')) await importCollection(job, 'categories', CATEGORIES)
  if (collections.includes('coupons')) await importCollection(job, 'coupons', COUPONS)
  if (collections.includes('products')) await importCollection(job, 'products', PRODUCTS)
}

interface CatalogueTable<Fact> {
  keyOf(fact: Fact): number
  write(tx: Queries, facts: readonly Fact[]): Promise<Written>
}

const CATEGORIES: CatalogueTable<Facts['categories']> = {
  keyOf: ({ category_id }) => category_id,
  write: writeCategories,
}

const COUPONS: CatalogueTable<Facts['coupons']> = {
  keyOf: ({ coupon_id }) => coupon_id,
  write: writeCoupons,
}

const PRODUCTS: CatalogueTable<Facts['products']> = {
  keyOf: ({ product_id }) => product_id,
  write: writeProducts,
}

async function importCollection<Name extends CatalogueCollection>(
  job: ImportJob,
  collection: Name,
  table: CatalogueTable<Facts[Name]>,
): Promise<void> {
  const { store, reader, run, stats, progress } = job
  if (run.cursor(collection).done) return
  const pages = await reader.list[collection]({ distrustsEnd: run.isWhole })
  if (!pages) return
  progress.start(IMPORT_TEXT.steps[collection])
  const facts: Facts[Name][] = []
  const rejects: RejectedRecord[] = []
  let read = 0
  for await (const page of pages) {
    facts.push(...page.facts)
    rejects.push(...page.rejects)
    read += page.size
    progress.advance(page.size)
  }
  const ids = facts.map(table.keyOf)
  const listed = [...ids, ...rejects.map(({ id }) => Number(id))]
  await proveAbsences(job, collection, await absentRows(job, collection, listed), !listed.some(Number.isNaN))
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'exclusive')
    await replaceRejects(tx, collection, rejects)
    const { written, unchanged } = await table.write(tx, facts)
    await noteListed(tx, collection, ids)
    stats.add(collection, { read, written, unchanged, rejected: rejects.length })
    stats.addRejects(collection, rejects)
    await run.save(tx, collection, { lastId: 0, done: true }, stats.saved(collection))
  })
  progress.done()
}

/** Keys of stored rows other than `listed`; none where an absence proves nothing. */
async function absentRows(
  { store, reader }: ImportJob,
  collection: CatalogueCollection,
  listed: readonly number[],
): Promise<number[]> {
  if (reader.absences === undefined) return []
  const { key, where } = TABLES[collection]
  const stored = await store.all<{ key: number }>(
    sql`select ${sql.identifier(key)} as key from ${sql.identifier(collection)} where ${where}`,
  )
  const kept = new Set(listed)
  return stored.map((row) => row.key).filter((id) => !kept.has(id))
}
