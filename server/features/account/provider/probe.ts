// Finds out, without a person, what is wrong with the settings of a provider.
import { setTimeout as pause } from 'node:timers/promises'
import * as oidc from 'openid-client'
import type { ProviderProblem } from '#contract/provider.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import {
  codeOf,
  type Discovered,
  discover,
  isClientError,
  isUnreachable,
  type LookUp,
  type ProviderClient,
  TIMEOUT_SECONDS,
  withEitherAuth,
} from './client.ts'

export interface Probe {
  /** Null if none was found. */
  readonly problem: ProviderProblem | null
  /** The provider is seen to know the redirect URI. */
  readonly knows_address: boolean
}

const failed = (problem: ProviderProblem): Probe => ({ problem, knows_address: false })

export async function probe(
  client: ProviderClient,
  redirectUri: string,
  lookUp: LookUp = isInternal,
  rest: (milliseconds: number) => Promise<unknown> = pause,
): Promise<Probe> {
  const until = performance.now() + TIMEOUT_SECONDS * 1000
  let found: Discovered
  try {
    found = await discover(client, lookUp)
  } catch (error) {
    const problem = await discoveryProblem(client, error, lookUp)
    // Nor may the time of the answer tell a closed port from a silent one.
    if (problem === 'unreachable' && (await lookUp(new URL(client.issuer))))
      await rest(Math.max(0, until - performance.now()))
    return failed(problem)
  }
  const [isRefused, address] = await Promise.all([
    isClientRefused(found, redirectUri),
    addressProblem(found.config, redirectUri),
  ])
  return isRefused ? failed('client') : address
}

const isBusy = ({ cause }: Error): boolean =>
  cause instanceof Response
    ? cause.status >= 500 || cause.status === 429
    : cause instanceof Error && isBusy(cause)

async function discoveryProblem(
  client: ProviderClient,
  error: unknown,
  lookUp: LookUp,
): Promise<ProviderProblem> {
  if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'wrong_issuer'
  if (error instanceof Error && isBlockedPort(error)) return 'blocked_port'
  // Inside the operator's network the test must not tell open ports from closed ones.
  if (isUnreachable(error) || (await lookUp(new URL(client.issuer)))) return 'unreachable'
  return error instanceof Error && isBusy(error) ? 'unavailable' : 'not_a_provider'
}

/** Browsers, and `fetch`, open no page on some ports. */
const isBlockedPort = ({ message, cause }: Error): boolean =>
  message === 'bad port' || (cause instanceof Error && isBlockedPort(cause))

/** Sends a code that nobody issued: a provider that does not know the client says so, and others complain about the code. */
async function isClientRefused(found: Discovered, redirect_uri: string): Promise<boolean> {
  const code_verifier = oidc.randomPKCECodeVerifier()
  try {
    const code = { code: 'test', redirect_uri, code_verifier }
    await withEitherAuth(found, () => oidc.genericGrantRequest(found.config, 'authorization_code', code))
    return false
  } catch (error) {
    return isClientError(error)
  }
}

/**
 * Starts a sign-in without a person. Providers redirect only to addresses that they know; an answer without a redirect is
 * judged beside that to an address which they cannot know.
 */
async function addressProblem(config: oidc.Configuration, redirectUri: string): Promise<Probe> {
  const [own, foreign] = await Promise.all(
    [redirectUri, 'https://nobody.invalid/auth/provider'].map((uri) => answerTo(config, uri)),
  )
  if (own?.isBack) {
    const refusesPkce = own.error === 'invalid_request' && !config.serverMetadata().supportsPKCE()
    return { problem: refusesPkce ? 'pkce' : null, knows_address: true }
  }
  if (!own || !foreign) return { problem: null, knows_address: false }
  if (own.shape !== foreign.shape) return { problem: null, knows_address: true }
  // 401 is also the sign-in page of some providers.
  return own.status >= 400 && own.status < 500 && own.status !== 401
    ? failed('redirect_uri')
    : { problem: null, knows_address: false }
}

/** Undefined: no answer. */
async function answerTo(config: oidc.Configuration, redirect_uri: string) {
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid',
    prompt: 'none',
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  try {
    const { status, headers } = await fetch(url, { redirect: 'manual', signal })
    const location = headers.get('location')
    const to = location === null ? undefined : new URL(location, url)
    return {
      status,
      isBack: to?.href.startsWith(redirect_uri) ?? false,
      error: to?.searchParams.get('error') ?? null,
      shape: [status, to?.host, to?.pathname, to?.searchParams.get('error')].join(' '),
    }
  } catch {
    return undefined
  }
}
