// Asks the provider between sign-ins whether a person still has access there, with the refresh token that it gave.
import { LRUCache } from 'lru-cache'
import type { AdminApp } from '#server/http/app.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { accountById } from '../accounts.ts'
import type { Sealing } from '../session-secret.ts'
import { administeredChange } from '../super-admins.ts'
import { applyClaims, withdraw } from './accounts.ts'
import { type Identity, identityOf } from './claims.ts'
import { type Authorized, asksForRefresh, claimsIn, configurationOf, renewed } from './client.ts'
import { activeProvider, clientOf, type StoredProvider } from './settings.ts'

const CHECK_MS = 15 * 60_000
/** An account that makes calls is checked this often. */
const LOOK_MS = 60_000
const MAX_ACCOUNTS = 20_000
const PURPOSE = 'refresh token'

/** The sealed refresh token; null unless the operator asks for one. */
export const keptToken = ({ scopes }: StoredProvider, { refresh_token }: Authorized, sealing: Sealing) =>
  asksForRefresh(scopes) && refresh_token !== undefined ? sealing.seal(PURPOSE, refresh_token) : null

export const keepToken = (
  queries: Queries,
  { iss, sub }: Identity,
  sealed: string | null,
  now: Date,
): Promise<number> =>
  queries.run(sql`
    update identities set refresh_token = cast(${sealed} as text), checked_at = ${utc(now)}
    where issuer = ${iss} and subject = ${sub}`)

/** Whether the provider can be asked about people between their sign-ins. */
export async function checksAt(
  queries: Queries,
  { issuer, scopes }: Pick<StoredProvider, 'issuer' | 'scopes'>,
): Promise<'off' | 'unknown' | 'impossible' | 'on'> {
  if (!asksForRefresh(scopes)) return 'off'
  const found = await queries.one<{ people: number; tokens: number }>(sql`
    select count(checked_at) as people, count(refresh_token) as tokens from identities where issuer = ${issuer}`)
  if (!found || found.people === 0) return 'unknown'
  return found.tokens > 0 ? 'on' : 'impossible'
}

/** Tokens of one provider must not reach another. */
export async function dropTokens(tx: Queries): Promise<void> {
  await tx.run(sql`update identities set refresh_token = cast(null as text)`)
  await tx.run(sql`update sessions set id_token = cast(null as text) where id_token is not null`)
}

type CheckDeps = Pick<AdminApp, 'store' | 'now'> & {
  readonly sealing: Sealing
  readonly log: { info(fields: object, text: string): void; warn(error: unknown, text: string): void }
}

/** Called with each account that makes calls. The call does not wait: the provider's answer applies from the next call on. */
export function providerChecker(deps: CheckDeps): (userId: number) => void {
  const looked = new LRUCache<number, number>({ max: MAX_ACCOUNTS })
  return (userId) => {
    const at = deps.now().getTime()
    if (at < (looked.get(userId) ?? 0) + LOOK_MS) return
    looked.set(userId, at)
    check(deps, userId).catch((error) => deps.log.warn(error, 'account could not be checked at the provider'))
  }
}

async function check({ store, now, sealing, log }: CheckDeps, userId: number): Promise<void> {
  const before = utc(new Date(now().getTime() - CHECK_MS))
  const due = sql`user_id = ${userId} and refresh_token is not null and checked_at <= ${before}`
  const found = await store.one<{ iss: string; sub: string; sealed: string }>(
    sql`select issuer as iss, subject as sub, refresh_token as sealed from identities where ${due}`,
  )
  if (!found) return
  const active = await activeProvider(store)
  const token = sealing.open(PURPOSE, found.sealed)
  if (!active || token === undefined) return
  // Only one server asks: providers replace the token with each use, and treat a second use as theft.
  if ((await store.run(sql`update identities set checked_at = ${utc(now())} where ${due}`)) === 0) return
  const config = await configurationOf(clientOf(active, sealing))
  const answer = await renewed(config, token)
  if (answer === 'refused') {
    await administeredChange(store, async (tx) => {
      const account = await accountById(tx, userId)
      if (account) await withdraw(tx, account, now())
      await keepToken(tx, found, null, now())
    })
    log.info({ userId }, 'access ended at the provider')
    return
  }
  const next = answer.refresh_token === undefined ? found.sealed : keptToken(active, answer, sealing)
  // Keeps the new token before anything else can fail.
  await keepToken(store, found, next, now())
  const claims = await claimsIn(config, answer)
  if (claims && ![claims.sub, identityOf(active, claims).sub].includes(found.sub))
    throw new Error('The provider answered about another person')
  // Without an ID token the groups may be missing: the answer says only that the person still exists.
  if (claims) await administeredChange(store, (tx) => applyClaims(tx, active, claims, { hash: '' }, now()))
}
