// A forgotten password: a single-use link for one hour, sent by mail; nobody learns whether the e-mail is known.
import { createHash, randomBytes } from 'node:crypto'
import { badRequest } from '#server/http/errors.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { accountByEmail, changePassword } from './accounts.ts'
import { addMilliseconds } from './clock.ts'
import { hashPassword } from './passwords.ts'
import { PER_MAILBOX, subject, tryOnce } from './rate-limit.ts'

const HOUR = 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A new token for the account of an e-mail; none for a stranger or a mailbox that got enough of them. */
export async function requestReset(store: Store, email: string, now: Date): Promise<string | undefined> {
  const account = await accountByEmail(store, email)
  if (!account) return undefined
  if ('wait' in (await tryOnce(store, subject('mailbox', account.email), PER_MAILBOX, now))) return undefined
  const token = randomBytes(32).toString('base64url')
  await store.transaction(async (tx) => {
    await tx.run(
      sql`delete from password_resets where user_id = ${account.user_id} or expires_at < ${utc(now)}`,
    )
    await tx.run(sql`
      insert into password_resets (token_hash, user_id, expires_at)
      values (${hashOf(token)}, ${account.user_id}, ${utc(addMilliseconds(now, HOUR))})`)
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
    // Deleting is what decides between two that come at the same time.
    const taken =
      found && (await tx.run(sql`delete from password_resets where token_hash = ${hashOf(token)}`))
    if (!found || taken !== 1) throw badRequest('token', 'is wrong, used or expired')
    await changePassword(tx, found.user_id, hash, now)
    return found.user_id
  })
}
