import type { Database } from './database.ts'
import { type MetaByOwner, metaOf, metaTable } from './meta.ts'
import type { ShopTables } from './tables.ts'

export interface CatalogueJob {
  readonly db: Database
  readonly tables: ShopTables
  /** Meta fields of products that the mapping reads. */
  readonly keys: readonly string[]
}

/** Meta fields with these keys or this prefix of the posts `p` that match `posts`. */
export const postMeta = (
  { db, tables }: CatalogueJob,
  posts: string,
  keys: readonly string[],
  prefix?: string,
): Promise<MetaByOwner> =>
  metaOf(
    db,
    metaTable(tables, 'postmeta', 'post_id'),
    { from: `${tables.name('posts')} p`, where: posts },
    'p.ID',
    keys,
    prefix,
  )
