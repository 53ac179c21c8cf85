// What a database records about the copy into it: who writes it, and which parts are complete.
import { type Part, partKey } from './digests.ts'
import { StoreError } from './errors.ts'
import { acquireLock } from './locks.ts'
import { openStore } from './open.ts'
import { tablesOf } from './schema-tables.ts'
import { sql, utc } from './sql.ts'
import type { Queries, Store } from './store.ts'

export type CopyKind = 'move' | 'backup' | 'restore'

export interface CopyRun {
  readonly kind: CopyKind
  /** Folder, or server and database; never a password. */
  readonly source: string
  readonly started_at: string
  /** Null while the copy is incomplete. */
  readonly finished_at: string | null
}

export const copyRun = (queries: Pick<Queries, 'one'>): Promise<CopyRun | undefined> =>
  queries.one(sql`select kind, source, started_at, finished_at from copy_runs`)

/** Throws for a database that a move or a restore has not filled yet. */
export async function assertComplete(queries: Pick<Queries, 'one'>): Promise<void> {
  const run = await copyRun(queries)
  if (run === undefined || run.finished_at !== null) return
  const repeat =
    run.kind === 'restore' ? '`gondola restore`' : '`gondola database move`, con la configuración del origen'
  throw new StoreError(
    'incomplete',
    `esta base recibe una copia de ${run.source} que no terminó: repetir ${repeat}; sigue desde donde quedó`,
  )
}

export interface Claim {
  readonly kind: CopyKind
  readonly source: string
  readonly holder: string
  /** Deletes other data instead of refusing it. */
  readonly replace?: boolean
}

/**
 * Claims an empty database for a copy, or one whose copy from the same source was interrupted. Another process that is copying
 * into it loses the claim. Returns false if the copy has already ended; throws 'occupied' for a database with other data.
 */
export async function claimTarget(target: Store, { kind, source, holder, replace = false }: Claim) {
  const initial = await initialCounts()
  return target.transaction(async (tx) => {
    await acquireLock(tx, 'copy', 'exclusive')
    const run = await copyRun(tx)
    const isSame = run?.kind === kind && run.source === source
    if (isSame && run.finished_at !== null && !replace) return false
    if (!isSame || run.finished_at !== null) {
      await assertComplete(tx)
      if (replace) await clear(tx)
      else await assertEmpty(tx, initial)
      await tx.run(sql`delete from copied_parts`)
      await tx.run(sql`delete from copy_runs`)
      await tx.run(
        sql`insert into copy_runs values (${kind}, ${source}, ${holder}, ${utc(new Date())}, null)`,
      )
    }
    await tx.run(sql`update copy_runs set holder = ${holder}`)
    return true
  })
}

type Counts = ReadonlyMap<string, number>

let initial: Promise<Counts> | undefined

/** Rows that migrations insert, by table. */
function initialCounts(): Promise<Counts> {
  initial ??= openStore({ threads: 1 }).then((store) => rowCounts(store).finally(store.close))
  return initial
}

/** Rows beyond the initial ones. */
const addedRows = async (queries: Pick<Queries, 'engine' | 'all'>, initial: Counts) =>
  [...(await rowCounts(queries))].filter(([table, rows]) => rows > (initial.get(table) ?? 0))

async function rowCounts(queries: Pick<Queries, 'engine' | 'all'>): Promise<Counts> {
  const counts = (await tablesOf(queries)).map(
    ({ name }) => sql`select ${name} as name, count(*) as "rows" from ${sql.identifier(name)}`,
  )
  const found = await queries.all<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return new Map(found.map(({ name, rows }) => [name, rows]))
}

async function assertEmpty(tx: Queries, initial: Counts): Promise<void> {
  const filled = await addedRows(tx, initial)
  if (filled.length === 0) return
  const list = filled.map(([table, rows]) => `${table} ${rows.toLocaleString('es-AR')}`).join(', ')
  throw new StoreError(
    'occupied',
    `el destino ya tiene datos (${list}) y no se toca: elegir una base vacía, en la que no se haya iniciado Góndola`,
  )
}

async function clear(tx: Queries): Promise<void> {
  for (const { name } of await tablesOf(tx)) await tx.run(sql`delete from ${sql.identifier(name)}`)
}

/** Whether the database holds rows that migrations did not insert. */
export const isEmpty = async (store: Store): Promise<boolean> =>
  (await addedRows(store, await initialCounts())).length === 0

/** Keeps other processes from claiming the database until the transaction ends; throws if one has. */
export async function assertClaimed(tx: Queries, holder: string): Promise<void> {
  if ((await tx.run(sql`update copy_runs set holder = ${holder} where holder = ${holder}`)) > 0) return
  throw new StoreError('taken-over', 'otro proceso siguió con esta copia')
}

/** Digests of the parts that were copied, by `partKey`. */
export async function copiedParts(queries: Pick<Queries, 'all'>): Promise<Map<string, Part>> {
  const rows = await queries.all<Part & { table: string }>(
    sql`select table_name as "table", part, row_count as "rows", digest from copied_parts`,
  )
  return new Map(rows.map((row) => [partKey(row), row]))
}

/** Replaces the records of these parts; `present` are those that the source still has. */
export async function recordParts(tx: Queries, parts: readonly Part[], present: readonly Part[]) {
  await tx.run(
    sql`delete from copied_parts where concat_ws(' ', table_name, part) in (${parts.map(partKey)})`,
  )
  await tx.bulkInsert({
    table: 'copied_parts',
    columns: ['table_name', 'part', 'row_count', 'digest'],
    rows: present.map(({ table, part, rows, digest }) => [table, part, rows, digest]),
  })
}

/** Records in a finished backup what it contains, so that it can be verified without its source. */
export const recordBackup = (copy: Store, source: string, parts: readonly Part[]): Promise<void> =>
  copy.transaction(async (tx) => {
    await tx.run(sql`delete from copy_runs`)
    await tx.run(sql`delete from copied_parts`)
    const at = utc(new Date())
    await tx.run(sql`insert into copy_runs values ('backup', ${source}, '', ${at}, ${at})`)
    await recordParts(tx, [], parts)
  })

export const finishCopy = (target: Store, holder: string): Promise<void> =>
  target.transaction(async (tx) => {
    await assertClaimed(tx, holder)
    await tx.run(sql`update copy_runs set finished_at = ${utc(new Date())}, holder = ''`)
  })
