import {
  belongings,
  deleteRole,
  deleteUser,
  saveRole,
  saveUser,
  settingsCalls,
} from '#contract/administration.ts'
import { entryOf } from '#contract/entry.ts'
import { BUILT_IN_ROLES, PERMISSIONS } from '#contract/permissions.ts'
import type { AdminApp } from '#server/http/app.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { route } from '#server/http/route.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import { accountById, textsIn } from './accounts.ts'
import * as administration from './administration.ts'
import { belongingsOf } from './belongings.ts'
import { confirmationMail, invitationMail } from './mail.ts'
import { INVITATION_HOURS, linkSender, type MailOptions } from './password-reset.ts'
import { assertUncommon } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { programAccessRoutes } from './program-access/routes.ts'
import { unusableHash } from './provider/accounts.ts'
import { resetRoute } from './second-factor/own-routes.ts'
import { administeredChange } from './super-admins.ts'
import { viewingRoutes } from './viewing/routes.ts'

const permissionsOf = (name: unknown, stored: unknown) => {
  const names: readonly string[] = entryOf(BUILT_IN_ROLES, String(name)) ?? textsIn(String(stored))
  return PERMISSIONS.filter((permission) => names.includes(permission))
}

export function administrationRoutes(app: AdminApp, options: MailOptions): void {
  const { store, now } = app
  const sendLink = linkSender(app, options)

  listRoute(app, settingsCalls.users, ({ query: { role_name } }) => ({
    reads: ['accounts', 'sign-ins'],
    query: wholeShop(
      'accounts of Góndola',
      role_name === undefined
        ? administration.accountList
        : sql`${administration.accountList} and u.role = ${role_name}`,
    ),
  }))

  listRoute(app, settingsCalls.roles, () => ({
    reads: ['accounts'],
    query: wholeShop('roles of Góndola', administration.roleList),
    shape: (row) => ({
      id: Number(row.id),
      revision: Number(row.revision),
      name: String(row.name),
      users: Number(row.users),
      permissions: permissionsOf(row.name, row.permissions),
      dist_ids: row.dist_ids === null ? null : textsIn(String(row.dist_ids)),
      built_in: row.built_in === true,
      second_factor: row.second_factor === true,
    }),
  }))

  route(app, saveUser, async ({ body, principal }) => {
    const { id, password, ...account } = body
    if (password !== undefined) assertUncommon(password, account)
    const hash = password === undefined ? undefined : await hashPassword(password)
    if (id !== undefined) {
      const at = { mail: options.mail !== undefined, now: now() }
      const { unconfirmed } = await administeredChange(store, (tx) =>
        administration.changeUser(tx, principal, { ...account, id, hash }, at),
      )
      if (unconfirmed)
        sendLink(account.email, confirmationMail, { only: 'registration', by: principal.userId })
      return { id, message: 'User updated successfully.' }
    }
    if (hash === undefined && !options.mail) throw badRequest('password', 'is required')
    // Nobody knows the password of an invited account until its owner chooses one.
    const own = hash ?? (await unusableHash())
    const created = await administeredChange(store, (tx) =>
      administration.addUser(tx, principal, { ...account, hash: own, isInvited: hash === undefined }, now()),
    )
    if (hash === undefined)
      sendLink(account.email, invitationMail, { hours: INVITATION_HOURS, by: principal.userId })
    return { id: created, message: 'User created successfully.' }
  })

  route(app, belongings, async ({ params: { id } }) => {
    if (!(await accountById(store, id))) throw new HttpError('user-not-found')
    return belongingsOf(store, id)
  })

  route(app, deleteUser, async ({ params, principal }) => {
    await administeredChange(store, (tx) =>
      administration.deleteUser(tx, principal, params.id, { publicUrl: options.publicUrl, now: now() }),
    )
    options.mail?.kick()
    return { message: 'User soft deleted successfully.' }
  })

  resetRoute(app)
  viewingRoutes(app)
  programAccessRoutes(app)

  route(app, saveRole, async ({ body, principal }) => {
    const id = await administeredChange(store, (tx) => administration.saveRole(tx, principal, body, now()))
    return { id, message: 'Role saved successfully.' }
  })

  route(app, deleteRole, async ({ params, principal }) => {
    await administeredChange(store, (tx) => administration.deleteRole(tx, principal, params.roleId, now()))
    return { message: 'Role deleted successfully.' }
  })
}
