// The audit trail: who changed what, and when.
import { insertRow } from './rows.ts'
import { sql } from './sql.ts'
import type { Queries, Store } from './store.ts'
import { bumpVersions } from './versions.ts'

export interface Change {
  /** Area and verb: 'user.create', 'role.delete', 'config.set'. */
  readonly action: string
  /** Name of what was changed, as people know it. */
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

export interface Author {
  /** 0 for a change by no account of Góndola. */
  readonly userId: number
  readonly email: string
}

/** The author of changes that a terminal or Góndola itself made. */
export const GONDOLA: Author = { userId: 0, email: 'gondola' }

/**
 * Runs an audited change in a transaction. Such changes run one at a time across all servers, so that a check, such as for the
 * last superAdmin, still holds when the change is written.
 */
export const auditedChange = <T>(store: Store, work: (tx: Queries) => Promise<T>): Promise<T> =>
  store.transaction(async (tx) => {
    await bumpVersions(tx, ['audit'])
    return work(tx)
  })

/** Stores the fields that differ, before and after; must not be given secrets. */
export async function audit(tx: Queries, by: Author, change: Change, now: Date): Promise<void> {
  const { action, subject } = change
  const about = { done_at: now, user_id: by.userId, who: by.email, action, subject }
  const changes = JSON.stringify(differences(change))
  await insertRow(tx, 'audit', { audit_id: sql`nextval('audit_ids')`, ...about, changes })
  await bumpVersions(tx, ['audit'])
}

function differences({ before = {}, after = {} }: Change): Record<string, [unknown, unknown]> {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...fields]
      .map((field) => [field, [before[field] ?? null, after[field] ?? null]] as const)
      .filter(([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to))
      .map(([field, [from, to]]): [string, [unknown, unknown]] => [field, [from, to]]),
  )
}
