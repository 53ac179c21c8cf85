import type { DataLink } from '#contract/data-links.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'

export interface NewDataLink {
  readonly name: string
  readonly question: string
  readonly secret_hash: string
  readonly hint: string
}

export type StoredLink = Omit<DataLink, 'gone'>

/** Returns the id. */
export function createDataLink(tx: Queries, userId: number, link: NewDataLink, now: Date) {
  const row = { user_id: userId, ...link, created_at: now, uses: 0 }
  return insertNumbered(tx, 'data_links', ['link_id', 'data_link_ids'], row)
}

export const dataLinksOf = (queries: Queries, userId: number): Promise<StoredLink[]> =>
  queries.all<StoredLink>(sql`
    select link_id as id, name, question, hint, created_at, used_at, uses from data_links
    where user_id = ${userId} and revoked_at is null order by created_at desc, link_id desc`)

export const linkBySecret = (queries: Queries, hash: string) =>
  queries.one<{ link_id: number; user_id: number; name: string; question: string }>(sql`
    select link_id, user_id, name, question from data_links where secret_hash = ${hash} and revoked_at is null`)

/** The name of the revoked link; undefined if the account has no such link. */
export async function revokeDataLink(tx: Queries, userId: number, id: number, now: Date) {
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
