// Talks to the OpenID Connect provider.
import * as oidc from 'openid-client'
import { isMicrosoft, type ProviderSettings } from '#contract/provider.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import { HttpError } from '#server/http/errors.ts'

export const TIMEOUT_SECONDS = 8
/** Metadata and keys of a provider change rarely. */
const CACHE_MS = 10 * 60_000

export interface ProviderClient {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly client_auth: ProviderSettings['client_auth']
}

/** A configuration, and the other way to send the secret. */
export interface Discovered {
  readonly config: oidc.Configuration
  /** Sends the secret the other way from now on; false if the settings say how. */
  switchAuth(): boolean
}

const known = new Map<string, { readonly until: number; readonly found: Discovered }>()

/** Tells whether a host is inside the network; tests put another in its place. */
export type LookUp = (url: URL) => Promise<boolean>

/** Discovers the provider; throws what the library throws. */
export async function discover(
  { issuer, client_id, client_secret, client_auth }: ProviderClient,
  lookUp: LookUp = isInternal,
): Promise<Discovered> {
  const isPlain = new URL(issuer).protocol === 'http:'
  // Only the settings decide about plain http, and they allow it on this machine only.
  const plain = isPlain ? [oidc.allowInsecureRequests] : []
  let method = client_auth
  const config = await oidc.discovery(
    new URL(issuer),
    client_id,
    undefined,
    authenticate(client_secret, () => method),
    {
      // Signatures are checked too, with the published keys; this refuses `none` and algorithms with a shared key.
      execute: [oidc.enableNonRepudiationChecks, ...plain],
      timeout: TIMEOUT_SECONDS,
    },
  )
  await assertOutside(new URL(issuer), config.serverMetadata(), lookUp)
  if (method === 'auto') method = isBasic(config.serverMetadata()) ? 'basic' : 'post'
  return {
    config,
    switchAuth() {
      if (client_auth !== 'auto' || client_secret === '') return false
      method = method === 'basic' ? 'post' : 'basic'
      return true
    },
  }
}

const ENDPOINT = /_(endpoint|uri)$/

/** A provider on the public internet must not lead this server to addresses of its own network. Throws if it does. */
async function assertOutside(issuer: URL, metadata: oidc.ServerMetadata, lookUp: LookUp): Promise<void> {
  const endpoints = Object.entries(metadata).flatMap(([name, value]) =>
    ENDPOINT.test(name) && typeof value === 'string' && URL.canParse(value) ? [new URL(value)] : [],
  )
  const foreign = endpoints.filter(({ host }) => host !== issuer.host)
  if (foreign.length === 0 || (await lookUp(issuer))) return
  if ((await Promise.all(foreign.map(lookUp))).includes(true))
    throw new Error('The document of the provider names addresses inside the network')
}

const isBasic = ({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): boolean =>
  methods?.includes('client_secret_basic') ?? true

function authenticate(secret: string, methodNow: () => ProviderClient['client_auth']): oidc.ClientAuth {
  if (secret === '') return oidc.None()
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (...request) => (methodNow() === 'post' ? post : basic)(...request)
}

/** Some providers do not decode a secret that basic authentication encodes: sends it the other way once. */
export async function withEitherAuth<T>({ switchAuth }: Discovered, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isClientError(error) || !switchAuth()) throw error
    return ask().catch((second: unknown) => {
      if (isClientError(second)) switchAuth()
      throw isClientError(second) ? error : second
    })
  }
}

export const isClientError = (error: unknown): boolean =>
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

/** Throws a 502 if the provider does not respond. */
export async function configurationOf(client: ProviderClient, lookUp?: LookUp): Promise<Discovered> {
  const key = JSON.stringify(client)
  const cached = known.get(key)
  if (cached && cached.until > Date.now()) return cached.found
  try {
    const found = await discover(client, lookUp)
    known.clear()
    known.set(key, { until: Date.now() + CACHE_MS, found })
    return found
  } catch (error) {
    throw new HttpError('provider-down', { cause: error })
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** No response at all, as opposed to a wrong one. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(codeOf(error)) ||
    /fetch failed|timeout/i.test(error.message) ||
    (error.cause instanceof Error && isUnreachable(error.cause)))

export interface Started {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export async function authorizationUrl(
  { config }: Discovered,
  { redirectUri, scopes, prefix }: { redirectUri: string; scopes: string; prefix: string },
): Promise<Started & { url: string }> {
  const started = {
    state: `${prefix}${oidc.randomState()}`,
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: scopes, state: started.state, nonce: started.nonce },
    ...(needsConsent(config, scopes) && { prompt: 'consent' }),
    code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
    code_challenge_method: 'S256',
  })
  return { ...started, url: url.href }
}

export const asksForRefresh = (scopes: string): boolean => scopes.split(/\s+/).includes('offline_access')

/** By the standard, offline_access needs consent. Entra gives refresh tokens without, and its tenants may forbid the question. */
const needsConsent = (config: oidc.Configuration, scopes: string): boolean =>
  asksForRefresh(scopes) && !isMicrosoft(config.serverMetadata().issuer)

export type ProviderClaims = Readonly<Record<string, unknown>> & {
  readonly sub: string
  readonly iss: string
}

/** The provider's answer to a code or a refresh token. */
export type Authorized = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** Claims of the ID token and of the userinfo endpoint; undefined without an ID token. */
export async function claimsIn(
  { config }: Discovered,
  answer: Authorized,
): Promise<ProviderClaims | undefined> {
  const claims = answer.claims()
  if (!claims) return undefined
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await oidc.fetchUserInfo(config, answer.access_token, claims.sub) : {}
  return { ...more, ...claims }
}

interface Log {
  warn(fields: object, text: string): void
}

/** Exchanges the code of a sign-in. Throws a 401, 403 or 502. */
export async function authorized(
  found: Discovered,
  current: URL,
  { state, nonce, verifier }: Started,
  log: Log,
): Promise<{ answer: Authorized; claims: ProviderClaims }> {
  try {
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
    const answer = await withEitherAuth(found, () =>
      oidc.authorizationCodeGrant(found.config, current, { ...checks, idTokenExpected: true }),
    )
    const claims = await claimsIn(found, answer)
    if (!claims) throw new HttpError('provider-answer-wrong')
    return { answer, claims }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof oidc.AuthorizationResponseError) throw new HttpError('provider-refused')
    if (isUnreachable(error)) throw new HttpError('provider-down')
    // The error itself may quote claims.
    log.warn({ code: codeOf(error) }, 'answer of the provider refused')
    if (codeOf(error) === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') throw new HttpError('provider-clock-skew')
    throw new HttpError('provider-answer-wrong')
  }
}

/** `refused`: the person was removed or locked, or the token was withdrawn. Throws if the provider does not answer this. */
export async function renewed(found: Discovered, refreshToken: string): Promise<Authorized | 'refused'> {
  try {
    return await withEitherAuth(found, () => oidc.refreshTokenGrant(found.config, refreshToken))
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return 'refused'
    throw error
  }
}

/** Okta does not sign out without the ID token; its endpoint has this path also under a company's own name. */
export const wantsIdToken = ({ config }: Discovered): boolean => {
  const { end_session_endpoint = '' } = config.serverMetadata()
  return /\/oauth2(\/[\w-]+)?\/v1\/logout$/.test(end_session_endpoint)
}

/** The provider's sign-out page; undefined if it has none. */
export function signOutUrl({ config }: Discovered, returnTo: string): string | undefined {
  if (config.serverMetadata().end_session_endpoint === undefined) return undefined
  // Without the ID token, which would put the e-mail into an address.
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href
}
