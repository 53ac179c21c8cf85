// Saving, sharing, choosing and deleting views, and the roles that things are shared with.
import { savedAddress } from '#contract/address.ts'
import { MAX_VIEWS } from '#contract/limits.ts'
import { sharingRoles } from '#contract/sharing.ts'
import * as calls from '#contract/views.ts'
import type { AdminApp } from '#server/http/app.ts'
import { auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import type { Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { auditSharing, rolesOf, rolesToShare, shareWith } from '#server/http/sharing.ts'
import { countRows } from '#server/store/rows.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { missingOf } from './missing.ts'
import { storedQuestion } from './question.ts'
import * as stored from './store.ts'

export function viewRoutes(app: AdminApp): void {
  const { store, now } = app

  listRoute(app, calls.views, ({ principal }) => ({
    reads: ['views', 'accounts'],
    query: wholeShop('views of the account', stored.viewsSeen(principal)),
  }))

  route(app, calls.chosenViews, async ({ principal }) => {
    const seen = await stored.viewsOf(store, principal)
    return {
      pinned: seen.filter(({ pinned }) => pinned),
      opens: seen.find(({ opens }) => opens) ?? null,
    }
  })

  route(app, calls.savedView, async ({ params, principal, versions }): Promise<calls.SavedView> => {
    const view = await known(store, principal, params.id)
    const roles = view.editable ? await rolesOf(store, 'view', view.id) : []
    const missing = await missingOf(app, view, principal, versions)
    return {
      ...view,
      role_ids: roles.map(({ id }) => id),
      missing: missing.map((one) => ({ ...one, values: [...one.values] })),
    }
  })

  route(app, calls.saveView, async (call) => ({
    id: await auditedChange(store, (tx) => save(tx, call, now())),
  }))

  route(app, calls.chooseView, ({ body, principal }) =>
    store.transaction(async (tx) => {
      const { id, pinned, opens } = await known(tx, principal, body.id)
      const choice = { pinned: body.pinned ?? pinned, opens: body.opens ?? opens }
      await stored.choose(tx, principal.userId, id, choice)
    }),
  )

  route(app, calls.deleteView, ({ params, principal }) =>
    auditedChange(store, async (tx) => {
      const { id, name } = await editable(tx, principal, params.id)
      await stored.removeView(tx, id)
      const roles = await rolesOf(tx, 'view', id)
      await shareWith(tx, 'view', id, [])
      await auditSharing(tx, principal, 'view', { name, before: roles, after: [] }, now())
    }),
  )

  route(app, sharingRoles, () => store.all(sql`select role_id as id, name from roles order by name`))
}

async function known(queries: Queries, principal: Principal, id: number): Promise<stored.View> {
  const view = await stored.viewFor(queries, principal, id)
  if (!view) throw new HttpError('view-not-found')
  return view
}

async function editable(queries: Queries, principal: Principal, id: number): Promise<stored.View> {
  const view = await known(queries, principal, id)
  if (!view.editable) throw new HttpError('forbidden')
  return view
}

async function save(
  tx: Queries,
  { body, principal }: Call<typeof calls.saveView>,
  now: Date,
): Promise<number> {
  const address = savedAddress(body.address)
  const question = storedQuestion(address, body.question)
  const content = { name: body.name, address, question, table: body.table }
  const after = await rolesToShare(tx, principal, body.role_ids)
  const old = body.id === undefined ? undefined : await editable(tx, principal, body.id)
  const before = old ? await rolesOf(tx, 'view', old.id) : []
  if (!old && (await countRows(tx, sql`views where user_id = ${principal.userId}`)) >= MAX_VIEWS)
    throw new HttpError('too-many-views')
  const id = old?.id ?? (await stored.createView(tx, principal.userId, content, now))
  if (old) await stored.changeView(tx, { id, revision: body.revision }, content, now)
  await shareWith(tx, 'view', id, after)
  const told = (view: stored.ViewContent | undefined) => view && { name: view.name, address: view.address }
  const change = { name: body.name, before, after, old: told(old), content: told(content) }
  await auditSharing(tx, principal, 'view', change, now)
  return id
}
