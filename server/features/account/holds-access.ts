// Whether the caller of a running call could still make it. Unlike authentication, it ignores the session's token, which a
// refresh may have replaced meanwhile.
import { type Principal, permissionFingerprint } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { allRoles } from './accounts.ts'
import { readApiToken } from './api-tokens/store.ts'
import { readSession } from './authenticate.ts'

export const accessHolder =
  (store: Store, now: () => Date) =>
  async (principal: Principal): Promise<boolean> => {
    const roles = await allRoles(store)
    const current =
      principal.apiToken === undefined
        ? await readSession(store, principal, roles)
        : await readApiToken(store, sql`t.token_id = ${principal.apiToken}`, roles)
    if (!current || current.expires <= now().getTime()) return false
    return permissionFingerprint(current.principal) === permissionFingerprint(principal)
  }
