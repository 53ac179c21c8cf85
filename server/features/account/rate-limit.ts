// Limits on tries, kept in the store so that every server process counts the same.
import { createHash, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { HttpError } from '#server/http/errors.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { addMilliseconds, milliseconds } from './clock.ts'

export interface Limit {
  readonly most: number
  readonly seconds: number
}

/** Wrong passwords for one e-mail, whether it has an account or not. */
export const PER_ACCOUNT: Limit = { most: 10, seconds: 15 * 60 }
/** Wrong sign-ins from one address: a whole office may share it. */
export const PER_ADDRESS: Limit = { most: 60, seconds: 15 * 60 }
/** Accounts or mails asked for from one address. */
export const PER_ADDRESS_REQUESTS: Limit = { most: 20, seconds: 60 * 60 }
/** Reset mails to one e-mail. */
export const PER_MAILBOX: Limit = { most: 3, seconds: 60 * 60 }

/** Where a call comes from: its IPv4 address; of IPv6 the network, since whoever has one address has all of its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1]
  if (mapped) return mapped
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')))
  // The last two groups may be written as an IPv4 address.
  const zeros = 8 - head.length - tail.length - (plain.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** What is counted, as a hash: 'account' and an e-mail, 'address' and the network that a call came from. */
export const subject = (kind: string, value: string): string =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`

/**
 * Counts a try before it is made, so that tries at the same time cannot pass together; gives its id, or the seconds to wait.
 * A try that is refused does not count, so the wait ends even under attack.
 */
export async function tryOnce(
  store: Store,
  subject: string,
  limit: Limit,
  now: Date,
): Promise<{ attempt: string } | { wait: number }> {
  const attempt = randomUUID()
  await store.run(
    sql`insert into sign_in_attempts (attempt_id, subject, tried_at) values (${attempt}, ${subject}, ${utc(now)})`,
  )
  const since = utc(addMilliseconds(now, -limit.seconds))
  const tries = await store.one<{ tries: number; oldest: string }>(sql`
    select count(*) as tries, min(tried_at) as oldest from sign_in_attempts
    where subject = ${subject} and tried_at > ${since}`)
  if (!tries || tries.tries <= limit.most) return { attempt }
  await store.run(sql`delete from sign_in_attempts where attempt_id = ${attempt}`)
  const free = milliseconds(tries.oldest) + limit.seconds * 1000
  return { wait: Math.max(1, Math.ceil((free - now.getTime()) / 1000)) }
}

/** The id of the try, or a 429 with Retry-After when there were too many. */
export async function allowOnce(store: Store, subject: string, limit: Limit, now: Date): Promise<string> {
  const result = await tryOnce(store, subject, limit, now)
  if ('wait' in result) throw new HttpError(429, 'Too Many Requests', { retryAfter: result.wait })
  return result.attempt
}

/** A sign-in that went well: it does not count itself, its account starts anew, and what is too old to count is swept out. */
export async function forgive(store: Store, attempt: string, account: string, now: Date): Promise<void> {
  const old = utc(addMilliseconds(now, -PER_ADDRESS_REQUESTS.seconds))
  await store.run(sql`
    delete from sign_in_attempts where attempt_id = ${attempt} or subject = ${account} or tried_at < ${old}`)
}
