// Sign-in: the password, and a code of the second factor for accounts that have one.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { login, type SignedIn } from '#contract/account.ts'
import { loginSecondFactor } from '#contract/second-factor.ts'
import type { AdminApp } from '#server/http/app.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { type Account, accountByEmail, accountById, foldEmail } from './accounts.ts'
import { clientName } from './client-name.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { verifyPassword } from './passwords.ts'
import {
  CODES_PER_ACCOUNT,
  limitedCheck,
  limitKey,
  networkOf,
  PER_ACCOUNT,
  PER_ACCOUNT_EVERYWHERE,
  PER_ADDRESS,
} from './rate-limit.ts'
import { factorOf, spendCode } from './second-factor/factors.ts'
import type { Sealing } from './session-secret.ts'
import { openSession } from './sessions.ts'
import type { Claims, Device, Tokens } from './tokens.ts'

export interface LoginOptions {
  readonly tokens: Tokens
  /** Of secrets of second factors. */
  readonly sealing: Sealing
}

const WAITING = 'La cuenta espera que le asignen un rol.'
const UNCONFIRMED = 'Falta elegir una contraseña con el enlace del correo.'

export const signedIn = async (
  tokens: Tokens,
  claims: Claims,
  account: Pick<Account, 'user_id' | 'name' | 'email'>,
): Promise<SignedIn> => ({
  access_token: await tokens.sign(claims),
  user_data: { id: account.user_id, display_name: account.name, email: account.email },
})

/** Strangers who guess passwords must lock out neither a known device of the account nor another network. */
const countersOf = (email: string, network: string, device: Device | undefined) =>
  device
    ? ([{ key: limitKey('device', device.deviceId), limit: PER_ACCOUNT }] as const)
    : ([
        { key: limitKey('account-network', `${email} ${network}`), limit: PER_ACCOUNT },
        { key: limitKey('address', network), limit: PER_ADDRESS },
        { key: limitKey('account', email), limit: PER_ACCOUNT_EVERYWHERE },
      ] as const)

/** Codes are short, so the limit of all networks is low; only those who know the password can reach it. */
const codeCountersOf = (userId: number, network: string, device: Device | undefined) =>
  device
    ? ([{ key: limitKey('device-code', device.deviceId), limit: PER_ACCOUNT }] as const)
    : ([
        { key: limitKey('code-network', `${userId} ${network}`), limit: PER_ACCOUNT },
        { key: limitKey('code', String(userId)), limit: CODES_PER_ACCOUNT },
      ] as const)

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

interface Opening {
  readonly account: Account
  readonly remember: boolean
  readonly device: string
  readonly address: string
  readonly known: Device | undefined
}

export function loginRoutes(app: AdminApp, { tokens, sealing }: LoginOptions): void {
  const { store, now } = app

  const open = async ({ account, remember, device, address, known }: Opening, reply: FastifyReply) => {
    const userId = account.user_id
    const client = clientName(reply.request.headers['user-agent'])
    const session = { userId, remember, device, client, network: networkOf(address) }
    const claims = await openSession(store, session, now())
    await rememberDevice(tokens, reply, { userId, ...known }, now())
    reply.log.info({ userId }, 'signed in')
    return signedIn(tokens, claims, account)
  }

  route(app, login, async ({ body, address, log }, reply) => {
    const account = await accountByEmail(store, body.email)
    const known = account && (await knownDevice(tokens, reply.request, account.user_id, now()))
    const counters = countersOf(foldEmail(body.email), networkOf(address), known)
    await limitedCheck(store, counters, now, async () => {
      const matches = await verifyPassword(account?.password_hash, body.password)
      if (!matches) log.info({ userId: account?.user_id ?? 0 }, 'sign-in refused')
      return matches
    })
    if (!account) throw new HttpError(401)
    if (account.role === '') throw new HttpError(403, WAITING)
    if (account.password_from === 'registration') throw new HttpError(403, UNCONFIRMED)
    const { remember, device } = body
    if (await factorOf(store, account.user_id)) {
      const step = { userId: account.user_id, remember, device, password: digest(account.password_hash) }
      return { second_factor: { token: await tokens.signSecondStep(step, now()) } }
    }
    return open({ account, remember, device, address, known }, reply)
  })

  route(app, loginSecondFactor, async ({ body, address, log }, reply) => {
    const step = await tokens.checkSecondStep(body.token, now())
    const account = step && (await accountById(store, step.userId))
    // A new password, or another role than none, may have come in between.
    if (!account || account.role === '' || digest(account.password_hash) !== step.password)
      throw badRequest('token', 'is wrong or expired')
    const { userId, remember, device } = step
    const known = await knownDevice(tokens, reply.request, userId, now())
    await limitedCheck(store, codeCountersOf(userId, networkOf(address), known), now, async () => {
      const matches = await spendCode(store, sealing, { userId, code: body.code }, now())
      if (!matches) log.info({ userId }, 'code refused')
      return matches
    })
    return open({ account, remember, device, address, known }, reply)
  })
}
