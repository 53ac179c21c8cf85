// A real OpenID Connect provider for tests. It signs in `person`, and can be told to answer wrongly.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { type ClientMetadata, errors, Provider } from 'oidc-provider'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

export interface Person {
  readonly sub: string
  readonly email?: string | undefined
  readonly email_verified?: boolean | string | undefined
  readonly name?: string
  readonly groups?: readonly string[] | undefined
  readonly distributors?: readonly string[]
  /** Other claims, as a provider sends them. */
  readonly [claim: string]: unknown
}

export const CLIENT = { client_id: 'gondola', client_secret: 'un secreto del proveedor' }

export interface TestProvider {
  readonly issuer: string
  /** The person at the browser; null refuses the sign-in. */
  person: Person | null
  /** Changes the claims of the next ID tokens, which the provider's own key signs. */
  tamper: ((claims: JWTPayload) => JWTPayload) | null
  /** Signs the next ID tokens in place of the provider. */
  sign: ((claims: JWTPayload) => Promise<string>) | null
  /** Private keys whose public halves the provider publishes: `test` for RS256 and `curve` for ES256. */
  readonly keys: Readonly<Record<'test' | 'curve', Key>>
  /** Refuses secrets in the header, which its document lists first. */
  refusesBasic: boolean
  /** Milliseconds before each answer. */
  delay: number
  /** Address of the endpoint to sign out, where it is not the library's. */
  endSession: string | null
  /** How often people's claims were read. */
  asked: number
  /** Subjects of people who were removed. */
  readonly removed: Set<string>
  close(): Promise<void>
}

/** Where other providers put groups, or say why they do not. */
const MORE_CLAIMS = [
  ...['realm_access', 'cognito:groups', 'https://empresa.example/roles', '_claim_names'],
  ...['oid', 'tid', 'upn', 'preferred_username'],
]

/** Some providers list all that their library can do. */
const LISTED = ['RS256', 'ES256', 'HS256', 'none']

/** `client`: settings of the client at the provider. */
export async function startOidcProvider(
  redirectUri: string,
  client: Partial<ClientMetadata> = {},
): Promise<TestProvider> {
  const keys = {
    test: (await generateKeyPair('RS256', { extractable: true })).privateKey,
    curve: (await generateKeyPair('ES256', { extractable: true })).privateKey,
  }
  const published = [
    { ...(await exportJWK(keys.test)), kid: 'test', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(keys.curve)), kid: 'curve', alg: 'ES256', use: 'sig' },
  ]
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: State = {
    person: null,
    tamper: null,
    sign: null,
    keys,
    refusesBasic: false,
    endSession: null,
    delay: 0,
    asked: 0,
    removed: new Set(),
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        ...client,
      },
    ],
    rotateRefreshToken: true,
    jwks: { keys: published },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'distributors', ...MORE_CLAIMS],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_context, sub) =>
      state.removed.has(sub)
        ? undefined
        : { accountId: sub, claims: () => ({ ...(state.person ?? {}), sub }) },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      // The operator has consented for everybody.
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
  })
  provider.use(async (_context, next) => {
    if (state.delay > 0) await setTimeout(state.delay)
    return next()
  })
  provider.use(signInPerson(provider, state))
  provider.use(refuseBasic(state))
  provider.use(rewriteAnswers(state))
  server.on('request', (_request, response) => keepCookies(response))
  server.on('request', provider.callback())

  return Object.assign(state, {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

const EXPIRY = /; expires=(?!Thu, 01 Jan 1970)[^;]*/i

/** Browsers let cookies expire by the real clock, which may be ahead of that of the tests. */
function keepCookies(response: ServerResponse): void {
  const { setHeader } = response
  const lasting = (value: number | string | readonly string[]) =>
    [value].flat().map((cookie) => String(cookie).replace(EXPIRY, ''))
  response.setHeader = (name, value) =>
    setHeader.call(response, name, name.toLowerCase() === 'set-cookie' ? lasting(value) : value)
}

type Middleware = Parameters<Provider['use']>[0]
type State = Omit<TestProvider, 'issuer' | 'close'>

/** Signs the person in, without asking. */
const signInPerson =
  (provider: Provider, state: State): Middleware =>
  (context, next) => {
    if (context.path !== '/interaction') return next()
    const result = state.person
      ? { login: { accountId: state.person.sub }, consent: {} }
      : { error: new errors.AccessDenied().error, error_description: 'refused' }
    context.respond = false
    return provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false })
  }

const refuseBasic =
  (state: State): Middleware =>
  async (context, next) => {
    const isBasic = context.get('authorization').startsWith('Basic ')
    if (context.path !== '/token' || !state.refusesBasic || !isBasic) return next()
    context.status = 401
    context.body = { error: 'unauthorized_client' }
  }

const rewriteAnswers =
  (state: State): Middleware =>
  async (context, next) => {
    await next()
    if (context.path.startsWith('/.well-known/'))
      Object.assign(context.body as object, {
        id_token_signing_alg_values_supported: LISTED,
        ...(state.endSession && { end_session_endpoint: state.endSession }),
      })
    const body = context.body as { id_token?: string } | undefined
    if (context.path === '/me') state.asked++
    if (context.path !== '/token' || !body?.id_token || !(state.tamper || state.sign)) return
    const claims = decodeJwt(body.id_token)
    const sign = state.sign ?? signedWith(state.keys.test, { alg: 'RS256', kid: 'test' })
    body.id_token = await sign(state.tamper?.(claims) ?? claims)
  }

/** Signs claims with a key. */
export const signedWith =
  (key: Key | Uint8Array, header: JWTHeaderParameters) =>
  (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader(header).sign(key)

/** Follows redirects with cookies, as a browser does, up to the address of the product; returns its query string. */
export async function visit(url: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  for (let hops = 0; hops < 10 && !next.startsWith(redirectUri); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${next}: ${response.status} ${await response.text()}`)
    next = new URL(location, next).href
  }
  return new URL(next).search
}
