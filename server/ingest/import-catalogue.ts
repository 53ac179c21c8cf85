import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { ImportJob } from './import-job.ts'
import { IMPORT_TEXT } from './import-text.ts'
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
  readonly key: string
  keyOf(fact: Fact): number
  write(tx: Queries, facts: readonly Fact[]): Promise<Written>
  /** Applied to stored rows that the shop no longer lists. */
  readonly remove: Sql
  readonly where?: Sql
}

const CATEGORIES: CatalogueTable<Facts['categories']> = {
  key: 'category_id',
  keyOf: ({ category_id }) => category_id,
  write: writeCategories,
  remove: sql`delete from categories`,
}

const COUPONS: CatalogueTable<Facts['coupons']> = {
  key: 'coupon_id',
  keyOf: ({ coupon_id }) => coupon_id,
  write: writeCoupons,
  remove: sql`delete from coupons`,
}

const PRODUCTS: CatalogueTable<Facts['products']> = {
  key: 'product_id',
  keyOf: ({ product_id }) => product_id,
  write: writeProducts,
  // Sold products keep their name and class, so deleted ones are only marked.
  remove: sql`update products set status = 'deleted'`,
  where: sql`status <> 'deleted'`,
}

async function importCollection<Name extends CatalogueCollection>(
  { store, reader, run, stats, progress }: ImportJob,
  collection: Name,
  table: CatalogueTable<Facts[Name]>,
): Promise<void> {
  if (run.cursor(collection).done) return
  const pages = await reader.list[collection]()
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
  await store.transaction(async (tx) => {
    await replaceRejects(tx, collection, rejects)
    const { written, unchanged } = await table.write(tx, facts)
    const removed = await removeOthers(tx, collection, table, facts.map(table.keyOf))
    stats.add(collection, { read, written, unchanged, removed, rejected: rejects.length })
    stats.addRejects(collection, rejects)
    await run.save(tx, collection, { lastId: 0, done: true }, stats.saved(collection))
  })
  progress.done()
}

/** Removes stored rows other than `listed`. */
async function removeOthers(
  tx: Queries,
  name: string,
  { key, remove, where = sql`true` }: CatalogueTable<never>,
  listed: readonly number[],
): Promise<number> {
  const column = sql.identifier(key)
  const stored = await tx.all<{ key: number }>(
    sql`select ${column} as key from ${sql.identifier(name)} where ${where}`,
  )
  const kept = new Set(listed)
  const gone = stored.map((row) => row.key).filter((id) => !kept.has(id))
  if (gone.length === 0) return 0
  await tx.run(sql`${remove} where ${column} in (${gone})`)
  await bumpVersions(tx, ['dimensions'])
  return gone.length
}
