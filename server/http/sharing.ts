// Sharing of views, boards and alerts with roles. Sharing lets a role open something, but never shows it more data than the
// role may see.
import type { AuditAction } from '#contract/value-labels.ts'
import { insertRow } from '#server/store/rows.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { audit } from './audit.ts'
import { badRequest, HttpError } from './errors.ts'
import { may, type Principal } from './principal.ts'

export type SharedKind = 'view' | 'board' | 'alert'
type AuditedKind = Exclude<SharedKind, 'alert'>

const sharesOf = (kind: SharedKind, id: Sql): Sql =>
  sql`shares s join roles r on r.role_id = s.role_id where s.kind = ${kind} and s.thing_id = ${id}`

/** Names of the roles that it is shared with; '' for a private one. */
export const roleNames = (kind: SharedKind, id: Sql): Sql =>
  sql`coalesce((select string_agg(r.name, ', ' order by r.name) from ${sharesOf(kind, id)}), '')`

/** Whether the account may see it: as its owner, through its role, or as an administrator of what is shared. */
export const sees = (kind: SharedKind, id: Sql, owner: Sql, principal: Principal): Sql =>
  sql`(${owner} = ${principal.userId} or exists (
    select 1 from ${sharesOf(kind, id)} and (r.name = ${principal.role} or ${may(principal, 'settings')})))`

/** Whether the account may change something that it sees. */
export const edits = (owner: Sql, principal: Principal): Sql =>
  sql`(${owner} = ${principal.userId} or ${may(principal, 'settings')})`

export interface SharingRole {
  readonly id: number
  readonly name: string
}

export const rolesOf = (queries: Queries, kind: SharedKind, id: number): Promise<SharingRole[]> =>
  queries.all<SharingRole>(
    sql`select r.role_id as id, r.name from ${sharesOf(kind, sql`${id}`)} order by r.name`,
  )

/** Throws a 403 if roles would see it and the account may not share, and a 400 for a role that does not exist. */
export async function rolesToShare(tx: Queries, principal: Principal, ids: readonly number[]) {
  if (ids.length === 0) return []
  if (!may(principal, 'share')) throw new HttpError('forbidden')
  const roles = await tx.all<SharingRole>(
    sql`select role_id as id, name from roles where role_id in (${ids}) order by name`,
  )
  if (roles.length < ids.length) throw badRequest('role_ids', 'must name existing roles')
  return roles
}

export async function shareWith(tx: Queries, kind: SharedKind, id: number, roles: readonly SharingRole[]) {
  await tx.run(sql`delete from shares where kind = ${kind} and thing_id = ${id}`)
  for (const role of roles) await insertRow(tx, 'shares', { kind, thing_id: id, role_id: role.id })
}

/** What the audit trail records of a change; undefined for one that only concerns its owner. */
function sharingAction(
  kind: AuditedKind,
  before: readonly SharingRole[],
  after: readonly SharingRole[],
): AuditAction | undefined {
  if (after.length === 0) return before.length === 0 ? undefined : `${kind}.unshare`
  const namesOf = (roles: readonly SharingRole[]) => roles.map(({ name }) => name).join()
  return namesOf(before) === namesOf(after) ? `${kind}.update` : `${kind}.share`
}

export interface SharedChange {
  readonly name: string
  readonly before: readonly SharingRole[]
  readonly after: readonly SharingRole[]
  /** Fields that the audit trail names besides the roles; without them it leaves out changes of other fields. */
  readonly old?: object | undefined
  readonly content?: object | undefined
}

/** Changes that others see are in the audit trail; those of private things are not. */
export async function auditSharing(
  tx: Queries,
  principal: Principal,
  kind: AuditedKind,
  { name, before, after, old, content }: SharedChange,
  now: Date,
): Promise<void> {
  const action = sharingAction(kind, before, after)
  if (action === undefined || (!content && action === `${kind}.update`)) return
  const told = (fields: object | undefined, roles: readonly SharingRole[]) => ({
    roles: roles.map((role) => role.name),
    ...fields,
  })
  const change = { action, subject: name, before: told(old, before), after: told(content, after) }
  await audit(tx, principal, change, now)
}
