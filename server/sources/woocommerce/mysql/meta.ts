import { allRows, type Database, quoted, quotedList, textOf } from './database.ts'
import { metaValue } from './php-serialize.ts'
import type { ShopTables } from './tables.ts'

export interface MetaTable {
  readonly table: string
  readonly owner: string
  readonly id: string
  /** Index hint for lookups by owner. */
  readonly by: string
}

/** `owner`: the column with the record's id. */
export const metaTable = (tables: ShopTables, table: string, owner: string, id = 'meta_id'): MetaTable => ({
  table: tables.name(table),
  owner,
  id,
  by: tables.by(table, owner),
})

/** Some orders or refunds, as `from … where …`. */
export interface Selection {
  readonly from: string
  readonly where: string
}

/** Fields of one record, oldest first. WordPress uses the oldest of repeated fields. */
export class RecordMeta {
  readonly #fields: { key: string; value: string }[] = []

  add(key: string, value: string): void {
    this.#fields.push({ key, value })
  }

  /** The oldest value; '' for a missing field. */
  first(key: string): string {
    return this.#fields.find((field) => field.key === key)?.value ?? ''
  }

  /** As in the REST API. */
  listed(isListed: (key: string) => boolean) {
    return this.#fields
      .filter(({ key }) => isListed(key))
      .map(({ key, value }) => ({ key, value: metaValue(value) }))
  }
}

type MetaByOwner = (owner: number) => RecordMeta

const NONE = new RecordMeta()

/** Fields with these keys, or this prefix, of the selected records; `ownerId` is their id column in the selection. */
export async function metaOf(
  db: Database,
  { table, owner, id, by }: MetaTable,
  { from, where }: Selection,
  ownerId: string,
  keys: readonly string[],
  prefix?: string,
): Promise<MetaByOwner> {
  if (keys.length === 0 && prefix === undefined) return () => NONE
  const conditions = [
    ...(keys.length === 0 ? [] : [`m.meta_key in (${quotedList(keys)})`]),
    ...(prefix === undefined ? [] : [`substr(m.meta_key, 1, ${prefix.length}) = ${quoted(prefix)}`]),
  ]
  const rows = await allRows(db, `m.${owner}, m.meta_key, m.meta_value, m.${id}`, {
    from: `${from} straight_join ${table} m ${by} on m.${owner} = ${ownerId}`,
    where: `${where} and (${conditions.join(' or ')})`,
  })
  // The database would sort long values on disk.
  rows.sort((one, other) => Number(one[3]) - Number(other[3]))
  const metas = new Map<number, RecordMeta>()
  for (const [record, key, value] of rows) {
    const meta = metas.get(Number(record)) ?? new RecordMeta()
    metas.set(Number(record), meta)
    meta.add(textOf(key), textOf(value))
  }
  return (record) => metas.get(record) ?? NONE
}

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
