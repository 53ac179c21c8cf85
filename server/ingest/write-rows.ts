// Writes rows by key; equal rows are left alone, and older rows never replace newer ones.
import { among } from '#server/store/among.ts'
import { rowLocks } from '#server/store/citus.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Row, Value } from '#server/store/store.ts'
import type { FactTable } from './write-columns.ts'

type Fields<Column extends string> = Readonly<Record<Column, Value>>

/** A written row and the row it replaced, if any. */
export interface Change<Fact> {
  readonly before: Row | undefined
  readonly after: Fact
}

export interface ReplaceOptions<Fact> {
  /** Also replaces rows with a newer date. */
  readonly authoritative?: boolean | undefined
  /** Writes a fact even if its content is equal. */
  readonly alsoDiffers?: (fact: Fact) => boolean
  readonly beforeWrite?: (changes: readonly Change<Fact>[]) => Promise<void>
}

export async function insertFacts<Column extends string>(
  tx: Queries,
  { table, columns }: FactTable<Column>,
  facts: Iterable<Fields<Column>>,
): Promise<void> {
  await tx.bulkInsert({ table, columns, rows: tuples(columns, facts) })
}

function* tuples<Column extends string>(columns: readonly Column[], facts: Iterable<Fields<Column>>) {
  for (const fact of facts) yield columns.map((column) => fact[column])
}

/** True for equal content; money is text in facts and a number in rows. */
export const sameFact = <Column extends string>(
  columns: readonly Column[],
  row: Row,
  fact: Fields<Column>,
): boolean =>
  columns.every((column) => {
    const [stored, told] = [row[column], fact[column]]
    return typeof stored === 'number' && typeof told === 'string' ? stored === Number(told) : stored === told
  })

/**
 * Replaces rows by key; of facts with the same key, the newest or else the last one counts. A stored row with a newer
 * `modified_at` stays; where only `modified_at` differs, only that is updated. Returns the written rows.
 */
export async function replaceFacts<Column extends string, Fact extends Fields<Column>>(
  tx: Queries,
  of: FactTable<Column>,
  key: Column,
  facts: readonly Fact[],
  { authoritative = false, alsoDiffers = () => false, beforeWrite }: ReplaceOptions<Fact> = {},
): Promise<Change<Fact>[]> {
  const newest = newestByKey(facts, (fact) => Number(fact[key]), modified)
  const stored = await storedByKey(tx, of.table, key, [...newest.keys()])
  const content = contentOf(of)
  const changes: Change<Fact>[] = []
  const seen: Seen[] = []
  for (const [id, after] of newest) {
    const before = stored.get(id)
    if (before && !authoritative && isOlder(after, before)) continue
    if (before && sameFact(content, before, after) && !alsoDiffers(after)) {
      if (before.modified_at !== undefined) seen.push({ id, before, modified_at: modified(after) })
    } else changes.push({ before, after })
  }
  await beforeWrite?.(changes)
  await noteModified(tx, of.table, key, seen)
  const replaced = changes.filter(({ before }) => before).map(({ after }) => Number(after[key]))
  await deleteByKey(tx, of.table, key, replaced)
  if (changes.length)
    await insertFacts(
      tx,
      of,
      changes.map(({ after }) => after),
    )
  return changes
}

/** All columns but `modified_at`, which the shop may change alone. */
export const contentOf = <Column extends string>({ columns }: FactTable<Column>): Column[] =>
  columns.filter((column) => column !== 'modified_at')

export interface Seen {
  readonly id: number
  readonly before: Row
  readonly modified_at: string
}

/** Updates `modified_at` of rows with unchanged content, so that older data is still recognised; bumps no version. */
export async function noteModified(
  tx: Queries,
  table: string,
  key: string,
  seen: readonly Seen[],
): Promise<void> {
  const moved = seen.filter(({ before, modified_at }) => before.modified_at !== modified_at)
  for (const [modified_at, rows] of Map.groupBy(moved, (one) => one.modified_at)) {
    const ids = rows.map(({ id }) => id)
    await tx.run(
      sql`update ${sql.identifier(table)} set modified_at = cast(${modified_at} as timestamp) where ${among(key, ids)}`,
    )
  }
}

/** The stored row has a later date of change. */
export const isOlder = (fact: object, row: Row): boolean => String(row.modified_at ?? '') > modified(fact)

const modified = (fact: object): string => ('modified_at' in fact ? String(fact.modified_at) : '')

export function newestByKey<Fact>(
  facts: Iterable<Fact>,
  keyOf: (fact: Fact) => number,
  modifiedAt: (fact: Fact) => string,
): Map<number, Fact> {
  const newest = new Map<number, Fact>()
  for (const fact of facts) {
    const other = newest.get(keyOf(fact))
    if (!other || modifiedAt(fact) >= modifiedAt(other)) newest.set(keyOf(fact), fact)
  }
  return newest
}

export async function storedByKey(
  tx: Queries,
  table: string,
  key: string,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  const rows = await storedRows(tx, table, key, ids)
  return new Map(rows.map((row) => [Number(row[key]), row]))
}

/** Rows with these keys, locked until the transaction ends. */
export async function storedRows(
  tx: Queries,
  table: string,
  key: string,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const locks = await rowLocks(tx)
  return tx.all(sql`select * from ${sql.identifier(table)} where ${among(key, ids)} ${locks}`)
}

export async function deleteByKey(
  tx: Queries,
  table: string,
  key: string,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  return tx.run(sql`delete from ${sql.identifier(table)} where ${among(key, ids)}`)
}
