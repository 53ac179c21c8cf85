// The real app on a real store, with accounts that can make calls; tests use it through its front door.
import { EventEmitter } from 'node:events'
import { hash } from '@node-rs/argon2'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Permission } from '#contract/permissions.ts'
import { type AppOptions, type AppWithJobs, buildApp } from '#server/app.ts'
import { createAccount, createRole } from '#server/features/account/accounts.ts'
import type { App } from '#server/http/app.ts'
import type { Store } from '#server/store/store.ts'

// Injected calls listen once more to a response than real ones, which stay below the default of 10.
EventEmitter.defaultMaxListeners = 12

export const TIME_ZONE = 'America/Argentina/Buenos_Aires'
export const PASSWORD = 'una clave bien larga'
/** The password that its owner chooses in place of the administrator's. */
export const OWN_PASSWORD = 'otra clave bien larga'

/** Distributors of the role of `scoped`. */
export const SCOPE = ['101', '102']

/** `scoped`: sees everything of its distributors except personal data; `viewer`: only the scorecard; `waiting`: no role. */
export const ACCOUNTS = {
  superAdmin: 'super@example.com',
  admin: 'admin@example.com',
  scoped: 'scoped@example.com',
  viewer: 'viewer@example.com',
  waiting: 'waiting@example.com',
} as const

export type Who = keyof typeof ACCOUNTS

export interface TestApp extends AppWithJobs {
  /** A call as one of the accounts, or without a session; `wanted` is a path or complete inject options. */
  get(wanted: string | InjectOptions, who?: Who): Promise<LightMyRequestResponse>
  post(path: string, body?: object, who?: Who): Promise<LightMyRequestResponse>
  /** The access token of an account; signs in if it has none. */
  tokenOf(who: Who): Promise<string>
  /** Moves the app's clock. */
  travel(seconds: number): void
  close(): Promise<void>
}

/** Closing the app leaves the store open, which belongs to the engine of the test. */
export async function testApp(store: Store, options: Partial<AppOptions> = {}): Promise<TestApp> {
  let offset = 0
  const now = options.now ?? (() => new Date(Date.now() + offset))
  const app = await buildApp({ store, timeZone: TIME_ZONE, ...options, now })
  await addTestAccounts(store)
  const tokens = new Map<Who, Promise<string>>()
  const tokenOf = (who: Who) => {
    const token = tokens.get(who) ?? signIn(app, ACCOUNTS[who])
    tokens.set(who, token)
    return token
  }
  const as = async (who: Who | undefined) => (who ? { authorization: `Bearer ${await tokenOf(who)}` } : {})
  return {
    ...app,
    tokenOf,
    async get(wanted, who) {
      const call = typeof wanted === 'string' ? { url: wanted } : wanted
      return app.server.inject({ method: 'GET', ...call, headers: { ...(await as(who)), ...call.headers } })
    },
    async post(path, body, who) {
      return app.server.inject({
        method: 'POST',
        url: path,
        headers: await as(who),
        ...(body && { payload: body }),
      })
    },
    travel(seconds) {
      offset += seconds * 1000
    },
    close: () => app.server.close(),
  }
}

/** The lowest cost that Argon2 allows: tests sign in hundreds of times. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

async function addTestAccounts(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const permissions = ['view:scorecard', 'view:distributors', 'view:orders', 'view:products'] as const
    const more = ['view:customers', 'view:benefits', 'view:reports', 'view:costs', 'export'] as const
    await createRole(tx, { name: 'scoped', permissions: [...permissions, ...more], dist_ids: SCOPE })
    await createRole(tx, { name: 'viewer', permissions: ['view:scorecard'], dist_ids: null })
    passwordHash ??= hash(PASSWORD, CHEAP)
    for (const [who, email] of Object.entries(ACCOUNTS)) {
      const role = who === 'waiting' ? '' : who
      const account = { email, name: `${who} de prueba`, role, hash: await passwordHash }
      await createAccount(tx, account, new Date())
    }
  })
}

export async function signIn(app: App, email: string, password = PASSWORD): Promise<string> {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password, device: 'dashboard-web' },
  })
  const token: unknown = answer.json()?.data?.access_token
  if (typeof token !== 'string') throw new Error(`Signing in answered ${answer.statusCode} ${answer.body}`)
  return token
}

/** A call of the superAdmin who signs in for it, where a test's clock jumps beyond sessions. */
export const callSignedIn = async (app: App, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` },
    ...(payload && { payload }),
  })

/** An API token of the account signed in with `session`, by default for all its distributors. */
export async function apiTokenOf(
  app: App,
  session: string,
  permissions: readonly Permission[],
  dist_ids: readonly string[] | null = null,
): Promise<{ id: number; token: string }> {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/tokens',
    headers: { authorization: `Bearer ${session}` },
    payload: { name: 'de prueba', permissions, dist_ids },
  })
  if (answer.statusCode !== 200) throw new Error(`A token answered ${answer.statusCode} ${answer.body}`)
  return answer.json().data
}

/** The first sign-in of an account that an administrator created: changes the given password and returns the access token. */
export async function firstSignIn(app: App, email: string): Promise<string> {
  const token = await signIn(app, email)
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: '/api/account/password',
    headers: { authorization: `Bearer ${token}` },
    payload: { current: PASSWORD, password: OWN_PASSWORD },
  })
  if (statusCode !== 200) throw new Error(`Changing the password answered ${statusCode} ${body}`)
  return token
}
