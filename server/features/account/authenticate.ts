// Access token → caller. Sessions are kept in memory until the version 'accounts' moves, so a call costs no query and a change counts at once.

import type { App, Versions } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { allRoles, type Role } from './accounts.ts'
import { milliseconds } from './clock.ts'
import { endSession, replacedRecently } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

interface Session {
  readonly generation: number
  /** Milliseconds since 1970, UTC. */
  readonly renewed: number
  readonly expires: number
  readonly caller: Principal
}

/** More sessions than this in memory at once, and they are read again. */
const KEPT = 20_000

export function authenticator(store: Store, tokens: Tokens, now: () => Date): App['authenticate'] {
  let version = -1
  let sessions = new Map<string, Session>()
  let roles: Promise<Role[]> | undefined

  return async (token: string, versions: Versions, renews?: true): Promise<Principal> => {
    const claims = await tokens.check(token, now())
    const current = versions.get('accounts')?.version ?? 0
    if (current !== version || sessions.size > KEPT) {
      version = current
      sessions = new Map()
      roles = undefined
    }
    const into = sessions
    let session = into.get(claims.sessionId)
    if (!session) {
      roles ??= allRoles(store)
      session = await readSession(store, claims, await roles)
      if (!session) throw new HttpError(401)
      into.set(claims.sessionId, session)
    }
    if (session.expires <= now().getTime()) throw new HttpError(401)
    if (claims.generation !== session.generation) {
      const onTheWay = replacedRecently(session.renewed, now())
      if (renews && onTheWay && claims.generation === session.generation - 1)
        return { ...session.caller, generation: claims.generation }
      const stolen = claims.generation < session.generation && !onTheWay
      // Two hold tokens of one session: nobody can tell who is right, so both sign in again.
      if (stolen) await store.transaction((tx) => endSession(tx, claims.sessionId, now()))
      throw new HttpError(401)
    }
    return session.caller
  }
}

/** The living session of a living account with a role; nothing otherwise. */
async function readSession(
  store: Store,
  claims: Claims,
  roles: readonly Role[],
): Promise<Session | undefined> {
  const row = await store.one<{
    generation: number
    renewed_at: string
    expires_at: string
    email: string
    name: string
    role: string
  }>(sql`
    select s.generation, s.renewed_at, s.expires_at, u.email, u.name, u.role
    from sessions s join users u on u.user_id = s.user_id
    where s.session_id = ${claims.sessionId} and s.user_id = ${claims.userId}
      and s.revoked_at is null and u.deleted_at is null`)
  const role = row && roles.find((item) => item.name === row.role)
  if (!role) return undefined
  return {
    generation: row.generation,
    renewed: milliseconds(row.renewed_at),
    expires: milliseconds(row.expires_at),
    caller: {
      userId: claims.userId,
      sessionId: claims.sessionId,
      generation: row.generation,
      email: row.email,
      name: row.name,
      role: row.role,
      permissions: new Set(role.permissions),
      scope: role.dist_ids,
    },
  }
}
