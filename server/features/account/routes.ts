// Sign-in, its renewal and end, sign-up, password reset, who one is.
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
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Call, route } from '#server/http/route.ts'
import { type Account, accountByEmail, accountById, createAccount, foldEmail } from './accounts.ts'
import { type Mailer, resetMail } from './mail.ts'
import { confirmReset, requestReset } from './password-reset.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import {
  allowOnce,
  forgive,
  networkOf,
  PER_ACCOUNT,
  PER_ADDRESS,
  PER_ADDRESS_REQUESTS,
  subject,
} from './rate-limit.ts'
import { endSession, openSession, renewSession } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

export interface AccountOptions {
  readonly tokens: Tokens
  /** Without it, a reset is only logged. */
  readonly mail: Mailer | undefined
  /** Where people open the product, for links in mails. */
  readonly publicUrl: string
}

const WAITING = 'La cuenta espera que le asignen un rol.'
const REGISTERED = 'La cuenta queda a la espera de que le asignen un rol.'
const RESET_ASKED = 'Si la cuenta existe, llega un mensaje con el enlace.'

export function accountRoutes(app: App, { tokens, mail, publicUrl }: AccountOptions): void {
  const { store, now } = app

  const signedIn = async (
    claims: Claims,
    account: Pick<Account, 'user_id' | 'name' | 'email'>,
  ): Promise<SignedIn> => ({
    access_token: await tokens.sign(claims),
    user_data: { id: account.user_id, display_name: account.name, email: account.email },
  })

  route(app, login, async ({ body, address, log }) => {
    const ofAccount = subject('account', foldEmail(body.email))
    const attempt = await allowOnce(store, subject('address', networkOf(address)), PER_ADDRESS, now())
    await allowOnce(store, ofAccount, PER_ACCOUNT, now())
    const account = await accountByEmail(store, body.email)
    if (!(await passwordFits(account?.password_hash, body.password)) || !account) {
      log.info({ userId: account?.user_id ?? 0 }, 'sign-in refused')
      throw new HttpError(401)
    }
    await forgive(store, attempt, ofAccount, now())
    if (account.role === '') throw new HttpError(403, WAITING)
    const session = { userId: account.user_id, remember: body.remember, device: body.device }
    const claims = await openSession(store, session, now())
    log.info({ userId: account.user_id }, 'signed in')
    return signedIn(claims, account)
  })

  route(app, refresh, async ({ principal: caller }) => {
    const account = await accountById(store, caller.userId)
    if (!account) throw new HttpError(401)
    return signedIn(await renewSession(store, caller, now()), account)
  })

  route(app, logout, async ({ principal: caller, log }) => {
    await store.transaction((tx) => endSession(tx, caller.sessionId, now()))
    log.info({ userId: caller.userId }, 'signed out')
    return {}
  })

  route(app, me, async ({ principal: caller }) => ({
    id: caller.userId,
    name: caller.name,
    email: caller.email,
    avatar: '',
    role: [caller.role],
    permissions: PERMISSIONS.filter((permission) => caller.permissions.has(permission)),
    scope: caller.scope && [...caller.scope],
    time_zone: app.timeZone,
  }))

  const askForAccount = async ({ body, address, log }: Call<typeof register | typeof signUp>) => {
    await allowOnce(store, subject('register', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const hash = await hashPassword(body.password)
    const name = `${body.firstName.trim()} ${body.lastName.trim()}`
    const account = { email: body.email, name, role: '', hash }
    const made = await store.transaction((tx) => createAccount(tx, account, now()))
    log.info({ made }, 'account asked for')
    return { message: REGISTERED }
  }
  route(app, register, askForAccount)
  route(app, signUp, askForAccount)

  route(app, resetPassword, async ({ body, address, log }) => {
    await allowOnce(store, subject('reset', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    log.info({ mail: mail !== undefined }, 'password reset asked for')
    // Answered before the account is looked up: neither content nor time tells whether there is one.
    if (mail) {
      sendReset(mail, body.email).catch((error: unknown) =>
        log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'reset mail not sent'),
      )
    }
    return { message: RESET_ASKED }
  })

  const sendReset = async (send: Mailer, email: string) => {
    const token = await requestReset(store, email, now())
    if (token) await send(resetMail(foldEmail(email), `${publicUrl}/auth/reset-password?token=${token}`))
  }

  route(app, confirmPassword, async ({ body, address, log }) => {
    await allowOnce(store, subject('confirm', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const userId = await confirmReset(store, body.token, body.password, now())
    log.info({ userId }, 'password changed')
    return {}
  })
}
