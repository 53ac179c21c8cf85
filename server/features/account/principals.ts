// What an account may do, for each way of making calls in its name: sessions, API tokens and data links.
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import { isSettled, type Principal } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type Account, allRoles, type Role, textsIn } from './accounts.ts'
import { milliseconds } from './clock.ts'

/** Tokens and links of users of the identity provider stop working this long after their last sign-in there. */
const PROVIDER_REST_MS = 30 * 24 * 3600 * 1000

/** For a query on `users u`: the time from which that period counts; null for other accounts. */
const lastSeenAtProvider = sql`(case when u.user_id in (select user_id from identities)
  then coalesce(u.last_sign_in_at, u.created_at) end)`

/** Columns of `users u` that decide what the account may do. */
export const PRINCIPAL = sql`u.user_id, u.email, u.name, u.role, u.password_from, u.dist_ids as claimed,
  (u.user_id in (select user_id from second_factors) or u.user_id in (select user_id from passkeys)) as has_factor,
  ${lastSeenAtProvider} as seen`

export interface PrincipalRow extends Readonly<Omit<Account, 'password_hash' | 'email_proven'>> {
  /** Distributors that the identity provider claims, as JSON. */
  readonly claimed: string | null
  readonly has_factor: boolean
  readonly seen: string | null
}

/** Undefined for an account without a role. What depends on the session is that of an account without one. */
export function principalOf(row: PrincipalRow, roles: readonly Role[]): Principal | undefined {
  const role = roles.find(({ name }) => name === row.role)
  if (!role) return undefined
  return {
    ...{ userId: row.user_id, sessionId: '', generation: 0, confirmedAt: 0 },
    ...{ email: row.email, name: row.name, role: row.role },
    permissions: new Set(role.permissions),
    scope: scopeOf(role, row.claimed),
    mustChangePassword: row.password_from === 'administrator',
    mustSetUpSecondFactor: role.second_factor && !row.has_factor && row.password_from !== 'provider',
  }
}

/** When tokens and links of the account begin to rest, in milliseconds since 1970. */
export const restsAt = ({ seen }: PrincipalRow): number =>
  seen === null ? Number.POSITIVE_INFINITY : milliseconds(seen) + PROVIDER_REST_MS

/** Distributors that an account sees: those of the role, limited by the claims of its provider. */
function scopeOf({ dist_ids }: Role, claimed: string | null): string[] | null {
  if (claimed === null) return dist_ids
  const ids = textsIn(claimed)
  return dist_ids === null ? ids : dist_ids.filter((id) => ids.includes(id))
}

type AccountReader = (userId: number) => Promise<Principal | undefined>

/**
 * An account as of now. `atProvider` may ask there about each one. Undefined for an account that is deleted, rests, has no role, or
 * must first change its password or set up its second factor.
 */
export const accountReader =
  (store: Store, now = () => new Date(), atProvider = (_userId: number) => {}): AccountReader =>
  async (userId) => {
    atProvider(userId)
    const row = await store.one<PrincipalRow>(
      sql`select ${PRINCIPAL} from users u where u.user_id = ${userId} and u.deleted_at is null`,
    )
    const principal = row && principalOf(row, await allRoles(store))
    return principal && isSettled(principal) && restsAt(row) > now().getTime() ? principal : undefined
  }

/** The account that owns something that runs without it, such as a data link, with no more rights than its API tokens. */
export const ownerReader = (...of: Parameters<typeof accountReader>): AccountReader => {
  const read = accountReader(...of)
  return async (userId) => {
    const principal = await read(userId)
    if (!principal) return undefined
    const permissions = API_TOKEN_PERMISSIONS.filter((one) => principal.permissions.has(one))
    return { ...principal, permissions: new Set(permissions) }
  }
}
