// Values that several pages of a list need, kept until any data changes.
import { LRUCache } from 'lru-cache'
import type { Sql } from '#server/store/sql.ts'
import type { Versions } from './app.ts'

export interface Kept {
  get<T>(query: Sql): T | undefined
  set<T>(query: Sql, result: T, size?: number): T
}

/** Numbers and texts kept per state of the data. */
const MAX_SIZE = 100_000

const keptFor = new WeakMap<Versions, LRUCache<string, { readonly result: unknown }>>()

const keyOf = ({ texts, values }: Sql): string =>
  JSON.stringify([texts, values], (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

/** `versions`: those of the request, which are one object until something changes. */
export function whileUnchanged(versions: Versions): Kept {
  const kept = keptFor.get(versions) ?? new LRUCache({ maxSize: MAX_SIZE })
  keptFor.set(versions, kept)
  return {
    get: <T>(query: Sql) => kept.get(keyOf(query))?.result as T | undefined,
    set(query, result, size = 1) {
      kept.set(keyOf(query), { result }, { size })
      return result
    },
  }
}
