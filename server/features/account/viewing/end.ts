// Ends looking as somebody else, and says so in the audit trail.
import { audit } from '#server/http/audit.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { milliseconds } from '../clock.ts'

interface Running {
  readonly user_id: number
  readonly email: string
  readonly viewed: string
  readonly since: string
  readonly expires: string
}

const running = (tx: Queries, which: Sql) =>
  tx.all<Running>(sql`
    select s.user_id, o.email, coalesce(u.email, r.name, '') as viewed, s.view_since as since, s.expires_at as expires
    from sessions s join users o on o.user_id = s.user_id
      left join users u on u.user_id = s.view_user_id left join roles r on r.role_id = s.view_role_id
    where s.view_since is not null and ${which} order by s.session_id`)

/** Ends the views of these `sessions s`, at the latest when the session expired. */
export async function endViews(tx: Queries, which: Sql, now: Date): Promise<void> {
  if ((await running(tx, which)).length === 0) return
  // Audited changes take turns here, so that an end is written once.
  await bumpVersions(tx, ['audit', 'accounts'])
  for (const { user_id, email, viewed, since, expires } of await running(tx, which)) {
    const to = new Date(Math.min(now.getTime(), milliseconds(expires)))
    const after = { from: new Date(milliseconds(since)).toISOString(), to: to.toISOString() }
    await audit(tx, { userId: user_id, email }, { action: 'view-as.end', subject: viewed, after }, now)
  }
  await tx.run(sql`
    update sessions set view_since = null
    where session_id in (select s.session_id from sessions s where s.view_since is not null and ${which})`)
}

/** Ends it, and lets the session be its own account again. */
export async function leaveView(tx: Queries, sessionId: string, now: Date): Promise<void> {
  await endViews(tx, sql`s.session_id = ${sessionId}`, now)
  await tx.run(sql`
    update sessions set view_user_id = null, view_role_id = null, view_rights = null
    where session_id = ${sessionId}`)
  await bumpVersions(tx, ['accounts'])
}
