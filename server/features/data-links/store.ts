import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'

export interface NewDataLink {
  readonly name: string
  readonly question: string
  readonly hash: string
  readonly hint: string
}

/** Returns the id. */
export async function createDataLink(
  tx: Queries,
  userId: number,
  { name, question, hash, hint }: NewDataLink,
  now: Date,
): Promise<number> {
  await tx.run(sql`
    insert into data_links (link_id, user_id, name, question, secret_hash, hint, created_at, used_at, uses, revoked_at)
    select nextval('data_link_ids'), cast(${userId} as bigint), ${name}, ${question}, ${hash}, ${hint},
      ${utc(now)}, cast(null as timestamp), 0, cast(null as timestamp)`)
  const created = await tx.one<{ link_id: number }>(
    sql`select link_id from data_links where secret_hash = ${hash}`,
  )
  return created?.link_id ?? 0
}

export interface StoredDataLink {
  readonly id: number
  readonly name: string
  readonly question: string
  readonly hint: string
  readonly created_at: string
  readonly used_at: string | null
  readonly uses: number
}

export const dataLinksOf = (queries: Queries, userId: number): Promise<StoredDataLink[]> =>
  queries.all<StoredDataLink>(sql`
    select link_id as id, name, question, hint, created_at, used_at, uses from data_links
    where user_id = ${userId} and revoked_at is null order by created_at desc, link_id desc`)

export const linkBySecret = (queries: Queries, hash: string) =>
  queries.one<{ link_id: number; user_id: number; name: string; question: string }>(sql`
    select link_id, user_id, name, question from data_links where secret_hash = ${hash} and revoked_at is null`)

/** The name of the revoked link; undefined if the account has no such link. */
export async function revokeDataLink(
  tx: Queries,
  userId: number,
  id: number,
  now: Date,
): Promise<string | undefined> {
  const link = await tx.one<{ name: string }>(
    sql`select name from data_links where link_id = ${id} and user_id = ${userId} and revoked_at is null`,
  )
  await tx.run(
    sql`update data_links set revoked_at = ${utc(now)} where link_id = ${id} and user_id = ${userId}`,
  )
  return link?.name
}

export const countUse = (store: Store, id: number, now: Date): Promise<number> =>
  store.run(sql`update data_links set uses = uses + 1, used_at = ${utc(now)} where link_id = ${id}`)
