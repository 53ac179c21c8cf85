// Accounts and roles in the store; every change raises the version 'accounts', which invalidates cached sessions.
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import type { RoleRow } from '#contract/administration.ts'
import { entryOf } from '#contract/entry.ts'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { changeRevised } from '#server/http/revisions.ts'
import { insertUnless } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { hashPassword } from './passwords.ts'
import { endViews } from './viewing/end.ts'

/**
 * Who chose the password. A password from a registration never signs in; one from an administrator must be changed first.
 * `invitation` and `provider`: nobody knows it.
 */
export type PasswordFrom = 'owner' | 'administrator' | 'registration' | 'invitation' | 'provider'

export interface Account {
  user_id: number
  email: string
  name: string
  role: string
  password_hash: string
  password_from: PasswordFrom
  email_proven: boolean
}

export type Role = Omit<RoleRow, 'users'>

/** A stored list of texts. */
export const textsIn = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json))

const IS_ASCII = /^[\x20-\x7e]*$/

/** One spelling of an e-mail: small letters, composed accents, and a domain as name servers know it. */
export function foldEmail(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase()
  const domain = folded.slice(folded.lastIndexOf('@') + 1)
  const known = IS_ASCII.test(domain) ? domain : domainToASCII(domain)
  return known === '' ? folded : folded.slice(0, folded.length - domain.length) + known
}

const columns = sql`user_id, email, name, role, password_hash, password_from, email_proven`

export const accountByEmail = (queries: Queries, email: string) =>
  queries.one<Account>(
    sql`select ${columns} from users where email = ${foldEmail(email)} and deleted_at is null`,
  )

export const accountById = (queries: Queries, id: number) =>
  queries.one<Account>(sql`select ${columns} from users where user_id = ${id} and deleted_at is null`)

/** Whether an active account exists besides those of these e-mails. */
export async function hasAccounts(queries: Queries, except: readonly string[]): Promise<boolean> {
  const others = except.length === 0 ? sql.empty : sql` and email not in (${except})`
  const found = await queries.one(sql`select 1 as found from users where deleted_at is null${others} limit 1`)
  return found !== undefined
}

export interface NewAccount {
  email: string
  name: string
  /** '': none yet. */
  role: string
  /** Defaults to `owner`. */
  password_from?: PasswordFrom
  /** Whether the e-mail is known to be the person's; by default for all but registrations. */
  email_proven?: boolean
}

/** False if an active account has the e-mail already. Hash the password before the transaction, because hashing is slow. */
export async function createAccount(tx: Queries, account: NewAccount & { hash: string }, now: Date) {
  const email = foldEmail(account.email)
  const { name, role, hash, password_from = 'owner' } = account
  const { email_proven = password_from !== 'registration' } = account
  const columns = { email, email_proven, name, role, password_hash: hash, password_from, created_at: now }
  const user = { user_id: sql`nextval('user_ids')`, ...columns }
  const added = await insertUnless(tx, 'users', user, sql`email = ${email} and deleted_at is null`)
  if (added) await bumpVersions(tx, ['accounts'])
  return added
}

export interface NewPassword {
  readonly hash: string
  readonly from: PasswordFrom
  /** Id of the session that stays open. */
  readonly keep?: string
}

/**
 * Sets a new password and revokes the sessions of the account. Unless a session stays open, also revokes its API tokens and
 * data links, since the owner may have lost control of the account.
 */
export async function changePassword(
  tx: Queries,
  userId: number,
  { hash, from, keep = '' }: NewPassword,
  now: Date,
): Promise<void> {
  await tx.run(
    sql`update users set password_hash = ${hash}, password_from = ${from} where user_id = ${userId}`,
  )
  await revokeSessions(tx, userId, now, keep)
  if (keep === '') await revokeForPrograms(tx, userId, now)
  await tx.run(sql`delete from password_resets where user_id = ${userId}`)
  await bumpVersions(tx, ['accounts'])
}

/** Number of sessions revoked; `keep` is the one that stays open. */
export async function revokeSessions(tx: Queries, userId: number, now: Date, keep = ''): Promise<number> {
  await endViews(tx, sql`s.user_id = ${userId} and s.session_id <> ${keep}`, now)
  return tx.run(sql`
    update sessions set revoked_at = ${utc(now)}
    where user_id = ${userId} and session_id <> ${keep} and revoked_at is null`)
}

/** Revokes the tokens and data links of an account that is deleted or recovered; the caller raises the version. */
export async function revokeForPrograms(tx: Queries, userId: number, now: Date): Promise<void> {
  for (const table of ['api_tokens', 'data_links'])
    await tx.run(sql`
      update ${sql.identifier(table)} set revoked_at = ${utc(now)}
      where user_id = ${userId} and revoked_at is null`)
}

/** The role applies from the next call of the account. */
export async function assignRole(tx: Queries, userId: number, role: string): Promise<void> {
  await tx.run(sql`update users set role = ${role}, revision = revision + 1 where user_id = ${userId}`)
  await bumpVersions(tx, ['accounts'])
}

/** Drops permissions that this version of the product does not know. */
const known = (permissions: readonly string[]) =>
  PERMISSIONS.filter((permission) => permissions.includes(permission))

interface StoredRole {
  role_id: number
  name: string
  built_in: boolean
  permissions: string
  dist_ids: string | null
  second_factor: boolean
  revision: number
}

const toRole = (row: StoredRole): Role => ({
  id: row.role_id,
  name: row.name,
  built_in: row.built_in,
  permissions: [...(entryOf(BUILT_IN_ROLES, row.name) ?? known(textsIn(row.permissions)))],
  dist_ids: row.dist_ids === null ? null : textsIn(row.dist_ids),
  second_factor: row.second_factor,
  revision: row.revision,
})

export async function allRoles(queries: Queries): Promise<Role[]> {
  const rows = await queries.all<StoredRole>(
    sql`select role_id, name, built_in, permissions, dist_ids, second_factor, revision from roles order by role_id`,
  )
  return rows.map(toRole)
}

/** Reads the roles once until they are forgotten; a failed read is repeated by the next caller. */
export function rolesReadOnce(store: Queries) {
  let reading: Promise<Role[]> | undefined
  return {
    async read(): Promise<Role[]> {
      reading ??= allRoles(store)
      const own = reading
      try {
        return await own
      } catch (error) {
        if (reading === own) reading = undefined
        throw error
      }
    },
    forget() {
      reading = undefined
    },
  }
}

export interface NewRole {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** null: every distributor. */
  readonly dist_ids: readonly string[] | null
  /** Default: no. */
  readonly second_factor?: boolean | undefined
}

const roleColumns = ({ name, permissions, dist_ids, second_factor = false }: NewRole) => ({
  ...{ name, second_factor },
  permissions: JSON.stringify(permissions),
  dist_ids: dist_ids && JSON.stringify(dist_ids),
})

/** False if a role has the name already. */
export async function createRole(tx: Queries, role: NewRole): Promise<boolean> {
  const columns = { role_id: sql`nextval('role_ids')`, built_in: false, ...roleColumns(role) }
  const added = await insertUnless(tx, 'roles', columns, sql`name = ${role.name}`)
  if (added) await bumpVersions(tx, ['accounts'])
  return added
}

/** Renaming a role also renames it in its accounts. */
export async function changeRole(
  tx: Queries,
  { id, name, revision }: Pick<Role, 'id' | 'name'> & { readonly revision: number | undefined },
  to: NewRole,
): Promise<void> {
  await changeRevised(tx, 'role', { key: { role_id: id }, revision }, roleColumns(to))
  await tx.run(sql`update users set role = ${to.name} where role = ${name}`)
  await bumpVersions(tx, ['accounts'])
}

/** Hashes the password, then creates the account in its own transaction. */
export async function addAccount(
  store: Store,
  { password, ...account }: NewAccount & { password: string },
  now: Date,
): Promise<boolean> {
  const hash = await hashPassword(password)
  return store.transaction((tx) => createAccount(tx, { ...account, hash }, now))
}
