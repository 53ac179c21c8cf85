// Calls of a signed-in account about its own password and sessions.
import * as calls from '#contract/account.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError, wrongField } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import { accountById, changePassword } from './accounts.ts'
import { assertUncommon } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { limitedCheck, limitKey, PER_ACCOUNT } from './rate-limit.ts'
import { confirmSession, endOtherSessions, endOwnSession, openSessions } from './sessions.ts'

export function ownAccountRoutes(app: AdminApp): void {
  const { store, now } = app

  /** Throws a 400 that names the field. Limited by session, so that a stolen token locks out nobody else. */
  const assertPassword = async ({ userId, sessionId }: Principal, password: string, field: string) => {
    const account = await accountById(store, userId)
    const counter = { key: limitKey('session', sessionId), limit: PER_ACCOUNT }
    const check = () => verifyPassword(account?.password_hash, password)
    await limitedCheck(store, [counter], now, check, wrongField(field, 'password-wrong'))
  }

  route(app, calls.changeOwnPassword, async ({ body, principal, log }) => {
    await assertPassword(principal, body.current, 'current')
    if (body.password === body.current) throw wrongField('password', 'password-same')
    assertUncommon(body.password, principal)
    const hash = await hashPassword(body.password)
    const { userId, sessionId } = principal
    await store.transaction(async (tx) => {
      await changePassword(tx, userId, { hash, from: 'owner', keep: sessionId }, now())
      await confirmSession(tx, sessionId, now())
    })
    log.info({ userId }, 'password changed by its owner')
  })

  route(app, calls.confirmOwnPassword, async ({ body, principal }) => {
    await assertPassword(principal, body.password, 'password')
    await store.transaction((tx) => confirmSession(tx, principal.sessionId, now()))
  })

  route(app, calls.accountSessions, async ({ principal }) => {
    const sessions = await openSessions(store, principal.userId, now())
    return sessions.map((session) => ({ ...session, current: session.id === principal.sessionId }))
  })

  route(app, calls.endAccountSession, async ({ params, principal, log }) => {
    const { userId } = principal
    const ended = await store.transaction((tx) => endOwnSession(tx, userId, params.id, now()))
    if (!ended) throw new HttpError('session-not-found')
    log.info({ userId }, 'session ended')
  })

  route(app, calls.endOtherAccountSessions, async ({ principal, log }) => {
    const { userId, sessionId } = principal
    const ended = await store.transaction((tx) => endOtherSessions(tx, userId, sessionId, now()))
    log.info({ userId, ended }, 'other sessions ended')
    return { ended }
  })
}
