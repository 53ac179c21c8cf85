// The trail of changes: written in the transaction that makes them, so there is never one without the other.
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { Principal } from './principal.ts'

export interface Change {
  /** Area and verb: 'user.create', 'role.delete', 'config.set'. */
  readonly action: string
  /** What was changed, as people know it. */
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * The transaction of a change that leaves a trace. One at a time among all servers, so that what it checked, such as the last
 * superAdmin, still holds when it writes.
 */
export const auditedChange = <T>(store: Store, work: (tx: Queries) => Promise<T>): Promise<T> =>
  store.transaction(async (tx) => {
    await bumpVersions(tx, ['audit'])
    return work(tx)
  })

/** Keeps the fields that differ, before and after; give it no secrets. */
export async function audit(tx: Queries, by: Principal, change: Change, now: Date): Promise<void> {
  await tx.run(sql`
    insert into audit (audit_id, done_at, user_id, who, action, subject, changes)
    select nextval('audit_ids'), ${utc(now)}, cast(${by.userId} as bigint), ${by.email}, ${change.action},
      ${change.subject}, ${JSON.stringify(differences(change))}`)
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
