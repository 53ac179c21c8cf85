// Sessions: opened by a sign-in, carried on by refreshes, ended by sign-out, password change, or the use of an old token.
import { randomUUID } from 'node:crypto'
import { CallError } from '#server/http/errors.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bump } from '#server/store/versions.ts'
import { later, utc } from './clock.ts'
import type { Claims } from './tokens.ts'

/** How long a session lasts without a refresh. */
const SHORT_SECONDS = 12 * 3600
const REMEMBERED_SECONDS = 30 * 24 * 3600

const life = (remember: boolean) => (remember ? REMEMBERED_SECONDS : SHORT_SECONDS)
const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

export async function openSession(
  store: Store,
  session: { userId: number; remember: boolean; device: string },
  now: Date,
): Promise<Claims> {
  const sessionId = randomUUID()
  const expires = later(now, life(session.remember))
  await store.transaction(async (tx) => {
    await tx.run(sql`
      insert into sessions (session_id, user_id, generation, remember, device, created_at, renewed_at, expires_at, revoked_at)
      values (${sessionId}, ${session.userId}, 1, ${session.remember}, ${session.device}, ${utc(now)}, ${utc(now)}, ${utc(expires)}, null)`)
    await tx.run(sql`delete from sessions where expires_at < ${utc(now)}`)
    // Apart from 'accounts': no session that is known already has changed.
    await bump(tx, ['sign-ins'])
  })
  return {
    userId: session.userId,
    sessionId,
    generation: 1,
    issued: inSeconds(now),
    expires: inSeconds(expires),
  }
}

/** The next token's claims; of two refreshes with the same token one wins, the other is a 401. */
export async function carryOn(
  store: Store,
  claims: Omit<Claims, 'issued' | 'expires'>,
  now: Date,
): Promise<Claims> {
  return store.transaction(async (tx) => {
    const session = await tx.one<{ remember: boolean }>(
      sql`select remember from sessions where session_id = ${claims.sessionId}`,
    )
    const expires = later(now, life(session?.remember ?? false))
    const moved = await tx.run(sql`
      update sessions set generation = generation + 1, renewed_at = ${utc(now)}, expires_at = ${utc(expires)}
      where session_id = ${claims.sessionId} and generation = ${claims.generation} and revoked_at is null`)
    if (moved === 0) throw new CallError(401)
    await bump(tx, ['accounts'])
    return {
      userId: claims.userId,
      sessionId: claims.sessionId,
      generation: claims.generation + 1,
      issued: inSeconds(now),
      expires: inSeconds(expires),
    }
  })
}

export async function endSession(tx: Queries, sessionId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update sessions set revoked_at = ${utc(now)} where session_id = ${sessionId} and revoked_at is null`,
  )
  await bump(tx, ['accounts'])
}
