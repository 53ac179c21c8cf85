// What a superAdmin does to accounts and roles: each change with its checks and its trace, in one transaction.
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { bumpVersions } from '#server/store/versions.ts'
import {
  type Account,
  accountById,
  allRoles,
  changePassword,
  changeRole,
  createAccount,
  createRole,
  foldEmail,
  type NewRole,
  type Role,
} from './accounts.ts'

export interface UserInput {
  readonly id?: number | undefined
  readonly name: string
  readonly email: string
  readonly role: string
  /** Argon2id; none keeps the old one. */
  readonly hash?: string | undefined
}

const EMAIL_EXISTS = 'The email exists.'

/** The living accounts, newest sign-in beside. */
export const accountList: Sql = sql`
  select u.user_id as id, u.name, u.email, u.role,
    case when u.role = '' then 'waiting' else 'active' end as status, u.created_at,
    (select max(s.created_at) from sessions s where s.user_id = u.user_id) as last_sign_in
  from users u where u.deleted_at is null`

/** Id of the new account. */
export async function addUser(
  tx: Queries,
  by: Principal,
  wish: UserInput & { hash: string },
  now: Date,
): Promise<number> {
  await roleNamed(tx, wish.role)
  if (!(await createAccount(tx, wish, now))) throw new HttpError(409, EMAIL_EXISTS)
  const { email, name, role } = wish
  const subject = foldEmail(email)
  await audit(tx, by, { action: 'user.create', subject, after: { email: subject, name, role } }, now)
  const made = await tx.one<{ user_id: number }>(
    sql`select user_id from users where email = ${subject} and deleted_at is null`,
  )
  return made?.user_id ?? 0
}

export async function changeUser(
  tx: Queries,
  by: Principal,
  wish: UserInput & { id: number },
  now: Date,
): Promise<void> {
  const account = await accountById(tx, wish.id)
  if (!account) throw new HttpError(404, 'User not found')
  await roleNamed(tx, wish.role)
  if (wish.role !== account.role) await mayLoseRole(tx, by, account)
  const email = foldEmail(wish.email)
  const taken = await tx.one(
    sql`select 1 as taken from users where email = ${email} and deleted_at is null and user_id <> ${wish.id}`,
  )
  if (taken) throw new HttpError(409, EMAIL_EXISTS)
  await tx.run(sql`
    update users set name = ${wish.name}, email = ${email}, role = ${wish.role} where user_id = ${wish.id}`)
  await bumpVersions(tx, ['accounts'])
  if (wish.hash !== undefined) await changePassword(tx, wish.id, wish.hash, now)
  const before = { email: account.email, name: account.name, role: account.role, password: 'unchanged' }
  const after = { email, name: wish.name, role: wish.role, password: wish.hash ? 'changed' : 'unchanged' }
  await audit(tx, by, { action: 'user.update', subject: email, before, after }, now)
}

/** The account's row stays for the traces that name it; its sessions end. */
export async function endUser(tx: Queries, by: Principal, id: number, now: Date): Promise<void> {
  const account = await accountById(tx, id)
  if (!account) throw new HttpError(404, 'User not found')
  await mayLoseRole(tx, by, account)
  await tx.run(sql`update users set deleted_at = ${utc(now)} where user_id = ${id}`)
  await tx.run(sql`update sessions set revoked_at = ${utc(now)} where user_id = ${id} and revoked_at is null`)
  await bumpVersions(tx, ['accounts'])
  const before = { email: account.email, name: account.name, role: account.role }
  await audit(tx, by, { action: 'user.delete', subject: account.email, before }, now)
}

/** Nobody locks themselves out, and somebody can always manage the product. */
async function mayLoseRole(tx: Queries, by: Principal, account: Account): Promise<void> {
  if (account.user_id === by.userId) throw new HttpError(409, 'You cannot delete or demote your own account.')
  if (account.role !== SUPER_ADMIN) return
  const others = await tx.one(sql`
    select 1 as other from users
    where role = ${SUPER_ADMIN} and deleted_at is null and user_id <> ${account.user_id} limit 1`)
  if (!others) throw new HttpError(409, 'The last superAdmin cannot be deleted or demoted.')
}

async function roleNamed(tx: Queries, name: string): Promise<void> {
  if (name === '') return
  const known = (await allRoles(tx)).map((role) => role.name)
  if (known.includes(name)) return
  const message = `must be empty or one of ${known.join(', ')}`
  throw new HttpError(400, 'Bad Request', { errors: [{ path: 'role', message }] })
}

export const roleList: Sql = sql`
  select r.role_id as id, r.name, r.permissions, r.dist_ids, r.built_in,
    (select count(*) from users u where u.role = r.name and u.deleted_at is null) as users
  from roles r`

export interface RoleInput extends NewRole {
  readonly id?: number | undefined
}

/** Creates or changes a role; returns its id. */
export async function saveRoleIn(tx: Queries, by: Principal, wish: RoleInput, now: Date): Promise<number> {
  const all = await allRoles(tx)
  const role = all.find(({ id }) => id === wish.id)
  if (wish.id !== undefined && !role) throw new HttpError(404, 'Role not found')
  if (role && isBuiltIn(role)) throw new HttpError(409, 'A built-in role cannot be changed.')
  // Names that differ in letter case alone would be one to whoever reads them: «SUPERADMIN».
  const spoken = (name: string) => name.toLowerCase()
  if (all.some(({ id, name }) => spoken(name) === spoken(wish.name) && id !== wish.id))
    throw new HttpError(409, 'The role exists.')
  if (role) await changeRole(tx, role, wish)
  else await createRole(tx, wish)
  const seen = ({ name, permissions, dist_ids }: RoleInput | Role) => ({ name, permissions, dist_ids })
  const change = { subject: wish.name, after: seen(wish) }
  await audit(
    tx,
    by,
    role ? { action: 'role.update', ...change, before: seen(role) } : { action: 'role.create', ...change },
    now,
  )
  return role?.id ?? (await allRoles(tx)).find(({ name }) => name === wish.name)?.id ?? 0
}

export async function removeRole(tx: Queries, by: Principal, roleId: string, now: Date): Promise<void> {
  if (!/^[1-9]\d{0,11}$/.test(roleId)) throw new HttpError(400, 'Invalid ID supplied')
  const role = (await allRoles(tx)).find(({ id }) => id === Number(roleId))
  if (!role) throw new HttpError(404, 'Role not found')
  if (isBuiltIn(role)) throw new HttpError(409, 'A built-in role cannot be deleted.')
  const used = await tx.one(
    sql`select 1 as used from users where role = ${role.name} and deleted_at is null limit 1`,
  )
  if (used) throw new HttpError(409, 'The role is in use.')
  await tx.run(sql`delete from roles where role_id = ${role.id}`)
  await bumpVersions(tx, ['accounts'])
  const before = { name: role.name, permissions: role.permissions, dist_ids: role.dist_ids }
  await audit(tx, by, { action: 'role.delete', subject: role.name, before }, now)
}

const isBuiltIn = (role: Role) => role.built_in
