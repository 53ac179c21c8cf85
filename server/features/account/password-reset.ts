// Password reset by a single-use link, valid for one hour; callers do not learn whether the e-mail is known.
import { createHash, randomBytes } from 'node:crypto'
import { badRequest } from '#server/http/errors.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { accountByEmail, changePassword } from './accounts.ts'
import { addSeconds } from './clock.ts'
import { hashPassword } from './passwords.ts'
import { countAttempt, limitKey, PER_MAILBOX } from './rate-limit.ts'

const HOUR_SECONDS = 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A new token for the account of an e-mail; undefined if there is none or it has received too many. */
export async function requestReset(store: Store, email: string, now: Date): Promise<string | undefined> {
  const account = await accountByEmail(store, email)
  if (!account) return undefined
  const attempt = await countAttempt(store, limitKey('mailbox', account.email), PER_MAILBOX, now)
  if ('wait' in attempt) return undefined
  const token = randomBytes(32).toString('base64url')
  await store.transaction(async (tx) => {
    await tx.run(
      sql`delete from password_resets where user_id = ${account.user_id} or expires_at < ${utc(now)}`,
    )
    await tx.run(sql`
      insert into password_resets (token_hash, user_id, expires_at)
      values (${hashOf(token)}, ${account.user_id}, ${utc(addSeconds(now, HOUR_SECONDS))})`)
  })
  return token
}

export async function confirmReset(
  store: Store,
  token: string,
  password: string,
  now: Date,
): Promise<number> {
  const hash = await hashPassword(password)
  return store.transaction(async (tx) => {
    const found = await tx.one<{ user_id: number }>(sql`
      select r.user_id from password_resets r join users u on u.user_id = r.user_id
      where r.token_hash = ${hashOf(token)} and r.expires_at > ${utc(now)} and u.deleted_at is null`)
    // Of two simultaneous requests only one deletes the row.
    const deleted =
      found && (await tx.run(sql`delete from password_resets where token_hash = ${hashOf(token)}`))
    if (!found || deleted !== 1) throw badRequest('token', 'is wrong, used or expired')
    await changePassword(tx, found.user_id, hash, now)
    return found.user_id
  })
}
