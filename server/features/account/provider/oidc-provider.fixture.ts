// A real OpenID Connect provider for tests. It signs in `person`, and can be told to answer wrongly.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { errors, Provider } from 'oidc-provider'

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
  readonly distributors?: readonly string[]
}

export const CLIENT = { client_id: 'gondola', client_secret: 'un secreto del proveedor' }

export interface TestProvider {
  readonly issuer: string
  /** The person at the browser; null refuses the sign-in. */
  person: Person | null
  /** Changes the claims of the next ID tokens, which the provider's own key signs. */
  tamper: ((claims: JWTPayload) => JWTPayload) | null
  /** Subjects of people who were removed. */
  readonly removed: Set<string>
  close(): Promise<void>
}

export async function startOidcProvider(redirectUri: string): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: Omit<TestProvider, 'issuer' | 'close'> = {
    person: null,
    tamper: null,
    removed: new Set(),
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
      },
    ],
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'distributors'],
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
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path === '/interaction') {
      const { person } = state
      const result = person
        ? { login: { accountId: person.sub } }
        : { error: new errors.AccessDenied().error, error_description: 'refused' }
      context.respond = false
      return provider.interactionFinished(context.req, context.res, result, {
        mergeWithLastSubmission: false,
      })
    }
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !body?.id_token || !state.tamper) return
    const claims = state.tamper(decodeJwt(body.id_token))
    body.id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(privateKey)
  })
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
