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
import { clientName } from './client-name.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { confirmationMail, resetMail } from './mail.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { confirmReset, linkSender, type MailOptions } from './password-reset.ts'
import { assertUncommon } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  limitedCheck,
  limitKey,
  limitRate,
  networkOf,
  PER_ACCOUNT,
  PER_ACCOUNT_EVERYWHERE,
  PER_ADDRESS,
  PER_ADDRESS_REQUESTS,
} from './rate-limit.ts'
import { endSession, openSession, renewSession } from './sessions.ts'
import type { Claims, Device, Tokens } from './tokens.ts'

export interface AccountOptions extends MailOptions {
  readonly tokens: Tokens
}

const WAITING = 'La cuenta espera que le asignen un rol.'
const UNCONFIRMED = 'Falta elegir una contraseña con el enlace del correo.'
const REGISTERED = 'La cuenta queda a la espera de que le asignen un rol.'
const RESET_REQUESTED = 'Si la cuenta existe, llega un mensaje con el enlace.'

export function accountRoutes(app: AdminApp, options: AccountOptions): void {
  loginRoute(app, options)
  sessionRoutes(app, options)
  ownAccountRoutes(app)
  signUpRoutes(app, options)
  passwordRoutes(app, options)
}

const signedIn = async (
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

function loginRoute(app: AdminApp, { tokens }: AccountOptions): void {
  const { store, now } = app

  route(app, login, async ({ body, address, log }, reply) => {
    const network = networkOf(address)
    const account = await accountByEmail(store, body.email)
    const device = account && (await knownDevice(tokens, reply.request, account.user_id, now()))
    await limitedCheck(store, countersOf(foldEmail(body.email), network, device), now, async () => {
      const matches = await verifyPassword(account?.password_hash, body.password)
      if (!matches) log.info({ userId: account?.user_id ?? 0 }, 'sign-in refused')
      return matches
    })
    if (!account) throw new HttpError(401)
    if (account.role === '') throw new HttpError(403, WAITING)
    if (account.password_from === 'registration') throw new HttpError(403, UNCONFIRMED)
    const userId = account.user_id
    const client = clientName(reply.request.headers['user-agent'])
    const session = { userId, remember: body.remember, device: body.device, client, network }
    const claims = await openSession(store, session, now())
    await rememberDevice(tokens, reply, { userId, ...device }, now())
    log.info({ userId }, 'signed in')
    return signedIn(tokens, claims, account)
  })
}

function sessionRoutes(app: AdminApp, { tokens }: AccountOptions): void {
  const { store, now } = app

  route(app, refresh, async ({ principal }) => {
    const account = await accountById(store, principal.userId)
    if (!account) throw new HttpError(401)
    return signedIn(tokens, await renewSession(store, principal, now()), account)
  })

  route(app, logout, async ({ principal, log }, reply) => {
    await store.transaction((tx) => endSession(tx, principal.sessionId, now()))
    log.info({ userId: principal.userId }, 'signed out')
    // Figures that the browser has cached; its storage holds choices that stay.
    reply.header('clear-site-data', '"cache"')
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
    must_change_password: principal.mustChangePassword,
    time_zone: app.timeZone,
  }))
}

function signUpRoutes(app: AdminApp, options: AccountOptions): void {
  const { store, now } = app
  const sendLink = linkSender(app, options)

  const requestAccount = async ({ body, address, log }: Call<typeof register | typeof signUp>) => {
    await limitRate(store, limitKey('register', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const name = `${body.firstName.trim()} ${body.lastName.trim()}`
    assertUncommon(body.password, { email: body.email, name })
    const hash = await hashPassword(body.password)
    const account = { email: body.email, name, role: '', hash, password_from: 'registration' } as const
    const created = await store.transaction((tx) => createAccount(tx, account, now()))
    log.info({ created }, 'account requested')
    sendLink(body.email, confirmationMail, 'registration')
    return { message: REGISTERED }
  }
  route(app, register, requestAccount)
  route(app, signUp, requestAccount)
}

function passwordRoutes(app: AdminApp, options: AccountOptions): void {
  const { store, now } = app
  const sendLink = linkSender(app, options)

  route(app, resetPassword, async ({ body, address, log }) => {
    await limitRate(store, limitKey('reset', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    log.info({ mail: options.mail !== undefined }, 'password reset requested')
    sendLink(body.email, resetMail)
    return { message: RESET_REQUESTED }
  })

  route(app, confirmPassword, async ({ body, address, log }) => {
    await limitRate(store, limitKey('confirm', networkOf(address)), PER_ADDRESS_REQUESTS, now())
    const userId = await confirmReset(store, body.token, body.password, now())
    log.info({ userId }, 'password changed')
    return {}
  })
}
