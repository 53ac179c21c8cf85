// An LRU cache of encoded responses with a limit in bytes. An entry is valid as long as its data versions are.
import { LRUCache } from 'lru-cache'

export interface CachedResponse {
  readonly etag: string
  /** Names of data_versions that the response was made from, and their versions at that time. */
  readonly reads: readonly string[]
  readonly stamp: string
  readonly json: Buffer
  /** Computed on first use. */
  gzip?: Promise<Buffer>
}

export interface ResponseCache extends LRUCache<string, CachedResponse> {
  /** Calls answered from the cache since the start. */
  hits: number
  /** Calls that found no valid response. */
  misses: number
}

/** The compressed form is added on first use; until then it is assumed to take a quarter of the plain one. */
const sizeOf = ({ json, stamp }: CachedResponse, key: string) =>
  Math.ceil(json.length * 1.25) + (key.length + stamp.length) * 2 + 400

export const createResponseCache = (maxBytes: number): ResponseCache =>
  Object.assign(
    new LRUCache<string, CachedResponse>({
      maxSize: maxBytes,
      // A huge list must not evict everything else.
      maxEntrySize: Math.floor(maxBytes / 4),
      sizeCalculation: sizeOf,
    }),
    { hits: 0, misses: 0 },
  )
