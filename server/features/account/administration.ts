// Changes of accounts and roles by a superAdmin, each with its checks and its audit entry in one transaction.
import type { saveUser } from '#contract/administration.ts'
import { sameRoleName } from '#contract/permissions.ts'
import { audit } from '#server/http/audit.ts'
import { badRequest, HttpError, wrongField } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { changeRevised } from '#server/http/revisions.ts'
import type { Call } from '#server/http/route.ts'
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import * as accounts from './accounts.ts'
import { leaveBelongings } from './belongings.ts'
import { isMappedRole, renameMappedRole } from './provider/settings.ts'

/** `hash`: Argon2id; undefined keeps the old password. */
export type UserInput = Omit<Call<typeof saveUser>['body'], 'password'> & { hash?: string | undefined }

export const accountList: Sql = sql`
  select u.user_id as id, u.revision, u.name, u.email, u.role,
    case when u.role = '' then 'waiting' else 'active' end as status, u.created_at,
    u.last_sign_in_at as last_sign_in, u.password_from <> 'registration' as confirmed,
    (f.user_id is not null or u.user_id in (select user_id from passkeys)) as second_factor
  from users u left join second_factors f on f.user_id = u.user_id where u.deleted_at is null`

/** Id of the new account. */
export async function addUser(
  tx: Queries,
  by: Principal,
  input: UserInput & { hash: string; isInvited: boolean },
  now: Date,
) {
  await assertRoleExists(tx, input.role)
  const account = { ...input, password_from: input.isInvited ? 'invitation' : 'administrator' } as const
  if (!(await accounts.createAccount(tx, account, now))) throw new HttpError('email-exists')
  const { email, name, role } = input
  const subject = accounts.foldEmail(email)
  await audit(
    tx,
    by,
    { action: 'user.create', subject, after: { email: subject, name, role, invited: input.isInvited } },
    now,
  )
  const created = await tx.one<{ user_id: number }>(
    sql`select user_id from users where email = ${subject} and deleted_at is null`,
  )
  return created?.user_id ?? 0
}

/** True if the account was given a role although nobody has proven that the e-mail is theirs; with mail, a link can prove it. */
export async function changeUser(
  tx: Queries,
  by: Principal,
  input: UserInput & { id: number },
  { mail, now }: { mail: boolean; now: Date },
): Promise<{ unconfirmed: boolean }> {
  const account = await accounts.accountById(tx, input.id)
  if (!account) throw new HttpError('user-not-found')
  await assertRoleExists(tx, input.role)
  if (input.role !== account.role) assertNotOwn(by, account)
  const unconfirmed = input.role !== '' && account.password_from === 'registration' && !input.hash
  // The person who registered the account may not own the e-mail, so that password must never sign in.
  if (unconfirmed && !mail) throw wrongField('password', 'password-needed')
  const email = accounts.foldEmail(input.email)
  const taken = await tx.one(
    sql`select 1 as taken from users where email = ${email} and deleted_at is null and user_id <> ${input.id}`,
  )
  if (taken) throw new HttpError('email-exists')
  // Whoever types the e-mail or hands over a password vouches for the person.
  const email_proven = account.email_proven || email !== account.email || input.hash !== undefined
  await changeRevised(
    tx,
    'user',
    { key: { user_id: input.id }, revision: input.revision },
    { name: input.name, email, role: input.role, email_proven },
  )
  await bumpVersions(tx, ['accounts'])
  if (input.hash !== undefined) {
    const from = by.userId === input.id ? 'owner' : 'administrator'
    await accounts.changePassword(tx, input.id, { hash: input.hash, from }, now)
  }
  const before = { email: account.email, name: account.name, role: account.role, password: 'unchanged' }
  const after = { email, name: input.name, role: input.role, password: input.hash ? 'changed' : 'unchanged' }
  await audit(tx, by, { action: 'user.update', subject: email, before, after }, now)
  return { unconfirmed: unconfirmed && account.role === '' }
}

/** Soft-deletes the account, since audit entries name it, and revokes its sessions. */
export async function deleteUser(
  tx: Queries,
  by: Principal,
  id: number,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<void> {
  const account = await accounts.accountById(tx, id)
  if (!account) throw new HttpError('user-not-found')
  assertNotOwn(by, account)
  await tx.run(sql`update users set deleted_at = ${utc(now)} where user_id = ${id}`)
  await accounts.revokeSessions(tx, id, now)
  await accounts.revokeForPrograms(tx, id, now)
  const heir = { userId: by.userId, name: (await accounts.accountById(tx, by.userId))?.name ?? '' }
  await leaveBelongings(tx, { userId: id, name: account.name || account.email, heir, publicUrl }, now)
  await bumpVersions(tx, ['accounts', 'views'])
  const before = { email: account.email, name: account.name, role: account.role }
  await audit(tx, by, { action: 'user.delete', subject: account.email, before }, now)
}

/** Nobody may lock themselves out. */
function assertNotOwn(by: Principal, account: accounts.Account): void {
  if (account.user_id === by.userId) throw new HttpError('own-account')
}

async function assertRoleExists(tx: Queries, name: string): Promise<void> {
  if (name === '') return
  const known = (await accounts.allRoles(tx)).map((role) => role.name)
  if (known.includes(name)) return
  const message = `must be empty or one of ${known.join(', ')}`
  throw badRequest('role', message)
}

export const roleList: Sql = sql`
  select r.role_id as id, r.revision, r.name, r.permissions, r.dist_ids, r.built_in, r.second_factor,
    (select count(*) from users u where u.role = r.name and u.deleted_at is null) as users
  from roles r`

export interface RoleInput extends accounts.NewRole {
  readonly id?: number | undefined
  readonly revision?: number | undefined
}

const sameRights = (role: accounts.Role, { name, permissions, dist_ids }: RoleInput): boolean =>
  name === role.name &&
  dist_ids === null &&
  permissions.length === role.permissions.length &&
  role.permissions.every((permission) => permissions.includes(permission))

const roleExists = () => new HttpError('role-exists')

/** Creates or changes a role; returns its id. Of a built-in one, only whether it requires a second factor can change. */
export async function saveRole(tx: Queries, by: Principal, input: RoleInput, now: Date): Promise<number> {
  const all = await accounts.allRoles(tx)
  const role = all.find(({ id }) => id === input.id)
  if (input.id !== undefined && !role) throw new HttpError('role-not-found')
  if (role?.built_in && !sameRights(role, input)) throw new HttpError('role-built-in')
  if (all.some(({ id, name }) => sameRoleName(name, input.name) && id !== input.id)) throw roleExists()
  const second_factor = input.second_factor ?? role?.second_factor ?? false
  const saved = { ...input, second_factor }
  if (role) {
    await accounts.changeRole(tx, { ...role, revision: input.revision }, saved)
    await renameMappedRole(tx, role.name, input.name)
  } else if (!(await accounts.createRole(tx, saved))) throw roleExists()
  const audited = ({ name, permissions, dist_ids, second_factor }: RoleInput | accounts.Role) => ({
    ...{ name, permissions, dist_ids, second_factor },
  })
  const change = { subject: input.name, after: audited(saved) }
  await audit(
    tx,
    by,
    role ? { action: 'role.update', ...change, before: audited(role) } : { action: 'role.create', ...change },
    now,
  )
  return role?.id ?? (await accounts.allRoles(tx)).find(({ name }) => name === input.name)?.id ?? 0
}

export async function deleteRole(tx: Queries, by: Principal, roleId: string, now: Date): Promise<void> {
  if (!/^[1-9]\d{0,11}$/.test(roleId)) throw new HttpError('invalid-id')
  const role = (await accounts.allRoles(tx)).find(({ id }) => id === Number(roleId))
  if (!role) throw new HttpError('role-not-found')
  if (role.built_in) throw new HttpError('role-undeletable')
  const used = await tx.one(
    sql`select 1 as used from users where role = ${role.name} and deleted_at is null limit 1`,
  )
  if (used) throw new HttpError('role-in-use')
  if (await isMappedRole(tx, role.name)) throw new HttpError('role-mapped')
  await tx.run(sql`delete from shares where role_id = ${role.id}`)
  await tx.run(sql`delete from roles where role_id = ${role.id}`)
  await bumpVersions(tx, ['accounts'])
  const before = { name: role.name, permissions: role.permissions, dist_ids: role.dist_ids }
  await audit(tx, by, { action: 'role.delete', subject: role.name, before }, now)
}
