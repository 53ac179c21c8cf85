// The account that owns something that runs without it, such as a data link. It has no more rights there than its API tokens.
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import type { Principal } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { allRoles } from './accounts.ts'
import { PRINCIPAL, type PrincipalRow, principalOf, restsAt } from './principals.ts'

/**
 * `atProvider` may ask there about each account. Undefined for an account that is deleted, rests, has no role, or must
 * first change its password or set up its second factor.
 */
export const ownerReader =
  (store: Store, now = () => new Date(), atProvider = (_userId: number) => {}) =>
  async (userId: number): Promise<Principal | undefined> => {
    atProvider(userId)
    const row = await store.one<PrincipalRow>(
      sql`select ${PRINCIPAL} from users u where u.user_id = ${userId} and u.deleted_at is null`,
    )
    const principal = row && principalOf(row, await allRoles(store))
    if (!principal || restsAt(row) <= now().getTime()) return undefined
    if (principal.mustChangePassword || principal.mustSetUpSecondFactor) return undefined
    const permissions = API_TOKEN_PERMISSIONS.filter((one) => principal.permissions.has(one))
    return { ...principal, permissions: new Set(permissions) }
  }
