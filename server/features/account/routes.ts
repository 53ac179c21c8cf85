import { confirmPassword, logout, me, refresh, register, resetPassword, signUp } from '#contract/account.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import { distributorNames } from '#server/figures/labels.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Principal, signedIn as signedInAs } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { accountById, createAccount } from './accounts.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { loginRoutes } from './login-routes.ts'
import { confirmationMail, resetMail } from './mail.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { confirmReset, linkSender, type MailOptions } from './password-reset.ts'
import { assertUncommon } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { providerLinkRoutes, providerSettingsRoutes } from './provider/routes.ts'
import { providerSignOut, providerSignOutRoute } from './provider/sign-out.ts'
import { limitKey, limitRate, networkOf, PER_ADDRESS_REQUESTS } from './rate-limit.ts'
import { ownSecondFactorRoutes } from './second-factor/own-routes.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { endSession, renewSession } from './sessions.ts'
import { type LoginOptions, signedIn } from './sign-in.ts'

export interface AccountOptions extends MailOptions, LoginOptions {}

const REGISTERED = 'La cuenta queda a la espera de que le asignen un rol.'
const RESET_REQUESTED = 'Si la cuenta existe, llega un mensaje con el enlace.'

export function accountRoutes(app: AdminApp, options: AccountOptions): void {
  loginRoutes(app, options)
  sessionRoutes(app, options)
  ownAccountRoutes(app)
  ownSecondFactorRoutes(app, options.sealing)
  apiTokenRoutes(app)
  passkeyRoutes(app, options)
  providerSettingsRoutes(app, options)
  providerLinkRoutes(app, options)
  providerSignOutRoute(app, options)
  signUpRoutes(app, options)
  passwordRoutes(app, options)
}

function sessionRoutes(app: AdminApp, options: AccountOptions): void {
  const { tokens } = options
  const { store, now } = app

  route(app, refresh, async ({ principal }) => {
    const { userId } = signedInAs(principal)
    const account = await accountById(store, userId)
    if (!account) throw new HttpError('unauthorized')
    return signedIn(tokens, await renewSession(store, { ...principal, userId }, now()), account)
  })

  route(app, logout, async ({ principal, log }, reply) => {
    await store.transaction((tx) => endSession(tx, principal.sessionId, now()))
    log.info({ userId: signedInAs(principal).userId }, 'signed out')
    // Clears figures that the browser has cached; its storage keeps preferences.
    reply.header('clear-site-data', '"cache"')
    return { provider_url: await providerSignOut(app, options, principal.sessionId) }
  })

  route(app, me, async ({ principal }) => ({
    id: principal.userId,
    name: principal.name,
    email: principal.email,
    avatar: '',
    role: [principal.role],
    permissions: PERMISSIONS.filter((permission) => principal.permissions.has(permission)),
    scope: principal.scope && [...principal.scope],
    scope_names: principal.scope && (await distributorNames(store, principal.scope)),
    must_change_password: principal.mustChangePassword,
    must_set_up_second_factor: principal.mustSetUpSecondFactor,
    viewing: viewingOf(principal),
    time_zone: app.timeZone,
  }))
}

const viewingOf = ({ name, viewer }: Principal) =>
  viewer ? { kind: viewer.kind, name, since: new Date(viewer.since).toISOString() } : null

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
    sendLink(body.email, confirmationMail, { only: 'registration' })
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
  })
}
