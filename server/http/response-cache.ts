// Encoded answers kept in memory, least recently used dropped first, bounded in bytes; an entry is good while its data versions stand.

export interface CachedResponse {
  readonly etag: string
  /** Names of data_versions the answer was made from, and their versions at that time. */
  readonly reads: readonly string[]
  readonly stamp: string
  readonly json: Buffer
  gzip?: Buffer
}

const size = (key: string, answer: CachedResponse) =>
  key.length * 2 + answer.json.length + (answer.gzip?.length ?? 0) + answer.stamp.length * 2 + 400

export class ResponseCache {
  readonly #entries = new Map<string, CachedResponse>()
  readonly #most: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): CachedResponse | undefined {
    const found = this.#entries.get(key)
    if (found) {
      this.#entries.delete(key)
      this.#entries.set(key, found)
    }
    return found
  }

  set(key: string, answer: CachedResponse): void {
    this.delete(key)
    // One huge list must not empty the cache of everything else.
    if (size(key, answer) > this.#most / 4) return
    this.#entries.set(key, answer)
    this.#bytes += size(key, answer)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) break
      this.delete(oldest)
    }
  }

  /** Keeps the packed form beside the plain one. */
  addGzip(key: string, answer: CachedResponse, gzip: Buffer): void {
    if (this.#entries.get(key) !== answer || answer.gzip) return
    answer.gzip = gzip
    this.#bytes += gzip.length
  }

  delete(key: string): void {
    const found = this.#entries.get(key)
    if (!found) return
    this.#entries.delete(key)
    this.#bytes -= size(key, found)
  }
}
