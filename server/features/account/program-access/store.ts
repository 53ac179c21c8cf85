// API tokens and data links of every account.
import type { ProgramAccessKind } from '#contract/lists/program-access.ts'
import type { ProgramAccess } from '#contract/program-access.ts'
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

const TABLES = {
  token: { table: sql.identifier('api_tokens'), key: sql.identifier('token_id') },
  link: { table: sql.identifier('data_links'), key: sql.identifier('link_id') },
}

/** `opens` of a token is the stored JSON text. */
export const programAccessOf = (queries: Queries, now: Date): Promise<ProgramAccess[]> =>
  queries.all<ProgramAccess>(sql`
    select * from (${sql.union([validTokens(now), VALID_LINKS], 'all')}) p order by created_at desc, kind, id desc`)

const validTokens = (now: Date): Sql => sql`
  select 'token' as kind, t.token_id as id, t.name, t.hint, u.email as owner, t.permissions as opens,
    t.created_at, t.used_at, t.expires_at
  from api_tokens t join users u on u.user_id = t.user_id
  where t.revoked_at is null and t.expires_at > ${utc(now)}`

const VALID_LINKS = sql`
  select 'link' as kind, l.link_id as id, l.name, l.hint, u.email as owner, l.question as opens,
    l.created_at, l.used_at, cast(null as timestamp) as expires_at
  from data_links l join users u on u.user_id = l.user_id where l.revoked_at is null`

/** Name and owner's e-mail of what was revoked; undefined if nothing was. */
export async function revokeProgramAccess(tx: Queries, kind: ProgramAccessKind, id: number, now: Date) {
  const { table, key } = TABLES[kind]
  const found = await tx.one<{ name: string; owner: string }>(sql`
    select p.name, u.email as owner from ${table} p join users u on u.user_id = p.user_id
    where p.${key} = ${id} and p.revoked_at is null`)
  if (!found) return undefined
  await tx.run(sql`update ${table} set revoked_at = ${utc(now)} where ${key} = ${id} and revoked_at is null`)
  await bumpVersions(tx, ['accounts'])
  return found
}
