// Copies every table of a database into another one of either engine. Interrupted copies resume; equal parts are kept.
import { randomUUID } from 'node:crypto'
import {
  assertClaimed,
  type CopyKind,
  claimTarget,
  copiedParts,
  finishCopy,
  recordParts,
} from './copy-runs.ts'
import { type Part, partKey, partsOf } from './digests.ts'
import { StoreError } from './errors.ts'
import { advanceSequences, refreshStatistics, sequencesOf, type Table, tablesOf } from './schema-tables.ts'
import { sql } from './sql.ts'
import type { Queries, Row, Snapshot, Store } from './store.ts'

export interface CopyOptions {
  readonly kind: CopyKind
  /** Identifies the source, so that no other source continues its copy: folder, or server and database. */
  readonly source: string
  /** Deletes other data in the target instead of refusing it. */
  readonly replace?: boolean
  /** Minimum number of rows per transaction; a month is never split. */
  readonly rowsPerTransaction?: number
  onStep?(step: 'read' | 'copy' | 'verify', rows: number): void
  onRows?(count: number): void
}

export interface Copied {
  /** Rows of each table; equal in source and target. */
  readonly tables: ReadonlyMap<string, number>
  /** False if an earlier copy had already ended. */
  readonly isNew: boolean
}

const ROWS_PER_TRANSACTION = 100_000
const ROWS_PER_INSERT = 20_000

/** Returns once the target has the rows and sequences of the snapshot, compared by their digests. */
export async function copyStore(source: Snapshot, target: Store, options: CopyOptions): Promise<Copied> {
  const holder = randomUUID()
  const tables = await commonTables(source, target)
  options.onStep?.('read', tables.length)
  const wanted = await partsOf(source, tables, (count) => options.onRows?.(count))
  const counts = countsOf(tables, wanted)
  if (!(await claimTarget(target, { ...options, holder }))) return { tables: counts, isNew: false }
  const missing = await missingParts(target, wanted)
  options.onStep?.('copy', total(missing))
  await target.withBulkWriteSettings(async () => {
    for (const batch of batches(missing, options.rowsPerTransaction ?? ROWS_PER_TRANSACTION)) {
      await target.transaction(async (tx) => {
        await assertClaimed(tx, holder)
        await copyParts(source, tx, tables, batch)
        await recordParts(tx, batch, batch.filter(isPresent))
      })
      options.onRows?.(total(batch))
    }
  })
  await copySequences(source, target, holder)
  await refreshStatistics(
    target,
    tables.map(({ name }) => name),
  )
  options.onStep?.('verify', tables.length)
  await assertEqualParts(target, tables, wanted, (count) => options.onRows?.(count))
  await finishCopy(target, holder)
  return { tables: counts, isNew: true }
}

/** Throws unless both databases have the same tables and columns. */
async function commonTables(source: Snapshot, target: Store): Promise<Table[]> {
  const tables = await tablesOf(source)
  const shape = (list: readonly Table[]) =>
    list.map(({ name, columns }) => `${name}(${columns.map((column) => column.name).join()})`)
  const [left, right] = [shape(tables), shape(await tablesOf(target))]
  const differing = [
    ...left.filter((one) => !right.includes(one)),
    ...right.filter((one) => !left.includes(one)),
  ]
  if (differing.length === 0) return tables
  throw new StoreError(
    'differs',
    `el origen y el destino no tienen las mismas tablas: ${differing.join(', ')}`,
  )
}

function countsOf(tables: readonly Table[], parts: readonly Part[]): Map<string, number> {
  const byTable = Map.groupBy(parts, ({ table }) => table)
  return new Map(tables.map(({ name }) => [name, total(byTable.get(name) ?? [])]))
}

const total = (parts: readonly Part[]): number => parts.reduce((sum, { rows }) => sum + rows, 0)

/** A part that an earlier attempt copied and that is no longer in the source. */
const GONE = { rows: 0, digest: '' }

const isPresent = ({ digest }: Part): boolean => digest !== GONE.digest

async function missingParts(target: Store, wanted: readonly Part[]): Promise<Part[]> {
  const copied = await copiedParts(target)
  const keys = new Set(wanted.map(partKey))
  const gone = [...copied.values()].filter((part) => !keys.has(partKey(part)))
  return [
    ...gone.map((part) => ({ ...part, ...GONE })),
    ...wanted.filter((part) => copied.get(partKey(part))?.digest !== part.digest),
  ]
}

function* batches(parts: readonly Part[], rows: number): Generator<Part[]> {
  let batch: Part[] = []
  for (const part of parts) {
    batch.push(part)
    if (total(batch) < rows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function copyParts(source: Snapshot, tx: Queries, tables: readonly Table[], parts: readonly Part[]) {
  const byTable = Map.groupBy(parts, ({ table }) => table)
  for (const table of tables) {
    const chosen = byTable.get(table.name)
    if (!chosen) continue
    const filter = table.hasMonths ? sql`where month in (${chosen.map(({ part }) => part)})` : sql.empty
    await tx.run(sql`delete from ${sql.identifier(table.name)} ${filter}`)
    if (!chosen.some(isPresent)) continue
    const columns = table.columns.map(({ name }) => name)
    const insert = (rows: Row[]) =>
      tx.bulkInsert({
        table: table.name,
        columns,
        rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
      })
    const query = sql`select ${selected(table)} from ${sql.identifier(table.name)} ${filter}`
    const isSmall = total(chosen) <= ROWS_PER_INSERT
    let rows: Row[] = []
    for await (const batch of isSmall ? [await source.all<Row>(query)] : source.stream(query)) {
      rows = rows.length === 0 ? batch : rows.concat(batch)
      if (rows.length < ROWS_PER_INSERT) continue
      await insert(rows)
      rows = []
    }
    await insert(rows)
  }
}

/** Decimals as text, since numbers cannot hold all of them. */
const selected = ({ columns }: Table) =>
  sql.join(
    columns.map(({ name, isDecimal }) => {
      const column = sql.identifier(name)
      return isDecimal ? sql`cast(${column} as text) as ${column}` : column
    }),
  )

async function copySequences(source: Snapshot, target: Store, holder: string): Promise<void> {
  const sequences = await sequencesOf(source)
  await target.transaction(async (tx) => {
    await assertClaimed(tx, holder)
    await advanceSequences(tx, sequences)
  })
}

/** Throws 'differs' unless the tables consist of exactly these parts. */
export async function assertEqualParts(
  copy: Pick<Queries, 'engine' | 'all'>,
  tables: readonly Table[],
  expected: readonly Part[],
  onTables?: (count: number) => void,
): Promise<void> {
  const open = new Map(expected.map((part) => [partKey(part), part.digest]))
  const differing: string[] = []
  for (const part of await partsOf(copy, tables, onTables)) {
    if (open.get(partKey(part)) !== part.digest) differing.push(partKey(part))
    open.delete(partKey(part))
  }
  differing.push(...open.keys())
  if (differing.length > 0)
    throw new StoreError('differs', `la copia no es igual al origen en ${differing.join(', ')}`)
}
