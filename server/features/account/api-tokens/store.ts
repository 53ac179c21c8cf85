import type { ApiToken } from '#contract/api-tokens.ts'
import { API_TOKEN_PERMISSIONS, type Permission } from '#contract/permissions.ts'
import type { Principal } from '#server/http/principal.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { type Scope, type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type Role, textsIn } from '../accounts.ts'
import { milliseconds } from '../clock.ts'
import { PRINCIPAL, type PrincipalRow, principalOf, restsAt } from '../principals.ts'

export interface NewApiToken {
  readonly name: string
  readonly token_hash: string
  readonly hint: string
  readonly permissions: readonly Permission[]
  /** null: every distributor of the account. */
  readonly dist_ids: readonly string[] | null
  readonly expires_at: Date
}

/** Returns the id. */
export async function createApiToken(tx: Queries, userId: number, token: NewApiToken, now: Date) {
  await bumpVersions(tx, ['accounts'])
  const { permissions, dist_ids, ...columns } = token
  return insertNumbered(tx, 'api_tokens', ['token_id', 'api_token_ids'], {
    ...{ user_id: userId, ...columns, created_at: now, network: '' },
    permissions: JSON.stringify(permissions),
    dist_ids: dist_ids && JSON.stringify(dist_ids),
  })
}

/** `permissions` and `dist_ids` are JSON. */
export type StoredApiToken = Readonly<Omit<ApiToken, 'permissions' | 'dist_ids' | 'expired'>> & {
  readonly permissions: string
  readonly dist_ids: string | null
}

const listed = sql`token_id as id, name, hint, permissions, dist_ids, created_at, expires_at, used_at, network`

export const apiTokensOf = (queries: Queries, userId: number): Promise<StoredApiToken[]> =>
  queries.all<StoredApiToken>(sql`
    select ${listed} from api_tokens where user_id = ${userId} and revoked_at is null
    order by created_at desc, token_id desc`)

export const ownApiToken = (queries: Queries, userId: number, id: number) =>
  queries.one<StoredApiToken>(sql`
    select ${listed} from api_tokens where token_id = ${id} and user_id = ${userId} and revoked_at is null`)

export async function revokeApiToken(tx: Queries, id: number, now: Date): Promise<void> {
  await tx.run(
    sql`update api_tokens set revoked_at = ${utc(now)} where token_id = ${id} and revoked_at is null`,
  )
  await bumpVersions(tx, ['accounts'])
}

/** Stores the last use, for the list of tokens; no cached token depends on it. */
export const recordTokenUse = (store: Store, id: number, network: string, now: Date): Promise<number> =>
  store.run(sql`update api_tokens set used_at = ${utc(now)}, network = ${network} where token_id = ${id}`)

/** The rights that both the token and its account have. */
export function heldBy(
  token: Pick<StoredApiToken, 'permissions' | 'dist_ids'>,
  owner: { readonly permissions: Iterable<Permission>; readonly scope: Scope },
): { permissions: Permission[]; scope: Scope } {
  const given = textsIn(token.permissions)
  const owned = new Set(owner.permissions)
  const limit = token.dist_ids === null ? null : textsIn(token.dist_ids)
  return {
    permissions: API_TOKEN_PERMISSIONS.filter((one) => given.includes(one) && owned.has(one)),
    scope: limit === null ? owner.scope : limit.filter((id) => owner.scope?.includes(id) ?? true),
  }
}

export interface UsableApiToken {
  /** Milliseconds since 1970, UTC. */
  readonly expires: number
  readonly usedAt: number
  readonly principal: Principal
}

/** The unrevoked token of an active account with a role. */
export async function readApiToken(
  store: Store,
  condition: Sql,
  roles: readonly Role[],
): Promise<UsableApiToken | undefined> {
  type Stored = Pick<StoredApiToken, 'permissions' | 'dist_ids' | 'expires_at' | 'used_at'>
  const row = await store.one<PrincipalRow & Stored & { token_id: number }>(sql`
    select t.token_id, t.permissions, t.dist_ids, t.expires_at, t.used_at, ${PRINCIPAL}
    from api_tokens t join users u on u.user_id = t.user_id
    where ${condition} and t.revoked_at is null and u.deleted_at is null`)
  const owner = row && principalOf(row, roles)
  if (!owner) return undefined
  const { permissions, scope } = heldBy(row, owner)
  return {
    expires: Math.min(milliseconds(row.expires_at), restsAt(row)),
    usedAt: row.used_at === null ? 0 : milliseconds(row.used_at),
    principal: { ...owner, apiToken: row.token_id, permissions: new Set(permissions), scope },
  }
}
