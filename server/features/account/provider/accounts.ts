// Accounts of people who sign in at the provider: created at the first sign-in, changed when their claims change.
import { randomBytes } from 'node:crypto'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import type { PROVIDER_FAILURES } from '#contract/provider.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { ANONYMOUS } from '#server/http/principal.ts'
import { insertUnless } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import * as accounts from '../accounts.ts'
import { hashPassword } from '../passwords.ts'
import type { ProviderClaims } from './client.ts'
import type { StoredProvider } from './settings.ts'

export type Refusal = (typeof PROVIDER_FAILURES)[number]

/** A refusal that has changed the account; the transaction must keep the change. */
export type Outcome = { readonly account: accounts.Account } | { readonly refused: Refusal }

const textsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  )

/** The role of the first mapping that the claims satisfy. */
const mappedRole = ({ role_claim, roles }: StoredProvider, claims: ProviderClaims): string | undefined => {
  const held = textsOf(claims[role_claim])
  return roles.find(({ value }) => held.includes(value))?.role
}

/** Null: the distributors of the role. */
function mappedDistributors({ distributors_claim }: StoredProvider, claims: ProviderClaims): string[] | null {
  if (distributors_claim === '') return null
  const ids = textsOf(claims[distributors_claim])
  return ids.includes('*') ? null : ids
}

/** A password that nobody knows. */
export const unusableHash = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

/** Finds or creates the account and applies its claims. `hash` is the password hash for a new account. */
export async function applyClaims(
  tx: Queries,
  provider: StoredProvider,
  claims: ProviderClaims,
  hash: string,
  now: Date,
): Promise<Outcome> {
  const found = await accountOf(tx, provider, claims)
  if (typeof found === 'string') return { refused: found }
  const mapped = mappedRole(provider, claims)
  const role = (await accounts.allRoles(tx)).find(({ name }) => name === mapped)
  if (!role) {
    if (found) await withdraw(tx, found, now)
    return { refused: 'The provider gives this account no role.' }
  }
  // A role that administers the product sees every distributor.
  const dist_ids = role.permissions.includes('settings') ? null : mappedDistributors(provider, claims)
  if (dist_ids?.length === 0) {
    if (found) await withdraw(tx, found, now)
    return { refused: 'The provider gives this account no distributors.' }
  }
  const wanted = { ...profileOf(claims), role: role.name, dist_ids }
  const account = found ?? (await create(tx, claims, { ...wanted, hash }, now))
  await link(tx, claims, account.user_id, now)
  await change(tx, account, wanted, now)
  return { account: { ...account, ...wanted } }
}

const profileOf = (claims: ProviderClaims) => {
  const email = accounts.foldEmail(String(claims.email ?? ''))
  const [name = ''] = textsOf(claims.name)
  return { email, name: name.trim().slice(0, 255) || email }
}

/** The account of the claims, undefined for a first sign-in, or why it may not sign in. */
async function accountOf(
  tx: Queries,
  { emergency_email }: StoredProvider,
  claims: ProviderClaims,
): Promise<accounts.Account | Refusal | undefined> {
  const linked = await tx.one<{ user_id: number }>(
    sql`select user_id from identities where issuer = ${claims.iss} and subject = ${claims.sub}`,
  )
  const { email } = profileOf(claims)
  if (email === '' || claims.email_verified === false) return 'The provider does not confirm the e-mail.'
  if (linked) return (await accounts.accountById(tx, linked.user_id)) ?? 'The account was deleted.'
  const sameEmail = await accounts.accountByEmail(tx, email)
  if (!sameEmail) return undefined
  // An existing account is linked only if the provider has verified the e-mail; the emergency account never is.
  const isProven = claims.email_verified === true && email !== accounts.foldEmail(emergency_email)
  return isProven ? sameEmail : 'The provider does not confirm the e-mail.'
}

interface Wanted {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly dist_ids: string[] | null
}

async function create(
  tx: Queries,
  claims: ProviderClaims,
  { email, name, role, hash }: Wanted & { hash: string },
  now: Date,
): Promise<accounts.Account> {
  await accounts.createAccount(tx, { email, name, role, hash, password_from: 'provider' }, now)
  const account = await accounts.accountByEmail(tx, email)
  if (!account) throw new HttpError(409)
  const by = { ...ANONYMOUS, userId: account.user_id, email }
  await audit(tx, by, { action: 'provider.create', subject: email, after: { role, issuer: claims.iss } }, now)
  return account
}

async function link(tx: Queries, { iss, sub }: ProviderClaims, userId: number, now: Date): Promise<void> {
  const identity = { issuer: iss, subject: sub, user_id: userId, created_at: now }
  await insertUnless(tx, 'identities', identity, sql`issuer = ${iss} and subject = ${sub}`)
}

async function change(tx: Queries, account: accounts.Account, wanted: Wanted, now: Date): Promise<void> {
  const stored = await tx.one<{ dist_ids: string | null }>(
    sql`select dist_ids from users where user_id = ${account.user_id}`,
  )
  const dist_ids = wanted.dist_ids && JSON.stringify(wanted.dist_ids)
  const taken = await accounts.accountByEmail(tx, wanted.email)
  const email = taken && taken.user_id !== account.user_id ? account.email : wanted.email
  const before = {
    email: account.email,
    name: account.name,
    role: account.role,
    dist_ids: stored?.dist_ids ?? null,
  }
  const after = { email, name: wanted.name, role: wanted.role, dist_ids }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await tx.run(sql`
    update users set email = ${email}, name = ${wanted.name}, role = ${wanted.role},
      dist_ids = cast(${dist_ids} as text) where user_id = ${account.user_id}`)
  await bumpVersions(tx, ['accounts'])
  const by = { ...ANONYMOUS, userId: account.user_id, email }
  await audit(tx, by, { action: 'provider.update', subject: email, before, after }, now)
}

/** Takes the role from an account whose claims no longer give it one, and ends its sessions; a last superAdmin stays. */
export async function withdraw(tx: Queries, account: accounts.Account, now: Date): Promise<void> {
  const { user_id, email, role } = account
  await accounts.revokeSessions(tx, user_id, now)
  const others = await tx.one(sql`
    select 1 as found from users
    where role = ${SUPER_ADMIN} and deleted_at is null and user_id <> ${user_id} limit 1`)
  const isLast = role === SUPER_ADMIN && !others
  if (!isLast) await tx.run(sql`update users set role = '' where user_id = ${user_id}`)
  await bumpVersions(tx, ['accounts'])
  const by = { ...ANONYMOUS, userId: user_id, email }
  const after = { role: isLast ? role : '' }
  await audit(tx, by, { action: 'provider.withdraw', subject: email, before: { role }, after }, now)
}
