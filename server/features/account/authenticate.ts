// Access token or API token → principal. Sessions are cached until the version 'accounts' changes, so that calls need no query and changes
// apply at once.
import type { App, TokenUse, Versions } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { isSettled, type Principal, permissionFingerprint, signedIn } from '#server/http/principal.ts'
import { looksLikeApiToken } from '#server/http/token-secret.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { allRoles, type Role, rolesReadOnce } from './accounts.ts'
import { apiTokenAuthenticator } from './api-tokens/authenticate.ts'
import { readApiToken } from './api-tokens/store.ts'
import { milliseconds } from './clock.ts'
import { PRINCIPAL, type PrincipalRow, principalOf } from './principals.ts'
import { networkOf } from './rate-limit.ts'
import { endSession, recordUse, replacedRecently } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'
import { endViews } from './viewing/end.ts'
import { asViewed, VIEW, type View } from './viewing/viewed.ts'

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
    atProvider(signedIn(principal).userId)
    return principal
  }
}

function credentialReader(store: Store, tokens: Tokens, now: () => Date): App['authenticate'] {
  const byApiToken = apiTokenAuthenticator(store, now)
  let version = -1
  let sessions = new Map<string, Session>()
  const roles = rolesReadOnce(store)

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
      roles.forget()
    }
    // A concurrent call may replace the map while this one reads.
    const cache = sessions
    let session = cache.get(claims.sessionId)
    if (!session) {
      session = await readSession(store, claims, await roles.read())
      if (!session) throw new HttpError('unauthorized')
      if (session.principal.viewer?.ended)
        await store.transaction((tx) => endViews(tx, sql`s.session_id = ${claims.sessionId}`, now()))
      cache.set(claims.sessionId, session)
    }
    if (session.expires <= now().getTime()) throw new HttpError('unauthorized')
    if (claims.generation !== session.generation) {
      const inGrace = replacedRecently(session.renewed, now())
      if (use?.renews && inGrace && claims.generation === session.generation - 1)
        return { ...session.principal, generation: claims.generation }
      const stolen = claims.generation < session.generation && !inGrace
      // Two clients have tokens of one session and either may be the thief, so both must sign in again.
      if (stolen) await store.transaction((tx) => endSession(tx, claims.sessionId, now()))
      throw new HttpError('unauthorized')
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
  const row = await store.one<
    PrincipalRow &
      View &
      Record<'renewed_at' | 'expires_at' | 'used_at' | 'confirmed_at', string> & { generation: number }
  >(sql`
    select s.generation, s.renewed_at, s.expires_at, s.used_at, s.confirmed_at, ${VIEW}, ${PRINCIPAL}
    from sessions s join users u on u.user_id = s.user_id
    where s.session_id = ${claims.sessionId} and s.user_id = ${claims.userId}
      and s.revoked_at is null and u.deleted_at is null`)
  const account = row && principalOf(row, roles)
  if (!account) return undefined
  const { sessionId } = claims
  const { generation } = row
  const own = { ...account, sessionId, generation, confirmedAt: milliseconds(row.confirmed_at) }
  return {
    generation,
    renewed: milliseconds(row.renewed_at),
    expires: milliseconds(row.expires_at),
    usedAt: milliseconds(row.used_at),
    principal: await asViewed(store, own, row, roles),
  }
}

/**
 * Whether the caller of a running call could still make it. Unlike authentication, it ignores the session's token, which a refresh
 * may have replaced meanwhile.
 */
export const accessHolder =
  (store: Store, now: () => Date) =>
  async (principal: Principal): Promise<boolean> => {
    const roles = await allRoles(store)
    const current =
      principal.apiToken === undefined
        ? await readSession(store, { ...principal, ...signedIn(principal) }, roles)
        : await readApiToken(store, sql`t.token_id = ${principal.apiToken}`, roles)
    if (!current || current.expires <= now().getTime()) return false
    if (!isSettled(current.principal) || current.principal.userId !== principal.userId) return false
    return permissionFingerprint(current.principal) === permissionFingerprint(principal)
  }
