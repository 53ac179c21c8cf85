// When the connected shop was last read successfully, from the states of its jobs.

/** A poll runs at least every minute. */
const LATE_MS = 3 * 60_000

export interface ReadingJob {
  readonly job_key: string
  readonly state: string
  /** UTC, YYYY-MM-DD HH:MM:SS; null if it never reached its end. */
  readonly succeeded_at: string | null
}

const momentOf = (succeeded_at: string): string => `${succeeded_at.slice(0, 19).replace(' ', 'T')}.000Z`

/** The last successful poll: orders until then are known; undefined before the first one. */
export function lastPoll(jobs: readonly ReadingJob[]): Date | undefined {
  const at = jobs.find(({ job_key }) => job_key === 'orders')?.succeeded_at
  return at ? new Date(momentOf(at)) : undefined
}

export interface ShopReading {
  /** ISO 8601 in UTC; null if it was never read. */
  readonly at: string | null
  readonly isLate: boolean
}

/** Undefined without a connected shop. A full import under way reads it, so it is not late. */
export function shopReading(
  jobs: readonly ReadingJob[],
  isConnected: boolean,
  now: Date,
): ShopReading | undefined {
  if (!isConnected) return undefined
  const ends = jobs.flatMap(({ job_key, succeeded_at }) =>
    (job_key === 'orders' || job_key === 'import') && succeeded_at !== null ? [succeeded_at] : [],
  )
  const at = ends.length === 0 ? null : momentOf(ends.sort().at(-1)!)
  const isImporting = jobs.some(({ job_key, state }) => job_key === 'import' && state === 'runing')
  return { at, isLate: at !== null && !isImporting && now.getTime() - Date.parse(at) > LATE_MS }
}
