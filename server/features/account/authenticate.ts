// Access token or API token → principal. Sessions are cached until the version 'accounts' changes, so that calls need no query and changes
// apply at once.
import type { App, TokenUse, Versions } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { looksLikeApiToken } from '#server/http/token-secret.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { allRoles, hasSecondFactor, type PasswordFrom, type Role, scopeOf } from './accounts.ts'
import { apiTokenAuthenticator } from './api-tokens/authenticate.ts'
import { milliseconds } from './clock.ts'
import { networkOf } from './rate-limit.ts'
import { endSession, recordUse, replacedRecently } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

interface Session {
  readonly generation: number
  /** Milliseconds since 1970, UTC. */
  readonly renewed: number
  readonly expires: number
  readonly principal: Principal
  /** The stored last use. */
  usedAt: number
}

/** The stored last use of a session is at most this old. */
const USE_PAUSE_MS = 5 * 60_000

/** The cache is cleared beyond this size. */
const MAX_SESSIONS = 20_000

/** `atProvider` may ask there about each account. */
export function authenticator(
  store: Store,
  tokens: Tokens,
  now: () => Date,
  atProvider: (userId: number) => void,
): App['authenticate'] {
  const authenticate = credentialReader(store, tokens, now)
  return async (...credential) => {
    const principal = await authenticate(...credential)
    atProvider(principal.userId)
    return principal
  }
}

function credentialReader(store: Store, tokens: Tokens, now: () => Date): App['authenticate'] {
  const byApiToken = apiTokenAuthenticator(store, now)
  let version = -1
  let sessions = new Map<string, Session>()
  let roles: Promise<Role[]> | undefined

  /** Not awaited, because it may queue behind an import; without it, only the list of sessions is less exact. */
  const noteUse = (session: Session, address: string) => {
    const at = now()
    if (at.getTime() - session.usedAt < USE_PAUSE_MS) return
    session.usedAt = at.getTime()
    recordUse(store, session.principal.sessionId, networkOf(address), at).catch(() => {})
  }

  return async (token: string, versions: Versions, use?: TokenUse): Promise<Principal> => {
    if (looksLikeApiToken(token)) return byApiToken(token, versions, use)
    const claims = await tokens.check(token, now())
    const current = versions.get('accounts')?.version ?? 0
    if (current !== version || sessions.size > MAX_SESSIONS) {
      version = current
      sessions = new Map()
      roles = undefined
    }
    // A concurrent call may replace the map while this one reads.
    const cache = sessions
    let session = cache.get(claims.sessionId)
    if (!session) {
      roles ??= allRoles(store)
      session = await readSession(store, claims, await roles)
      if (!session) throw new HttpError(401)
      cache.set(claims.sessionId, session)
    }
    if (session.expires <= now().getTime()) throw new HttpError(401)
    if (claims.generation !== session.generation) {
      const inGrace = replacedRecently(session.renewed, now())
      if (use?.renews && inGrace && claims.generation === session.generation - 1)
        return { ...session.principal, generation: claims.generation }
      const stolen = claims.generation < session.generation && !inGrace
      // Two clients have tokens of one session and either may be the thief, so both must sign in again.
      if (stolen) await store.transaction((tx) => endSession(tx, claims.sessionId, now()))
      throw new HttpError(401)
    }
    if (use) noteUse(session, use.address)
    return session.principal
  }
}

/** The active session of an active account with a role. */
export async function readSession(
  store: Store,
  claims: Pick<Claims, 'userId' | 'sessionId'>,
  roles: readonly Role[],
): Promise<Session | undefined> {
  const row = await store.one<{
    generation: number
    renewed_at: string
    expires_at: string
    email: string
    name: string
    role: string
    password_from: PasswordFrom
    used_at: string
    confirmed_at: string
    has_factor: boolean
    dist_ids: string | null
  }>(sql`
    select s.generation, s.renewed_at, s.expires_at, s.used_at, s.confirmed_at,
      u.email, u.name, u.role, u.password_from, u.dist_ids,
      ${hasSecondFactor} as has_factor
    from sessions s join users u on u.user_id = s.user_id
    where s.session_id = ${claims.sessionId} and s.user_id = ${claims.userId}
      and s.revoked_at is null and u.deleted_at is null`)
  const role = row && roles.find((item) => item.name === row.role)
  if (!role) return undefined
  return {
    generation: row.generation,
    renewed: milliseconds(row.renewed_at),
    expires: milliseconds(row.expires_at),
    usedAt: milliseconds(row.used_at),
    principal: {
      userId: claims.userId,
      sessionId: claims.sessionId,
      generation: row.generation,
      email: row.email,
      name: row.name,
      role: row.role,
      permissions: new Set(role.permissions),
      scope: scopeOf(role, row.dist_ids),
      mustChangePassword: row.password_from === 'administrator',
      mustSetUpSecondFactor: role.second_factor && !row.has_factor && row.password_from !== 'provider',
      confirmedAt: milliseconds(row.confirmed_at),
    },
  }
}
