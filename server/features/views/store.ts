// Views in the store. Every change raises the version 'views'.
import type { SavedView } from '#contract/views.ts'
import type { Principal } from '#server/http/principal.ts'
import { changeRevised } from '#server/http/revisions.ts'
import { edits, roleNames, sees } from '#server/http/sharing.ts'
import { insertNumbered, insertRow } from '#server/store/rows.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

const VIEW = sql`v.view_id`
const OWNER = sql`v.user_id`

/** The views that an account sees, as rows of the list. */
export const viewsSeen = (principal: Principal): Sql => sql`
  select v.view_id as id, v.revision, v.name, v.address, v.question, v.table_call as "table", coalesce(u.name, '') as owner,
    ${roleNames('view', VIEW)} as roles, coalesce(c.pinned, false) as pinned, coalesce(c.opens, false) as opens,
    ${edits(OWNER, principal)} as editable, v.changed_at
  from views v
  left join users u on u.user_id = v.user_id and u.deleted_at is null
  left join view_choices c on c.view_id = v.view_id and c.user_id = ${principal.userId}
  where ${sees('view', VIEW, OWNER, principal)}`

export type View = Omit<SavedView, 'role_ids' | 'missing'>

/** By name. */
export const viewsOf = (queries: Queries, principal: Principal): Promise<View[]> =>
  queries.all<View>(sql`select * from (${viewsSeen(principal)}) seen order by name, id`)

/** A view that the account may see; undefined for others. */
export const viewFor = (queries: Queries, principal: Principal, id: number): Promise<View | undefined> =>
  queries.one<View>(sql`select * from (${viewsSeen(principal)}) seen where id = ${id}`)

export type ViewContent = Pick<SavedView, 'name' | 'address' | 'question' | 'table'>

const columnsOf = ({ table, ...content }: ViewContent) => ({ ...content, table_call: table })

/** Returns the id. */
export async function createView(tx: Queries, userId: number, content: ViewContent, now: Date) {
  await bumpVersions(tx, ['views'])
  const view = { user_id: userId, ...columnsOf(content), created_at: now, changed_at: now }
  return insertNumbered(tx, 'views', ['view_id', 'view_ids'], view)
}

export async function changeView(
  tx: Queries,
  { id, revision }: { id: number; revision: number | undefined },
  content: ViewContent,
  now: Date,
): Promise<void> {
  await changeRevised(
    tx,
    'view',
    { key: { view_id: id }, revision },
    { ...columnsOf(content), changed_at: now },
  )
  await bumpVersions(tx, ['views'])
}

export async function removeView(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`delete from views where view_id = ${id}`)
  await tx.run(sql`delete from view_choices where view_id = ${id}`)
  await bumpVersions(tx, ['views'])
}

/** At most one view opens after sign-in. */
export async function choose(
  tx: Queries,
  userId: number,
  id: number,
  choice: Pick<View, 'pinned' | 'opens'>,
) {
  if (choice.opens) await tx.run(sql`update view_choices set opens = false where user_id = ${userId}`)
  await tx.run(sql`delete from view_choices where user_id = ${userId} and view_id = ${id}`)
  await insertRow(tx, 'view_choices', { view_id: id, user_id: userId, ...choice })
  await bumpVersions(tx, ['views'])
}
