// Names of database locations for operators.
import { resolve } from 'node:path'
import { databaseFile, type StoreOptions } from '#server/store/open.ts'
import { placeOf } from '#server/store/postgres-errors.ts'

/** Undefined for other kinds of addresses. */
export function parsePlace(text: string): StoreOptions | undefined {
  if (/^postgres(ql)?:\/\//.test(text)) return { databaseUrl: text }
  return text.includes('://') || text.trim() === '' ? undefined : { dataDir: resolve(text) }
}

/** Leaves out user and password. */
export const placeText = ({ databaseUrl, dataDir = '.' }: StoreOptions): string =>
  databaseUrl === undefined ? databaseFile(resolve(dataDir)) : `PostgreSQL ${placeOf(databaseUrl)}`
