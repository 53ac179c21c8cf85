// What a session sees that looks as an account or a role.
import type { Principal, Viewer } from '#server/http/principal.ts'
import { hashSecret } from '#server/http/token-secret.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Role } from '../accounts.ts'
import { milliseconds } from '../clock.ts'
import { PRINCIPAL, type PrincipalRow, principalOf } from '../principals.ts'

/** Columns of `sessions s`. */
export const VIEW = sql`s.view_user_id, s.view_role_id, s.view_since, s.view_rights`

/** As whom a session looks; `view_rights` is null where it is its own account. */
export interface View {
  readonly view_user_id: number | null
  readonly view_role_id: number | null
  readonly view_since: string | null
  readonly view_rights: string | null
}

export type Target = Pick<View, 'view_user_id' | 'view_role_id'>

/** A new account with the role, which owns nothing: its id is that of no account, and of no other role. */
const newcomer = ({ id, name, permissions, dist_ids }: Role): Principal => ({
  ...{ userId: -id, email: '', name, role: name, permissions: new Set(permissions), scope: dist_ids },
  ...{
    sessionId: '',
    generation: 0,
    confirmedAt: 0,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
})

/** Undefined if the account or role is gone, or the account has no role. */
export async function viewed(
  queries: Pick<Queries, 'one'>,
  { view_user_id, view_role_id }: Target,
  roles: readonly Role[],
): Promise<Principal | undefined> {
  const role = roles.find(({ id }) => id === view_role_id)
  if (role) return newcomer(role)
  const row = await queries.one<PrincipalRow>(
    sql`select ${PRINCIPAL} from users u where u.user_id = ${view_user_id} and u.deleted_at is null`,
  )
  return row && principalOf(row, roles)
}

/** Differs once the account or role is called otherwise or sees something else. */
export const rightsOf = ({ userId, email, name, role, permissions, scope }: Principal): string =>
  hashSecret(JSON.stringify([userId, email, name, role, [...permissions].sort(), scope && [...scope].sort()]))

const common = (one: Principal['scope'], other: Principal['scope']) => {
  if (one === null || other === null) return one ?? other
  return one.filter((id) => other.includes(id))
}

/** The own principal, or what it sees as somebody else: never more than by itself, nor before its own settling. */
export async function asViewed(
  queries: Pick<Queries, 'one'>,
  own: Principal,
  view: View,
  roles: readonly Role[],
): Promise<Principal> {
  if (view.view_rights === null) return own
  const target = await viewed(queries, view, roles)
  const ended =
    view.view_since === null ||
    !own.permissions.has('settings') ||
    !target ||
    rightsOf(target) !== view.view_rights
  const viewer: Viewer = {
    ...{ userId: own.userId, email: own.email, kind: view.view_user_id === null ? 'role' : 'user', ended },
    since: milliseconds(view.view_since ?? ''),
  }
  if (ended) return { ...own, permissions: new Set(), scope: [], viewer }
  const { userId, email, name, role } = target
  return {
    ...own,
    ...{ userId, email, name, role, viewer },
    permissions: new Set([...target.permissions].filter((one) => own.permissions.has(one))),
    scope: common(own.scope, target.scope),
  }
}
