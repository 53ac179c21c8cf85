// The account that owns something that runs without it, such as a data link. It has no more rights there than its API tokens.
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import type { Principal } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import {
  allRoles,
  hasSecondFactor,
  lastSeenAtProvider,
  type PasswordFrom,
  PROVIDER_REST_MS,
  scopeOf,
} from './accounts.ts'
import { milliseconds } from './clock.ts'

/**
 * `atProvider` may ask there about each account. Undefined for an account that is deleted, rests, has no role, or must
 * first change its password or set up its second factor.
 */
export const ownerReader =
  (store: Store, now = () => new Date(), atProvider = (_userId: number) => {}) =>
  async (userId: number): Promise<Principal | undefined> => {
    atProvider(userId)
    const row = await store.one<{
      email: string
      name: string
      role: string
      password_from: PasswordFrom
      dist_ids: string | null
      has_factor: boolean
      seen: string | null
    }>(sql`
      select u.email, u.name, u.role, u.password_from, u.dist_ids, ${hasSecondFactor} as has_factor,
        ${lastSeenAtProvider} as seen
      from users u
      where u.user_id = ${userId} and u.deleted_at is null`)
    const role = row && (await allRoles(store)).find(({ name }) => name === row.role)
    if (
      !role ||
      (row.seen !== null && milliseconds(row.seen) + PROVIDER_REST_MS <= now().getTime()) ||
      row.password_from === 'administrator' ||
      (role.second_factor && !row.has_factor && row.password_from !== 'provider')
    )
      return undefined
    return {
      userId,
      sessionId: '',
      generation: 0,
      email: row.email,
      name: row.name,
      role: row.role,
      permissions: new Set(API_TOKEN_PERMISSIONS.filter((one) => role.permissions.includes(one))),
      scope: scopeOf(role, row.dist_ids),
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
      confirmedAt: 0,
    }
  }
