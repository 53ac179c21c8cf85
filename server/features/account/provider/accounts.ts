// Accounts of people who sign in at the provider: created at the first sign-in, changed when their claims change.
import { randomBytes } from 'node:crypto'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { ANONYMOUS } from '#server/http/principal.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import * as accounts from '../accounts.ts'
import { hashPassword } from '../passwords.ts'
import { isIndispensable } from '../super-admins.ts'
import { isSilent, mappedDistributors, mappedRole, type Profile, profileOf, type Refusal } from './claims.ts'
import type { ProviderClaims } from './client.ts'
import type { StoredProvider } from './settings.ts'

/** A refusal that has changed the account; the transaction must keep the change. */
export type Outcome = { readonly account: accounts.Account } | { readonly refused: Refusal }

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
  const linked = await linkedAccount(tx, claims)
  if (linked === 'deleted') return { refused: 'The account was deleted.' }
  const found = linked ?? (await accountToLink(tx, provider, claims))
  if (typeof found === 'string') return { refused: found }
  const rights = await rightsOf(tx, provider, claims)
  if ('refused' in rights) {
    // Claims that say nothing about rights withdraw none.
    if (linked && !isSilent(rights.refused)) await withdraw(tx, linked, now)
    return rights
  }
  const account = found ?? (await create(tx, claims, { ...rights, hash }, now))
  if (!linked) await link(tx, claims, { account, isNew: !found, hash }, now)
  return { account: await change(tx, account, { ...profileOf(claims), ...rights }, now) }
}

interface Rights {
  readonly role: string
  readonly dist_ids: string[] | null
}

async function rightsOf(
  tx: Queries,
  provider: StoredProvider,
  claims: ProviderClaims,
): Promise<Rights | { refused: Refusal }> {
  const mapped = mappedRole(provider, claims)
  if ('refused' in mapped) return mapped
  const role = (await accounts.allRoles(tx)).find(({ name }) => name === mapped.role)
  if (!role) return { refused: 'The provider gives this account no role.' }
  // A role that administers the product sees every distributor.
  if (role.permissions.includes('settings')) return { role: role.name, dist_ids: null }
  const limited = mappedDistributors(provider, claims)
  return 'refused' in limited ? limited : { role: role.name, ...limited }
}

async function linkedAccount(tx: Queries, { iss, sub }: ProviderClaims) {
  const linked = await tx.one<{ user_id: number }>(
    sql`select user_id from identities where issuer = ${iss} and subject = ${sub}`,
  )
  return linked && ((await accounts.accountById(tx, linked.user_id)) ?? 'deleted')
}

/**
 * The account with the e-mail of somebody who signs in for the first time, undefined if there is none, or why they may not sign
 * in. The e-mail must be proven on both sides; the emergency account is never linked.
 */
async function accountToLink(
  tx: Queries,
  { emergency_email }: StoredProvider,
  claims: ProviderClaims,
): Promise<accounts.Account | Refusal | undefined> {
  const { email, verified } = profileOf(claims)
  if (email === '' || verified === false) return 'The provider does not confirm the e-mail.'
  const account = await accounts.accountByEmail(tx, email)
  if (!account) return undefined
  if (!verified || email === accounts.foldEmail(emergency_email))
    return 'The provider does not confirm the e-mail.'
  // Nobody has ever signed in to a registration, so that it gives way.
  const isOwn = account.email_proven || account.password_from === 'registration'
  return isOwn ? account : 'Another account has the e-mail.'
}

async function create(
  tx: Queries,
  claims: ProviderClaims,
  { role, hash }: Rights & { hash: string },
  now: Date,
): Promise<accounts.Account> {
  const { email, verified, name } = profileOf(claims)
  const account = {
    email,
    email_proven: verified === true,
    name: name || email,
    role,
    hash,
    password_from: 'provider',
  } as const
  await accounts.createAccount(tx, account, now)
  const created = await accounts.accountByEmail(tx, email)
  if (!created) throw new HttpError(409)
  const after = { role, issuer: claims.iss }
  await audit(tx, ownerOf(created), { action: 'provider.create', subject: email, after }, now)
  return created
}

const ownerOf = ({ user_id, email }: accounts.Account) => ({ ...ANONYMOUS, userId: user_id, email })

/** Whoever had opened sessions of the account before, or knows its tokens and links, loses them. */
async function link(
  tx: Queries,
  { iss, sub }: ProviderClaims,
  { account, isNew, hash }: { account: accounts.Account; isNew: boolean; hash: string },
  now: Date,
): Promise<void> {
  const { user_id, email } = account
  await insertRow(tx, 'identities', { issuer: iss, subject: sub, user_id, created_at: now })
  if (isNew) return
  if (account.password_from === 'registration')
    await accounts.changePassword(tx, user_id, { hash, from: 'provider' }, now)
  await accounts.revokeSessions(tx, user_id, now)
  await accounts.revokeForPrograms(tx, user_id, now)
  await bumpVersions(tx, ['accounts'])
  await audit(tx, ownerOf(account), { action: 'provider.link', subject: email, after: { issuer: iss } }, now)
}

/** The account with the role and profile of its claims. An unproven e-mail stays out; nobody else's is taken. */
async function change(
  tx: Queries,
  account: accounts.Account,
  { role, dist_ids, ...profile }: Rights & Profile,
  now: Date,
): Promise<accounts.Account> {
  const { user_id } = account
  const stored = await tx.one<{ dist_ids: string | null }>(
    sql`select dist_ids from users where user_id = ${user_id}`,
  )
  const isKept = await isIndispensable(tx, user_id)
  const taken = await accounts.accountByEmail(tx, profile.email)
  const isProven = profile.email !== '' && profile.verified === true
  const takesEmail = isProven && (taken ? taken.user_id === user_id : !isKept)
  const before = { email: account.email, name: account.name, role: account.role }
  const after = {
    email: takesEmail ? profile.email : account.email,
    name: profile.name || account.name,
    role: isKept ? SUPER_ADMIN : role,
  }
  const claimed = isKept || dist_ids === null ? null : JSON.stringify(dist_ids)
  const email_proven = takesEmail || account.email_proven
  await tx.run(sql`
    update users set email = ${after.email}, email_proven = ${email_proven}, name = ${after.name}, role = ${after.role},
      dist_ids = cast(${claimed} as text) where user_id = ${user_id}`)
  const [was, is] = [
    { ...before, dist_ids: stored?.dist_ids ?? null },
    { ...after, dist_ids: claimed },
  ]
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    await bumpVersions(tx, ['accounts'])
    const by = ownerOf({ ...account, ...after })
    await audit(tx, by, { action: 'provider.update', subject: after.email, before: was, after: is }, now)
  }
  return { ...account, ...after, email_proven }
}

/** Takes the role from an account whose claims no longer give it one, and ends its sessions; a last superAdmin stays. */
export async function withdraw(tx: Queries, account: accounts.Account, now: Date): Promise<void> {
  const { user_id, email } = account
  await accounts.revokeSessions(tx, user_id, now)
  const role = (await isIndispensable(tx, user_id)) ? account.role : ''
  await accounts.assignRole(tx, user_id, role)
  const change = { subject: email, before: { role: account.role }, after: { role } }
  await audit(tx, ownerOf(account), { action: 'provider.withdraw', ...change }, now)
}
