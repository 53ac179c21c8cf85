// Calls of a signed-in account about its second factor, and of a superAdmin about that of another account.
import { z } from 'zod'
import * as calls from '#contract/second-factor.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError, wrongField } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { accountById, revokeSessions } from '../accounts.ts'
import { limitedCheck, limitKey, PER_ACCOUNT } from '../rate-limit.ts'
import type { Sealing } from '../session-secret.ts'
import * as factors from './factors.ts'
import { passkeysOf } from './passkeys.ts'
import { newSecret, otpauthUri, stepOf } from './totp.ts'

const SETUP_MS = 15 * 60_000

/** A set-up that waits for its first code is not stored: the client keeps it, encrypted. */
const setup = z.object({ secret: z.string(), expires: z.number() })
const setupPurpose = (userId: number) => `set-up of the second factor ${userId}`

export function ownSecondFactorRoutes(app: AdminApp, sealing: Sealing): void {
  const { store, now } = app

  route(app, calls.ownSecondFactor, async ({ principal }) => {
    const factor = await factors.factorOf(store, principal.userId)
    return {
      enabled: factor !== undefined,
      since: factor?.created_at.slice(0, 19) ?? null,
      required: await factors.requiresFactor(store, principal.role),
      recovery_codes: await factors.countRecoveryCodes(store, principal.userId),
    }
  })

  route(app, calls.startSecondFactor, async ({ principal }) => {
    const secret = newSecret()
    const waiting = JSON.stringify({ secret, expires: now().getTime() + SETUP_MS })
    const token = sealing.seal(setupPurpose(principal.userId), waiting)
    return { secret, uri: otpauthUri(secret, principal.email), token }
  })

  route(app, calls.confirmSecondFactor, async ({ body, principal, log }) => {
    const { userId, sessionId, email } = principal
    const opened = sealing.open(setupPurpose(userId), body.token)
    const { secret, expires } =
      opened === undefined ? { secret: '', expires: 0 } : setup.parse(JSON.parse(opened))
    if (expires <= now().getTime()) throw badRequest('token', 'is wrong or expired')
    const code = body.code.replaceAll(/\s/g, '')
    const counter = { key: limitKey('set-up', sessionId), limit: PER_ACCOUNT }
    const check = async () => stepOf(secret, code, now()) !== undefined
    await limitedCheck(store, [counter], now, check, wrongField('code', 'code-wrong'))
    const step = stepOf(secret, code, now())
    if (step === undefined) throw wrongField('code', 'code-wrong')
    const { codes, hashes } = await factors.newRecoveryCodes()
    await auditedChange(store, async (tx) => {
      await factors.saveFactor(tx, sealing, userId, { secret, step, hashes }, now())
      await audit(tx, principal, { action: 'second-factor.set-up', subject: email }, now())
    })
    log.info({ userId }, 'second factor set up')
    return { recovery_codes: codes }
  })

  route(app, calls.renewRecoveryCodes, async ({ principal }) => {
    const { codes, hashes } = await factors.newRecoveryCodes()
    await auditedChange(store, async (tx) => {
      if (!(await factors.hasFactor(tx, principal.userId))) throw new HttpError('no-second-factor')
      await factors.replaceRecoveryCodes(tx, principal.userId, hashes)
      await audit(tx, principal, { action: 'second-factor.codes', subject: principal.email }, now())
    })
    return { recovery_codes: codes }
  })

  route(app, calls.removeSecondFactor, async ({ principal, log }) => {
    const isRequired = await factors.requiresFactor(store, principal.role)
    await auditedChange(store, async (tx) => {
      if (!(await factors.deleteFactor(tx, principal.userId))) throw new HttpError('no-second-factor')
      if (isRequired && (await passkeysOf(tx, principal.userId)).length === 0)
        throw new HttpError('second-factor-required')
      await audit(tx, principal, { action: 'second-factor.remove', subject: principal.email }, now())
    })
    log.info({ userId: principal.userId }, 'second factor removed')
  })
}

export function resetRoute(app: AdminApp): void {
  const { store, now } = app
  route(app, calls.resetSecondFactor, async ({ params: { id }, principal }) => {
    await auditedChange(store, async (tx) => {
      const account = await accountById(tx, id)
      if (!account) throw new HttpError('user-not-found')
      if (!(await factors.deleteFactors(tx, id))) throw new HttpError('no-second-factor')
      // A stolen device may also hold an open session.
      if (id !== principal.userId) await revokeSessions(tx, id, now())
      await audit(tx, principal, { action: 'second-factor.reset', subject: account.email }, now())
    })
    return { message: 'Second factor removed.' }
  })
}
