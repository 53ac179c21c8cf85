// Ver como: a superAdmin sees what an account or a role sees.
import { stopViewing } from '#contract/account.ts'
import { viewAs } from '#contract/administration.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { updateRows } from '#server/store/rows.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { accountById, allRoles } from '../accounts.ts'
import { leaveView } from './end.ts'
import { rightsOf, viewed } from './viewed.ts'

export function viewingRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, viewAs, ({ body: { kind, id }, principal: { userId, email, sessionId } }) =>
    auditedChange(store, async (tx) => {
      const roles = await allRoles(tx)
      const role = kind === 'role' ? roles.find((one) => one.id === id) : undefined
      const account = kind === 'user' ? await accountById(tx, id) : undefined
      if (!role && !account) throw new HttpError(`${kind}-not-found`)
      const target = { view_user_id: account?.user_id ?? null, view_role_id: role?.id ?? null }
      const seen = await viewed(tx, target, roles)
      if (!seen) throw new HttpError('account-waiting')
      const view = { ...target, view_since: now(), view_rights: rightsOf(seen) }
      await updateRows(tx, 'sessions', { session_id: sessionId }, view)
      await bumpVersions(tx, ['accounts'])
      const subject = account?.email ?? role?.name ?? ''
      await audit(tx, { userId, email }, { action: 'view-as.start', subject }, now())
    }),
  )

  route(app, stopViewing, ({ principal }) =>
    store.transaction((tx) => leaveView(tx, principal.sessionId, now())),
  )
}
