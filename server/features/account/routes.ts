import {
  confirmPassword,
  login,
  logout,
  me,
  refresh,
  register,
  resetPassword,
  type SignedIn,
  signUp,
} from '#contract/account.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Call, route } from '#server/http/route.ts'
import { type Account, accountByEmail, accountById, createAccount, foldEmail } from './accounts.ts'
import { type Mailer, resetMail } from './mail.ts'
import { confirmReset, requestReset } from './password-reset.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  clearAttempts,
  limitKey,
  limitRate,
  networkOf,
  PER_ACCOUNT,
  PER_ADDRESS,
  PER_ADDRESS_REQUESTS,
} from './rate-limit.ts'
import { endSession, openSession, renewSession } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

export interface AccountOptions {
  readonly tokens: Tokens
  /** Without it, a password reset is only logged. */
  readonly mail: Mailer | undefined
  /** Base URL of links in mails. */
  readonly publicUrl: string
}

const WAITING = 'La cuenta espera que le asignen un rol.'
const REGISTERED = 'La cuenta queda a la espera de que le asignen un rol.'
const RESET_REQUESTED = 'Si la cuenta existe, llega un mensaje con el enlace.'

export function accountRoutes(app: AdminApp, options: AccountOptions): void {
  sessionRoutes(app, options)
  signUpRoutes(app)
  passwordRoutes(app, options)
}

function sessionRoutes(app: AdminApp, { tokens }: AccountOptions): void {
  const { store, now } = app

  const signedIn = async (
    claims: Claims,
    account: Pick<Account, 'user_id' | 'name' | 'email'>,
  ): Promise<SignedIn> => ({
    access_token: await tokens.sign(claims),
    user_data: { id: account.user_id, display_name: account.name, email: account.email },
  })

  route(app, login, async ({ body, address, log }) => {
    const accountKey = limitKey('account', foldEmail(body.email))
    const attempt = await limitRate(store, limitKey('address', networkOf(address)), PER_ADDRESS, now())
    await limitRate(store, accountKey, PER_ACCOUNT, now())
    const account = await accountByEmail(store, body.email)
    if (!(await verifyPassword(account?.password_hash, body.password)) || !account) {
      log.info({ userId: account?.user_id ?? 0 }, 'sign-in refused')
      throw new HttpError(401)
    }
    await clearAttempts(store, attempt, accountKey, now())
    if (account.role === '') throw new HttpError(403, WAITING)
    const session = { userId: account.user_id, remember: body.remember, device: body.device }
    const claims = await openSession(store, session, now())
    log.info({ userId: account.user_id }, 'signed in')
    return signedIn(claims, account)
  })

  route(app, refresh, async ({ principal }) => {
    const account = await accountById(store, principal.userId)
    if (!account) throw new HttpError(401)
    return signedIn(await renewSession(store, principal, now()), account)
  })

  route(app, logout, async ({ principal, log }) => {
    await store.transaction((tx) => endSession(tx, principal.sessionId, now()))
    log.info({ userId: principal.userId }, 'signed out')
    return {}
  })

  route(app, me, async ({ principal }) => ({
    id: principal.userId,
    name: principal.name,
    email: principal.email,
    avatar: '',
    role: [principal.role],
    permissions: PERMISSIONS.filter((permission) => principal.permissions.has(permission)),
    scope: principal.scope && [...principal.scope],
    time_zone: app.timeZone,
  }))
}

function signUpRoutes(app: AdminApp): void {
  const { store, now } = app

  const requestAccount = async ({ body, address, log }: Call<typeof register | typeof signUp>) => {
    await limitRate(store, limitKey('register', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const hash = await hashPassword(body.password)
    const name = `${body.firstName.trim()} ${body.lastName.trim()}`
    const account = { email: body.email, name, role: '', hash }
    const created = await store.transaction((tx) => createAccount(tx, account, now()))
    log.info({ created }, 'account requested')
    return { message: REGISTERED }
  }
  route(app, register, requestAccount)
  route(app, signUp, requestAccount)
}

function passwordRoutes(app: AdminApp, { mail, publicUrl }: AccountOptions): void {
  const { store, now } = app

  route(app, resetPassword, async ({ body, address, log }) => {
    await limitRate(store, limitKey('reset', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    log.info({ mail: mail !== undefined }, 'password reset requested')
    // Responds before the account is looked up: neither content nor time reveals whether it exists.
    if (mail) {
      sendReset(mail, body.email).catch((error: unknown) =>
        log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'reset mail not sent'),
      )
    }
    return { message: RESET_REQUESTED }
  })

  const sendReset = async (send: Mailer, email: string) => {
    const token = await requestReset(store, email, now())
    if (token) await send(resetMail(foldEmail(email), `${publicUrl}/auth/reset-password?token=${token}`))
  }

  route(app, confirmPassword, async ({ body, address, log }) => {
    await limitRate(store, limitKey('confirm', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const userId = await confirmReset(store, body.token, body.password, now())
    log.info({ userId }, 'password changed')
    return {}
  })
}
