// Notices that a cache answers in the shop's place: new and changed orders then arrive late or never.

export interface CacheWatch {
  /** `asked`: when the request was sent, in milliseconds. */
  look(headers: Headers, asked: number): void
  isCached(): boolean
}

const HIT_HEADERS = [
  'x-cache',
  'x-cache-status',
  'x-proxy-cache',
  'x-fastcgi-cache',
  'x-litespeed-cache',
  'cf-cache-status',
]
/** A shop's clock may be wrong by this much, which is also WooCommerce's limit for signed requests. */
const CLOCK_TOLERANCE_MS = 15 * 60_000
/** Within a run, the shop's clock goes as ours does. */
const DRIFT_MS = 60_000

export function cacheWatch(): CacheWatch {
  let cached = false
  let ahead = Number.NEGATIVE_INFINITY
  return {
    look(headers, asked) {
      const isHit = HIT_HEADERS.some((name) => /\bhit\b/i.test(headers.get(name) ?? ''))
      const written = Date.parse(headers.get('date') ?? '')
      const skew = Number.isNaN(written) ? 0 : written - asked
      ahead = Math.max(ahead, skew)
      const isOld = skew < -CLOCK_TOLERANCE_MS || skew < ahead - DRIFT_MS
      cached ||= isHit || Number(headers.get('age') ?? 0) > 0 || isOld
    },
    isCached: () => cached,
  }
}
