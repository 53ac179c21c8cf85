import type { DataOf } from '#contract/endpoint.ts'
import { notices, readNotices } from '#contract/notices.ts'
import type { AdminApp } from '#server/http/app.ts'
import type { Principal } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import { maySee, type NoticeLink, noticesOf, type Sees } from '#server/notices/notify.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

type Notice = DataOf<typeof notices>['notices'][number]
type StoredNotice = Omit<Notice, 'links'> & Readonly<Record<'links' | 'sees', string>>

const SHOWN = 100

/** Newest first; leaves out notices with figures that the account may no longer see. */
async function visibleNotices(queries: Queries, principal: Principal): Promise<StoredNotice[]> {
  const all = await queries.all<StoredNotice>(sql`
    select notice_id as id, kind, title, body, links, sees, created_at, read_at from notices
    where user_id = ${principal.userId} order by notice_id desc`)
  return all.filter(({ sees }) => maySee(JSON.parse(sees) as Sees, principal))
}

const unreadIn = (all: readonly StoredNotice[]) => all.filter(({ read_at }) => read_at === null).length

export function noticeRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, notices, async ({ principal }) => {
    const all = await visibleNotices(store, principal)
    return {
      unread: unreadIn(all),
      notices: all.slice(0, SHOWN).map(({ sees: _, links, ...notice }) => ({
        ...notice,
        links: JSON.parse(links) as NoticeLink[],
      })),
    }
  })

  route(app, readNotices, ({ body: { up_to = 0, ids = [] }, principal }) =>
    store.transaction(async (tx) => {
      const read = await tx.run(sql`
        update notices set read_at = ${utc(now())}
        where user_id = ${principal.userId} and read_at is null and (notice_id <= ${up_to} or notice_id in (${ids}))`)
      // Updates the bells of other tabs.
      if (read > 0) await bumpVersions(tx, [noticesOf(principal.userId)])
      return { unread: unreadIn(await visibleNotices(tx, principal)) }
    }),
  )
}
