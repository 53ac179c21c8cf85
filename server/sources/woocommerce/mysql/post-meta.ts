// Meta fields of posts: products, variations and coupons.
import { type Cell, quotedList, textOf } from './cells.ts'
import type { Database } from './database.ts'
import type { ShopTables } from './tables.ts'

export interface CatalogueJob {
  readonly db: Database
  readonly tables: ShopTables
  /** Meta fields of products that the mapping reads. */
  readonly keys: readonly string[]
}

/** Values by post, then by field, oldest first. */
export type PostMeta = ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>

/** Of the posts p for which `posts` holds; `wanted` speaks of m. */
export async function postMeta(
  { db, tables }: CatalogueJob,
  posts: string,
  keys: readonly string[],
  wanted = `m.meta_key in (${quotedList(keys)})`,
): Promise<PostMeta> {
  const rows = await db.rows(
    `select m.post_id, m.meta_key, m.meta_value from ${tables.name('posts')} p
     straight_join ${tables.name('postmeta')} m ${tables.by('postmeta', 'post_id')} on m.post_id = p.ID
     where ${posts} and ${wanted} order by m.meta_id`,
  )
  const all = new Map<number, Map<string, string[]>>()
  for (const [post, key, value] of rows) {
    const fields = all.get(Number(post)) ?? new Map<string, string[]>()
    all.set(Number(post), fields)
    const values = fields.get(textOf(key)) ?? []
    fields.set(textOf(key), values)
    values.push(textOf(value))
  }
  return all
}

/** WordPress takes the oldest of repeated fields. */
export const first = (meta: PostMeta, post: Cell | undefined, key: string): string =>
  meta.get(Number(post))?.get(key)?.[0] ?? ''
