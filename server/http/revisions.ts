// Things that are saved whole carry a revision, so that an older dialog cannot bring back what somebody else took away.
import { createHash } from 'node:crypto'
import { MEANWHILE } from '#contract/revisions.ts'
import { type Fields, updateRows } from '#server/store/rows.ts'
import type { Queries } from '#server/store/store.ts'
import { type FieldError, HttpError } from './errors.ts'

export const changedMeanwhile = (
  thing: keyof typeof MEANWHILE,
  errors: readonly FieldError[] = [],
): HttpError => new HttpError(409, MEANWHILE[thing], errors.length > 0 ? { errors } : {})

const TABLES = {
  ...{ user: 'users', role: 'roles', view: 'views', board: 'boards', note: 'notes', alert: 'alerts' },
  delivery: 'deliveries',
} as const

interface RevisedRow {
  readonly key: Fields
  /** The one that the editor saw. */
  readonly revision: number | undefined
}

/** Changes a row that still has its revision, and raises it; else throws a 409. */
export async function changeRevised(
  tx: Queries,
  thing: keyof typeof TABLES,
  { key, revision }: RevisedRow,
  fields: Fields,
): Promise<void> {
  const changed =
    revision !== undefined &&
    (await updateRows(tx, TABLES[thing], { ...key, revision }, { ...fields, revision: revision + 1 }))
  if (!changed) throw changedMeanwhile(thing)
}

/** The revision of a setting, which has no row of its own to count in. */
export const revisionOf = (setting: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(setting) ?? '')
    .digest('base64url')
    .slice(0, 16)
