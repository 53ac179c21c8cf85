// Counts are kept in the store, so all server processes share them.
import { createHash, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { HttpError } from '#server/http/errors.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { addSeconds, milliseconds } from './clock.ts'

export interface Limit {
  readonly max: number
  readonly seconds: number
}

/** Wrong passwords per e-mail and network, whether or not the account exists; also per known device and per session. */
export const PER_ACCOUNT: Limit = { max: 10, seconds: 15 * 60 }
/** Wrong passwords per e-mail from all networks. */
export const PER_ACCOUNT_EVERYWHERE: Limit = { max: 100, seconds: 60 * 60 }
/** Wrong codes of the second factor per account, from all networks. */
export const CODES_PER_ACCOUNT: Limit = { max: 30, seconds: 60 * 60 }
/** Wrong sign-ins per address, which a whole office may share. */
export const PER_ADDRESS: Limit = { max: 60, seconds: 15 * 60 }
/** Challenges for passkeys per address. */
export const PASSKEY_CHALLENGES: Limit = { max: 300, seconds: 15 * 60 }
/** Requests for accounts or mails per address. */
export const PER_ADDRESS_REQUESTS: Limit = { max: 20, seconds: 60 * 60 }
/** Reset mails per e-mail. */
export const PER_MAILBOX: Limit = { max: 3, seconds: 60 * 60 }

/** The IPv4 address, or the /64 network of an IPv6 address, which belongs to one client as a whole. */
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

/** Key of a counter with its value hashed: 'account' and an e-mail, 'address' and a network. */
export const limitKey = (kind: string, value: string): string =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`

/**
 * Counts an attempt before it is made, so that simultaneous attempts cannot exceed the limit together. Returns its id, or the
 * seconds to wait. Refused attempts do not count, so the wait ends even under attack.
 */
export async function countAttempt(
  store: Store,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ attempt: string } | { wait: number }> {
  const attempt = randomUUID()
  await insertRow(store, 'sign_in_attempts', { attempt_id: attempt, subject: key, tried_at: now })
  const since = utc(addSeconds(now, -limit.seconds))
  const found = await store.one<{ attempts: number; oldest: string }>(sql`
    select count(*) as attempts, min(tried_at) as oldest from sign_in_attempts
    where subject = ${key} and tried_at > ${since}`)
  if (!found || found.attempts <= limit.max) return { attempt }
  await store.run(sql`delete from sign_in_attempts where attempt_id = ${attempt}`)
  const freeAt = milliseconds(found.oldest) + limit.seconds * 1000
  return { wait: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) }
}

/** The id of the counted attempt; throws a 429 with Retry-After beyond the limit. */
export async function limitRate(store: Store, key: string, limit: Limit, now: Date): Promise<string> {
  const result = await countAttempt(store, key, limit, now)
  if ('wait' in result) throw new HttpError('too-many-requests', { retryAfter: result.wait })
  return result.attempt
}

/** Its attempts do not count: after a success, and where nothing was tried. */
export const giveBack = (store: Store, attempts: readonly string[]): Promise<number> =>
  store.run(sql`delete from sign_in_attempts where attempt_id in (${attempts})`)

/** After a right password: deletes its own attempts, the failed ones of its first counter, and expired ones. */
async function clearAttempts(
  store: Store,
  { attempts, key }: { attempts: readonly string[]; key: string },
  now: Date,
): Promise<void> {
  const old = utc(addSeconds(now, -PER_ADDRESS_REQUESTS.seconds))
  await store.run(sql`
    delete from sign_in_attempts
    where attempt_id in (${attempts}) or subject = ${key} or tried_at < ${old}`)
}

interface Counter {
  readonly key: string
  readonly limit: Limit
}

/**
 * Checks a password within the limits of all counters; the first is that of the narrowest subject. Throws a 429 beyond them,
 * and `wrong` (default: a 401) for a wrong password.
 */
export async function limitedCheck(
  store: Store,
  counters: readonly [Counter, ...Counter[]],
  now: () => Date,
  check: () => Promise<boolean>,
  wrong = new HttpError('wrong-credentials'),
): Promise<void> {
  const attempts: string[] = []
  try {
    for (const { key, limit } of counters) attempts.push(await limitRate(store, key, limit, now()))
  } catch (error) {
    // No password was checked, so what the counters before this one counted would only lengthen the wait.
    if (error instanceof HttpError) await giveBack(store, attempts)
    throw error
  }
  if (!(await check())) throw wrong
  await clearAttempts(store, { attempts, key: counters[0].key }, now())
}
