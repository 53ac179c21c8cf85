import type { AuditAction } from '#contract/value-labels.ts'
import { type Author, type Change as StoredChange, audit as store } from '#server/store/audit.ts'
import type { Queries } from '#server/store/store.ts'

export { auditedChange } from '#server/store/audit.ts'

/** A change whose action has words on screen. */
export interface Change extends StoredChange {
  readonly action: AuditAction
}

export const audit = (tx: Queries, by: Author, change: Change, now: Date): Promise<void> =>
  store(tx, by, change, now)
