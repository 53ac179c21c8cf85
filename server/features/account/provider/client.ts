// Talks to the OpenID Connect provider.
import * as oidc from 'openid-client'
import type { ProviderProblem, ProviderSettings } from '#contract/provider.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import { HttpError } from '#server/http/errors.ts'

const TIMEOUT_SECONDS = 8
/** Metadata and keys of a provider change rarely. */
const CACHE_MS = 10 * 60_000

export interface ProviderClient {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly client_auth: ProviderSettings['client_auth']
}

/** A configuration, and the other way to send the secret. */
interface Discovered {
  readonly config: oidc.Configuration
  /** Sends the secret the other way from now on; false if the settings say how. */
  switchAuth(): boolean
}

const known = new Map<string, { readonly until: number; readonly found: Discovered }>()

/** Discovers the provider; throws what the library throws. */
async function discover({
  issuer,
  client_id,
  client_secret,
  client_auth,
}: ProviderClient): Promise<Discovered> {
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
  await assertOutside(new URL(issuer), config.serverMetadata())
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
export async function assertOutside(issuer: URL, metadata: oidc.ServerMetadata): Promise<void> {
  const endpoints = Object.entries(metadata).flatMap(([name, value]) =>
    ENDPOINT.test(name) && typeof value === 'string' && URL.canParse(value) ? [new URL(value)] : [],
  )
  const foreign = endpoints.filter(({ host }) => host !== issuer.host)
  if (foreign.length === 0 || (await isInternal(issuer))) return
  if ((await Promise.all(foreign.map(isInternal))).includes(true))
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
async function withEitherAuth<T>({ switchAuth }: Discovered, ask: () => Promise<T>): Promise<T> {
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

const isClientError = (error: unknown): boolean =>
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

/** Throws a 502 if the provider does not respond. */
export async function configurationOf(client: ProviderClient): Promise<Discovered> {
  const key = JSON.stringify(client)
  const cached = known.get(key)
  if (cached && cached.until > Date.now()) return cached.found
  try {
    const found = await discover(client)
    known.clear()
    known.set(key, { until: Date.now() + CACHE_MS, found })
    return found
  } catch (error) {
    throw new HttpError(502, 'The provider does not respond.', { cause: error })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** No response at all, as opposed to a wrong one. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(codeOf(error)) ||
    /fetch failed|timeout/i.test(error.message) ||
    (error.cause instanceof Error && isUnreachable(error.cause)))

/** What is wrong with the settings; null if nothing is. */
export async function problemOf(
  client: ProviderClient,
  redirectUri: string,
): Promise<ProviderProblem | null> {
  let found: Discovered
  try {
    found = await discover(client)
  } catch (error) {
    if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'wrong_issuer'
    // Inside the operator's network the test must not tell open ports from closed ones.
    const isSilent = isUnreachable(error) || (await isInternal(new URL(client.issuer)))
    return isSilent ? 'unreachable' : 'not_a_provider'
  }
  if (await isClientRefused(found, redirectUri)) return 'client'
  return (await isRedirectRefused(found.config, redirectUri)) ? 'redirect_uri' : null
}

/** Sends a code that nobody issued: a provider that knows the client complains about the code alone. */
async function isClientRefused(found: Discovered, redirect_uri: string): Promise<boolean> {
  const code_verifier = oidc.randomPKCECodeVerifier()
  try {
    const code = { code: 'test', redirect_uri, code_verifier }
    await withEitherAuth(found, () => oidc.genericGrantRequest(found.config, 'authorization_code', code))
    return false
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError) return error.error !== 'invalid_grant'
    return true
  }
}

/** A provider redirects only to addresses that it knows. */
async function isRedirectRefused(config: oidc.Configuration, redirect_uri: string): Promise<boolean> {
  const parameters = {
    ...{
      redirect_uri,
      scope: 'openid',
      prompt: 'none',
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
    },
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  }
  const url = oidc.buildAuthorizationUrl(config, parameters)
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  try {
    return (await fetch(url, { redirect: 'manual', signal })).status >= 400
  } catch {
    return true
  }
}

export interface Started {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export async function authorizationUrl(
  { config }: Discovered,
  { redirectUri, scopes }: { redirectUri: string; scopes: string },
): Promise<Started & { url: string }> {
  const started = {
    state: oidc.randomState(),
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

const MICROSOFT = /(^|\.)(microsoftonline\.(com|us)|partner\.microsoftonline\.cn|ciamlogin\.com)$/

/** By the standard, offline_access needs consent. Entra gives refresh tokens without, and its tenants may forbid the question. */
const needsConsent = (config: oidc.Configuration, scopes: string): boolean =>
  asksForRefresh(scopes) && !MICROSOFT.test(new URL(config.serverMetadata().issuer).hostname)

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
  subject?: string,
): Promise<ProviderClaims | undefined> {
  const claims = answer.claims()
  if (!claims) return undefined
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await oidc.fetchUserInfo(config, answer.access_token, subject ?? claims.sub) : {}
  return { ...more, ...claims }
}

/** Exchanges the code of a sign-in. Throws a 401, 403 or 502. */
export async function authorized(
  found: Discovered,
  current: URL,
  { state, nonce, verifier }: Started,
): Promise<{ answer: Authorized; claims: ProviderClaims }> {
  try {
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
    const answer = await withEitherAuth(found, () =>
      oidc.authorizationCodeGrant(found.config, current, { ...checks, idTokenExpected: true }),
    )
    const claims = await claimsIn(found, answer)
    if (!claims) throw new HttpError(401)
    return { answer, claims }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof oidc.AuthorizationResponseError)
      throw new HttpError(403, 'The provider refused the sign-in.')
    if (isUnreachable(error)) throw new HttpError(502, 'The provider does not respond.')
    throw new HttpError(401)
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

/** The provider's sign-out page; undefined if it has none. */
export function signOutUrl({ config }: Discovered, returnTo: string): string | undefined {
  if (config.serverMetadata().end_session_endpoint === undefined) return undefined
  // Without the ID token, which would put the e-mail into an address.
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href
}
