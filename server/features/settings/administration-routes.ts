import { saveConfig, settingsCalls } from '#contract/administration.ts'
import { addMonths, type Month, monthAt } from '#contract/month.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { route } from '#server/http/route.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql, wholeShop } from '#server/store/sql.ts'

/** People plan one month ahead; a later month is a typing error. */
function refuseBeyond(month: Month, last: Month): void {
  if (month > last) throw badRequest('values', `must be ${last} at the latest`)
}

export function configurationRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, saveConfig, async ({ body, principal }) => {
    const { option, values } = body
    if (option === 'show_max_month') refuseBeyond(values, addMonths(monthAt(now(), app.timeZone), 1))
    await auditedChange(store, async (tx) => {
      const before = (await readSetting(tx, option)) ?? null
      await writeSetting(tx, option, values)
      const change = {
        action: 'config.set' as const,
        subject: option,
        before: { values: before },
        after: { values },
      }
      await audit(tx, principal, change, now())
    })
    return { message: 'Option saved successfully.' }
  })

  listRoute(app, settingsCalls.auditTrail, () => ({
    reads: ['audit'],
    query: wholeShop(
      'what users did',
      sql`select audit_id as id, done_at as "at", who, action, subject, changes from audit`,
    ),
    tieBreakFollowsOrder: true,
  }))
}
