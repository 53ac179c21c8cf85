// Addresses and domains outside the accounts that mails may go to, which a superAdmin allows.
import * as calls from '#contract/sheet-mails.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'

export function allowanceRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, calls.mailAllowances, () =>
    store.all<calls.MailAllowance>(sql`
      select a.allowance_id as id, a.email_or_domain as target, a.allowed_at, coalesce(u.name, '') as allowed_by
      from mail_allowances a left join users u on u.user_id = a.user_id order by a.email_or_domain`),
  )

  route(app, calls.addMailAllowance, ({ body: { target }, principal }) =>
    auditedChange(store, async (tx) => {
      if (await tx.one(sql`select 1 as known from mail_allowances where email_or_domain = ${target}`)) return
      const allowed = { email_or_domain: target, user_id: principal.userId, allowed_at: now() }
      await insertNumbered(tx, 'mail_allowances', ['allowance_id', 'mail_allowance_ids'], allowed)
      await audit(tx, principal, { action: 'mail-allowance.add', subject: target }, now())
    }),
  )

  route(app, calls.removeMailAllowance, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const which = sql`from mail_allowances where allowance_id = ${id}`
      const found = await tx.one<{ target: string }>(sql`select email_or_domain as target ${which}`)
      if (!found) throw new HttpError('mail-allowance-not-found')
      await tx.run(sql`delete ${which}`)
      await audit(tx, principal, { action: 'mail-allowance.remove', subject: found.target }, now())
    }),
  )
}
