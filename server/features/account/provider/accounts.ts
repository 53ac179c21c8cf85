// Accounts of people who sign in at the provider: created at the first sign-in, changed when their claims change.
import { randomBytes, randomUUID } from 'node:crypto'
import { ERRORS } from '#contract/errors.ts'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { ANONYMOUS, type Principal } from '#server/http/principal.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import * as accounts from '../accounts.ts'
import { hashPassword } from '../passwords.ts'
import { isIndispensable } from '../super-admins.ts'
import {
  type Identity,
  identityOf,
  isSilent,
  mappedDistributors,
  mappedRole,
  type Profile,
  profileOf,
  type Refusal,
} from './claims.ts'
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
  { hash, own }: { hash: string; own?: accounts.Account },
  now: Date,
): Promise<Outcome> {
  const identity = identityOf(provider, claims)
  await renameSubject(tx, identity, claims.sub)
  const linked = await linkedAccount(tx, identity)
  if (linked === 'deleted') return { refused: 'provider-account-deleted' }
  if (own && linked && linked.user_id !== own.user_id) return { refused: 'provider-person-taken' }
  const found = linked ?? own ?? (await accountToLink(tx, provider, claims))
  const rights = await rightsOf(tx, provider, claims)
  if (typeof found === 'string') {
    if (!('refused' in rights)) await requestLink(tx, provider, claims, now)
    return { refused: found }
  }
  if ('refused' in rights) {
    // Claims that say nothing about rights withdraw none.
    if (linked && !isSilent(rights.refused)) await withdraw(tx, linked, now)
    return rights
  }
  const account = found ?? (await create(tx, provider, claims, { ...rights, hash }, now))
  if (!linked) await link(tx, identity, { account, isNew: !found, hash }, now)
  return { account: await change(tx, account, { ...profileOf(provider, claims), ...rights }, now) }
}

/** Whether the owner, who has typed the password, may link the account: proven to proven. The emergency account is never linked. */
export const isLinkable = (
  { emergency_email }: Pick<StoredProvider, 'emergency_email'>,
  { email, email_proven }: Pick<accounts.Account, 'email' | 'email_proven'>,
): boolean => email_proven && email !== accounts.foldEmail(emergency_email)

/** What a sign-in with these claims would do; changes nothing. */
export async function foresee(queries: Queries, provider: StoredProvider, claims: ProviderClaims) {
  const identity = identityOf(provider, claims)
  const linked =
    (await linkedAccount(queries, identity)) ??
    (await linkedAccount(queries, { iss: claims.iss, sub: claims.sub }))
  const found = linked ?? (await accountToLink(queries, provider, claims))
  const rights = await rightsOf(queries, provider, claims)
  const refused: Refusal | null =
    linked === 'deleted'
      ? 'provider-account-deleted'
      : 'refused' in rights
        ? rights.refused
        : typeof found === 'string'
          ? (found as Refusal)
          : null
  const account = refused ? 'none' : linked ? 'linked' : found ? 'by_email' : 'new'
  const given = 'refused' in rights ? { role: null, dist_ids: null } : rights
  const { email, verified } = profileOf(provider, claims)
  const told = { refused: refused && ERRORS[refused][1], refused_code: refused }
  return { ...given, email, verified: verified === true, account, ...told } as const
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
  if (!role) return { refused: 'provider-no-role' }
  // A role that administers the product sees every distributor.
  if (role.permissions.includes('settings')) return { role: role.name, dist_ids: null }
  const limited = mappedDistributors(provider, claims)
  return 'refused' in limited ? limited : { role: role.name, ...limited }
}

/** People who were known by the subject of the token are known by their identity from now on. */
async function renameSubject(tx: Queries, { iss, sub }: Identity, before: string): Promise<void> {
  if (sub === before || (await linkedAccount(tx, { iss, sub }))) return
  await tx.run(sql`update identities set subject = ${sub} where issuer = ${iss} and subject = ${before}`)
}

async function linkedAccount(tx: Queries, { iss, sub }: Identity) {
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
  provider: StoredProvider,
  claims: ProviderClaims,
): Promise<accounts.Account | Refusal | undefined> {
  const { email, verified } = profileOf(provider, claims)
  if (email === '' || verified === false) return 'provider-email-unconfirmed'
  const account = await accounts.accountByEmail(tx, email)
  if (!account) return undefined
  if (!verified || email === accounts.foldEmail(provider.emergency_email)) return 'provider-email-unconfirmed'
  // Nobody has ever signed in to a registration, so that it gives way.
  const isOwn = account.email_proven || account.password_from === 'registration'
  return isOwn ? account : 'provider-email-taken'
}

async function create(
  tx: Queries,
  provider: StoredProvider,
  claims: ProviderClaims,
  { role, hash }: Rights & { hash: string },
  now: Date,
): Promise<accounts.Account> {
  const { email, verified, name } = profileOf(provider, claims)
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
  if (!created) throw new HttpError('conflict')
  const after = { role, issuer: claims.iss }
  await audit(tx, ownerOf(created), { action: 'provider.create', subject: email, after }, now)
  return created
}

const ownerOf = ({ user_id, email }: accounts.Account) => ({ ...ANONYMOUS, userId: user_id, email })

const OPEN_REQUESTS = 100

/** Lets a superAdmin decide about a person whose e-mail, which nobody confirms, belongs to an account. */
async function requestLink(tx: Queries, provider: StoredProvider, claims: ProviderClaims, now: Date) {
  const { email, name, verified } = profileOf(provider, claims)
  const account = email === '' || verified === false ? undefined : await accounts.accountByEmail(tx, email)
  if (!account || email === accounts.foldEmail(provider.emergency_email)) return
  const { iss, sub } = identityOf(provider, claims)
  await tx.run(sql`delete from link_requests where issuer = ${iss} and subject = ${sub}`)
  const request = { request_id: randomUUID(), issuer: iss, subject: sub, user_id: account.user_id, name }
  await insertRow(tx, 'link_requests', { ...request, asked_at: now })
  await tx.run(sql`
    delete from link_requests where request_id not in (
      select request_id from link_requests order by asked_at desc, request_id limit ${OPEN_REQUESTS})`)
}

/** Ends sessions, tokens and data links of before: whoever opened or knows them may be somebody else. */
export async function link(
  tx: Queries,
  { iss, sub }: Identity,
  { account, isNew, hash }: { account: accounts.Account; isNew: boolean; hash: string },
  now: Date,
  by: Principal = ownerOf(account),
): Promise<void> {
  const { user_id, email } = account
  // An account has one identity at a provider.
  await tx.run(sql`delete from identities where issuer = ${iss} and user_id = ${user_id}`)
  await insertRow(tx, 'identities', { issuer: iss, subject: sub, user_id, created_at: now })
  await tx.run(sql`
    delete from link_requests where issuer = ${iss} and (subject = ${sub} or user_id = ${user_id})`)
  if (isNew) return
  if (account.password_from === 'registration' || !account.email_proven)
    await accounts.changePassword(tx, user_id, { hash, from: 'provider' }, now)
  await accounts.revokeSessions(tx, user_id, now)
  await accounts.revokeForPrograms(tx, user_id, now)
  await bumpVersions(tx, ['accounts'])
  await audit(tx, by, { action: 'provider.link', subject: email, after: { issuer: iss } }, now)
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
