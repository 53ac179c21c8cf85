// Sign-in opens a session, refresh renews it; sign-out, a password change, its owner or the use of an old token ends it.
import { randomUUID } from 'node:crypto'
import type { AccountSession } from '#contract/account.ts'
import { HttpError } from '#server/http/errors.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { revokeSessions } from './accounts.ts'
import { addSeconds, milliseconds } from './clock.ts'
import type { Claims } from './tokens.ts'
import { endViews } from './viewing/end.ts'

/** Lifetime of a session without a refresh. */
const DEFAULT_SECONDS = 12 * 3600
const REMEMBERED_SECONDS = 30 * 24 * 3600
/** Longest life of a session, however often it is refreshed. */
const MAX_DEFAULT_SECONDS = 24 * 3600
/** A person removed at the identity provider is noticed at the next sign-in there: a working day. */
const MAX_PROVIDER_SECONDS = 8 * 3600
const MAX_REMEMBERED_SECONDS = 90 * 24 * 3600
/** Requests with the token that a refresh has just replaced may be in flight, or the response may have been lost. */
const GRACE_MS = 30_000

/** Whether the previous token of the session was replaced within the grace period. */
export const replacedRecently = (renewed: number, now: Date): boolean => now.getTime() <= renewed + GRACE_MS

const lifetime = (remember: boolean) => (remember ? REMEMBERED_SECONDS : DEFAULT_SECONDS)
const seconds = (count: number) => sql.raw(`interval '${count} seconds'`)
const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

export interface NewSession {
  readonly userId: number
  readonly remember: boolean
  readonly device: string
  readonly client: string
  readonly network: string
  /** Signed in through the identity provider. */
  readonly provider?: boolean
  /** Sealed, for signing out at the provider. */
  readonly idToken?: string | undefined
}

export async function openSession(store: Store, session: NewSession, now: Date): Promise<Claims> {
  const { userId, idToken = null, ...columns } = session
  const sessionId = randomUUID()
  const expires = addSeconds(now, session.provider ? MAX_PROVIDER_SECONDS : lifetime(session.remember))
  await store.transaction(async (tx) => {
    await insertRow(tx, 'sessions', {
      ...{
        session_id: sessionId,
        user_id: userId,
        generation: 1,
        provider: false,
        id_token: idToken,
        ...columns,
      },
      ...{ created_at: now, renewed_at: now, used_at: now, confirmed_at: now, expires_at: expires },
    })
    await tx.run(sql`update users set last_sign_in_at = ${utc(now)} where user_id = ${userId}`)
    await endViews(tx, sql`s.expires_at < ${utc(now)}`, now)
    await tx.run(sql`delete from sessions where expires_at < ${utc(now)}`)
    // Not 'accounts', because no cached session has changed.
    await bumpVersions(tx, ['sign-ins'])
  })
  return { userId, sessionId, generation: 1, issued: inSeconds(now), expires: inSeconds(expires) }
}

/** The claims of the next token. A second refresh with the same token within the grace period returns the same claims. */
export async function renewSession(
  store: Store,
  claims: Omit<Claims, 'issued' | 'expires'>,
  now: Date,
): Promise<Claims> {
  return store.transaction(async (tx) => {
    const renewedRows = await tx.run(sql`
      update sessions set generation = generation + 1, renewed_at = ${utc(now)},
        expires_at = case when provider then created_at + ${seconds(MAX_PROVIDER_SECONDS)} when remember
          then least(${utc(addSeconds(now, REMEMBERED_SECONDS))}, created_at + ${seconds(MAX_REMEMBERED_SECONDS)})
          else least(${utc(addSeconds(now, DEFAULT_SECONDS))}, created_at + ${seconds(MAX_DEFAULT_SECONDS)}) end
      where session_id = ${claims.sessionId} and generation = ${claims.generation} and revoked_at is null`)
    if (renewedRows > 0) await bumpVersions(tx, ['accounts'])
    const session = await tx.one<{ generation: number; renewed_at: string; expires_at: string }>(sql`
      select generation, renewed_at, expires_at from sessions
      where session_id = ${claims.sessionId} and revoked_at is null`)
    const renewed = milliseconds(session?.renewed_at ?? '')
    const generation = claims.generation + 1
    if (session?.generation !== generation || !replacedRecently(renewed, now))
      throw new HttpError('unauthorized')
    return {
      userId: claims.userId,
      sessionId: claims.sessionId,
      generation,
      issued: renewed / 1000,
      expires: milliseconds(session.expires_at) / 1000,
    }
  })
}

export async function endSession(tx: Queries, sessionId: string, now: Date): Promise<void> {
  await endViews(tx, sql`s.session_id = ${sessionId}`, now)
  await tx.run(
    sql`update sessions set revoked_at = ${utc(now)} where session_id = ${sessionId} and revoked_at is null`,
  )
  await bumpVersions(tx, ['accounts'])
}

/** Stores the last use, for the list of sessions; no cached session depends on it. */
export const recordUse = (store: Store, sessionId: string, network: string, now: Date): Promise<number> =>
  store.run(
    sql`update sessions set used_at = ${utc(now)}, network = ${network} where session_id = ${sessionId}`,
  )

/** After its password was typed again. */
export async function confirmSession(tx: Queries, sessionId: string, now: Date): Promise<void> {
  await tx.run(sql`update sessions set confirmed_at = ${utc(now)} where session_id = ${sessionId}`)
  await bumpVersions(tx, ['accounts'])
}

type OpenSession = Omit<AccountSession, 'current'>

/** The open sessions of an account, the last used first. */
export const openSessions = (queries: Queries, userId: number, now: Date): Promise<OpenSession[]> =>
  queries.all<OpenSession>(sql`
    select session_id as id, client, device, network, created_at, used_at, expires_at from sessions
    where user_id = ${userId} and revoked_at is null and expires_at > ${utc(now)}
    order by used_at desc, session_id`)

/** Ends one session of the account; false if it has no such open session. */
export async function endOwnSession(tx: Queries, userId: number, id: string, now: Date): Promise<boolean> {
  await endViews(tx, sql`s.session_id = ${id} and s.user_id = ${userId}`, now)
  const ended = await tx.run(sql`
    update sessions set revoked_at = ${utc(now)}
    where session_id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${utc(now)}`)
  await bumpVersions(tx, ['accounts'])
  return ended > 0
}

/** Ends the sessions of the account but one; returns how many. */
export async function endOtherSessions(tx: Queries, userId: number, keep: string, now: Date) {
  const ended = await revokeSessions(tx, userId, now, keep)
  await bumpVersions(tx, ['accounts'])
  return ended
}
