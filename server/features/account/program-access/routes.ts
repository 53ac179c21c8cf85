import { programAccess, revokeProgramAccess } from '#contract/program-access.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { textsIn } from '../accounts.ts'
import * as stored from './store.ts'

const ACTIONS = { token: 'token.revoke', link: 'data-link.revoke' } as const

export function programAccessRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, programAccess, async () =>
    (await stored.programAccessOf(store, now())).map((row) =>
      row.kind === 'token' ? { ...row, opens: textsIn(row.opens).join(',') } : row,
    ),
  )

  route(app, revokeProgramAccess, async ({ params: { kind, id }, principal, log }) => {
    await auditedChange(store, async (tx) => {
      const revoked = await stored.revokeProgramAccess(tx, kind, id, now())
      if (!revoked) throw new HttpError('access-not-found')
      const { name: subject, owner } = revoked
      await audit(tx, principal, { action: ACTIONS[kind], subject, after: { owner } }, now())
    })
    log.info({ userId: principal.userId, kind, id }, 'program access revoked')
  })
}
