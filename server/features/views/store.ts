// Views in the store. Every change raises the version 'views'.
import { z } from 'zod'
import type { Principal } from '#server/http/principal.ts'
import { edits, roleNames, sees } from '#server/http/sharing.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { bumpVersions } from '#server/store/versions.ts'

const VIEW = sql`v.view_id`
const OWNER = sql`v.user_id`

/** The views that an account sees, as rows of the list. */
export const viewsSeen = (principal: Principal): Sql => sql`
  select v.view_id as id, v.name, v.address, v.question, coalesce(u.name, '') as owner,
    ${roleNames('view', VIEW)} as roles, coalesce(c.pinned, false) as pinned, coalesce(c.opens, false) as opens,
    ${edits(OWNER, principal)} as editable, v.changed_at
  from views v
  left join users u on u.user_id = v.user_id and u.deleted_at is null
  left join view_choices c on c.view_id = v.view_id and c.user_id = ${principal.userId}
  where ${sees('view', VIEW, OWNER, principal)}`

const row = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  question: z.string().nullable(),
  owner: z.string(),
  pinned: z.boolean(),
  opens: z.boolean(),
  editable: z.boolean(),
})

export type View = z.infer<typeof row>

/** By name. */
export const viewsOf = async (queries: Queries, principal: Principal): Promise<View[]> =>
  z.array(row).parse(await queries.all(sql`select * from (${viewsSeen(principal)}) seen order by name, id`))

/** A view that the account may see; undefined for others. */
export async function viewFor(queries: Queries, principal: Principal, id: number): Promise<View | undefined> {
  const found = await queries.one(sql`select * from (${viewsSeen(principal)}) seen where id = ${id}`)
  return found && row.parse(found)
}

export interface ViewContent {
  readonly name: string
  readonly address: string
  readonly question: string | null
}

/** Returns the id. */
export async function createView(
  tx: Queries,
  userId: number,
  { name, address, question }: ViewContent,
  now: Date,
): Promise<number> {
  const next = await tx.one<{ id: number }>(sql`select nextval('view_ids') as id`)
  const id = next?.id ?? 0
  await tx.run(sql`
    insert into views (view_id, user_id, name, address, question, created_at, changed_at)
    values (cast(${id} as bigint), cast(${userId} as bigint), ${name}, ${address}, cast(${question} as text),
      ${utc(now)}, ${utc(now)})`)
  await bumpVersions(tx, ['views'])
  return id
}

export async function changeView(
  tx: Queries,
  id: number,
  { name, address, question }: ViewContent,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update views set name = ${name}, address = ${address}, question = cast(${question} as text),
      changed_at = ${utc(now)}
    where view_id = ${id}`)
  await bumpVersions(tx, ['views'])
}

export async function countViews(queries: Queries, userId: number): Promise<number> {
  const found = await queries.one<{ views: number }>(
    sql`select count(*) as views from views where user_id = ${userId}`,
  )
  return found?.views ?? 0
}

export async function removeView(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`delete from views where view_id = ${id}`)
  await tx.run(sql`delete from view_choices where view_id = ${id}`)
  await bumpVersions(tx, ['views'])
}

export interface Choice {
  readonly pinned: boolean
  readonly opens: boolean
}

/** At most one view opens after sign-in. */
export async function choose(tx: Queries, userId: number, id: number, choice: Choice): Promise<void> {
  if (choice.opens) await tx.run(sql`update view_choices set opens = false where user_id = ${userId}`)
  await tx.run(sql`delete from view_choices where user_id = ${userId} and view_id = ${id}`)
  await tx.run(sql`
    insert into view_choices (view_id, user_id, pinned, opens)
    values (cast(${id} as bigint), cast(${userId} as bigint), ${choice.pinned}, ${choice.opens})`)
  await bumpVersions(tx, ['views'])
}
