// Notices to everybody who may change the settings.
import { allRoles } from '#server/features/account/accounts.ts'
import { type NewNotice, notify } from '#server/notices/notify.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'

/** Written once for each `source`. */
export async function tellAdministrators(
  store: Store,
  notice: Omit<NewNotice, 'userId' | 'sees'>,
  now: Date,
): Promise<void> {
  const roles = (await allRoles(store)).filter(({ permissions }) => permissions.includes('settings'))
  const users = await store.all<{ user_id: number }>(sql`
    select user_id from users where deleted_at is null and role in (${roles.map(({ name }) => name)})`)
  const sees = { scope: [], permissions: ['settings'] } as const
  await store.transaction(async (tx) => {
    for (const { user_id } of users) await notify(tx, { ...notice, sees, userId: user_id }, now)
  })
}
