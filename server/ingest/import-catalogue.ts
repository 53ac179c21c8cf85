import { among } from '#server/store/among.ts'
import { acquireLock } from '#server/store/locks.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ImportJob } from './import-job.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { noteListed } from './removal/removals.ts'
import { proveAbsences } from './removal/settle.ts'
import { TABLES } from './removal/tables.ts'
import type { Facts, RejectedRecord } from './source.ts'
import type { WriteOptions, Written } from './write.ts'
import { writeCategories, writeCoupons, writeProducts } from './write-catalog.ts'
import { replaceRejects } from './write-rejects.ts'
import { isOlder } from './write-rows.ts'

type CatalogueCollection = 'categories' | 'coupons' | 'products'

/**
 * Categories first: products get their business and segment from them. `onOlder`: called with the records that are listed with an
 * earlier date of change than the stored one.
 */
export async function importCatalogue(
  job: ImportJob,
  collections: readonly CatalogueCollection[] = ['categories', 'coupons', 'products'],
  onOlder: (ids: readonly number[]) => void = () => {},
): Promise<void> {
  if (collections.includes('categories')) await importCollection(job, 'categories', CATEGORIES, onOlder)
  if (collections.includes('coupons')) await importCollection(job, 'coupons', COUPONS, onOlder)
  if (collections.includes('products')) await importCollection(job, 'products', PRODUCTS, onOlder)
}

interface CatalogueTable<Fact> {
  keyOf(fact: Fact): number
  write(tx: Queries, facts: readonly Fact[], options: Pick<WriteOptions, 'authoritative'>): Promise<Written>
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
  onOlder: (ids: readonly number[]) => void,
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
  const older = await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'exclusive')
    await job.assertCurrent?.(tx)
    await replaceRejects(tx, collection, rejects)
    const { written, unchanged } = await table.write(tx, facts, job)
    await noteListed(tx, collection, ids)
    stats.add(collection, { read, written, unchanged, rejected: rejects.length })
    stats.addRejects(collection, rejects)
    await run.save(tx, collection, { lastId: 0, done: true }, stats.saved(collection))
    return collection === 'categories' ? [] : olderThanStored(tx, collection, ids, facts)
  })
  onOlder(older)
  progress.done()
}

async function olderThanStored(
  tx: Queries,
  collection: Exclude<CatalogueCollection, 'categories'>,
  ids: readonly number[],
  facts: readonly object[],
): Promise<number[]> {
  const { key } = TABLES[collection]
  const rows = await tx.all<{ id: number; modified_at: string }>(sql`
    select ${sql.identifier(key)} as id, modified_at from ${sql.identifier(collection)} where ${among(key, ids)}`)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return ids.filter((id, index) => {
    const [row, fact] = [stored.get(id), facts[index]]
    return row !== undefined && fact !== undefined && isOlder(fact, row)
  })
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
