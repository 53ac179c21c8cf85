// Who asks, and what they may do. Room http: turns contract entries into routes; may import contract and store.
// Every decision about access is taken here, before any query and any cache.
import type { Access, Permission } from '#contract/permissions.ts'
import type { Sql } from '#server/store/sql.ts'
import { sql } from '#server/store/sql.ts'

export interface Principal {
  readonly userId: number
  readonly sessionId: string
  /** Which of the session's tokens this is: the newest, or, to renew it, the one before. */
  readonly generation: number
  readonly email: string
  readonly name: string
  /** Name of the account's role; '' for an account that waits for one. */
  readonly role: string
  readonly permissions: ReadonlySet<Permission>
  /** The distributors the role is limited to; null: all of them. */
  readonly scope: readonly string[] | null
}

/** Who calls where nobody needs to sign in: sees nothing that is guarded. */
export const ANONYMOUS: Principal = {
  userId: 0,
  sessionId: '',
  generation: 0,
  email: '',
  name: '',
  role: '',
  permissions: new Set(),
  scope: [],
}

export const may = (caller: Principal, access: Access): boolean =>
  access === 'public' || (access === 'session' ? caller.userId > 0 : caller.permissions.has(access))

/** Limits a query to the caller's distributors; `column` is the query's own dist_id. */
export function inScope(scope: readonly string[] | null, column: Sql = sql`dist_id`): Sql {
  return scope === null ? sql`true` : sql`${column} in (${scope})`
}

const words = new WeakMap<Principal, string>()

/** What an answer depends on beside its parameters and data: two callers with the same word get the same bytes. */
export function permissionFingerprint(caller: Principal): string {
  const known = words.get(caller)
  if (known !== undefined) return known
  const word = JSON.stringify([[...caller.permissions].sort(), caller.scope && [...caller.scope].sort()])
  words.set(caller, word)
  return word
}
