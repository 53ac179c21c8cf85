// Things that are saved whole carry a revision, so that an older dialog cannot bring back what somebody else took away.
import { createHash } from 'node:crypto'
import { MEANWHILE } from '#contract/revisions.ts'
import { type Fields, updateRows } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { type FieldError, HttpError } from './errors.ts'

export const changedMeanwhile = (
  thing: keyof typeof MEANWHILE,
  errors: readonly FieldError[] = [],
): HttpError => new HttpError(MEANWHILE[thing], errors.length > 0 ? { errors } : {})

const TABLES = {
  ...{ user: 'users', role: 'roles', view: 'views', board: 'boards', note: 'notes', alert: 'alerts' },
  delivery: 'deliveries',
} as const

interface RevisedRow {
  readonly key: Fields
  /** The one that the editor saw; undefined for a program that does not compare. */
  readonly revision: number | undefined
}

/** Changes a row and raises its revision; throws a 409 if the row has another one than the editor saw. */
export async function changeRevised(
  tx: Queries,
  thing: keyof typeof TABLES,
  { key, revision }: RevisedRow,
  fields: Fields,
): Promise<void> {
  const seen = revision === undefined ? key : { ...key, revision }
  const changed = await updateRows(tx, TABLES[thing], seen, { ...fields, revision: sql`revision + 1` })
  if (changed === 0) throw changedMeanwhile(thing)
}

/** The revision of a setting, which has no row of its own to count in. */
export const revisionOf = (setting: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(setting) ?? '')
    .digest('base64url')
    .slice(0, 16)
