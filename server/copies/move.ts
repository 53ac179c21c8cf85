// Moves a whole database to another place, of either engine. The source is only read.
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type CopyOptions, copyStore } from '#server/store/copy.ts'
import { StoreError } from '#server/store/errors.ts'
import { openSnapshot, openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Snapshot } from '#server/store/store.ts'
import { figureText, type SalesFigure, salesFigures } from './figures.ts'
import { placeText } from './place.ts'

export interface Moved {
  readonly tables: ReadonlyMap<string, number>
  readonly figures: readonly SalesFigure[]
  /** False if an earlier move had already ended; then nothing was touched. */
  readonly isNew: boolean
  /** Files beside the database that were copied too. */
  readonly files: readonly string[]
}

type MoveOptions = Pick<CopyOptions, 'onStep' | 'onRows' | 'rowsPerTransaction'>

/** Files of the data folder that belong to the database. */
export const COMPANIONS = ['secret.key', 'mapping.json'] as const

/**
 * Throws 'locked' or 'busy' while a server uses the source, since its later changes would be lost, and 'occupied' for a target
 * with other data.
 */
export async function moveDatabase(
  from: StoreOptions,
  to: StoreOptions,
  options: MoveOptions = {},
): Promise<Moved> {
  await using source = await openSnapshot(from)
  await assertUnused(source)
  await using target = await openStore(to)
  const copying = { ...options, kind: 'move', source: placeText(from) } as const
  const { tables, isNew } = await copyStore(source, target, copying)
  const figures = await salesFigures(source)
  if (isNew && figureText(await salesFigures(target)) !== figureText(figures))
    throw new StoreError('differs', 'las ventas por mes y estado no son las del origen')
  return { tables, figures, isNew, files: await copyCompanions(from, to) }
}

/** PostgreSQL lists a connection for a moment after it was closed. */
const CLOSING_CHECKS = 20
const CLOSING_CHECK_MS = 100

/** Throws 'busy' while servers or commands are connected to a PostgreSQL. */
export async function assertUnused(source: Snapshot): Promise<void> {
  if (source.engine === 'duckdb') return
  const connections = async () =>
    (
      await source.one<{ connections: number }>(sql`
        select count(*) as connections from pg_stat_activity
        where datname = current_database() and application_name = 'gondola'`)
    )?.connections ?? 0
  let open = await connections()
  for (let checks = 1; open > 0 && checks < CLOSING_CHECKS; checks++) {
    await setTimeout(CLOSING_CHECK_MS)
    // Otherwise PostgreSQL repeats the first list for the whole transaction.
    await source.all(sql`select pg_stat_clear_snapshot()`)
    open = await connections()
  }
  if (open > 0)
    throw new StoreError(
      'busy',
      'hay servidores o comandos de Góndola conectados a la base: detenerlos primero, para que nada de lo que escriban se pierda',
    )
}

/** From one data folder to another; files that are there already stay. */
async function copyCompanions(from: StoreOptions, to: StoreOptions): Promise<string[]> {
  if (from.dataDir === undefined || to.dataDir === undefined) return []
  const copied: string[] = []
  for (const name of COMPANIONS) {
    const isCopied = await copyFile(join(from.dataDir, name), join(to.dataDir, name), constants.COPYFILE_EXCL)
      .then(() => true)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'EEXIST') return false
        throw error
      })
    if (isCopied) copied.push(name)
  }
  return copied
}
