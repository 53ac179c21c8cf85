import type { FastifyRequest } from 'fastify'
import { type Endpoint, isOpenToApiTokens, isOpenWhileViewing } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import { HttpError } from './errors.ts'
import { may, type Principal } from './principal.ts'

/** How long a typed password confirms calls that need a recent one. */
const RECENT_PASSWORD_MS = 15 * 60_000

type Guarded = Pick<
  Endpoint,
  | 'access'
  | 'method'
  | 'acts'
  | 'onlyReads'
  | 'renews'
  | 'forApiTokens'
  | 'recentPassword'
  | 'settles'
  | 'whileViewing'
>

/**
 * Reads with the versions that this server knows. What another server changed milliseconds ago counts for changes, for callers
 * who ask for it, and before a call is refused.
 */
export const guard = (app: App, endpoint: Guarded) => async (request: FastifyRequest) => {
  if (endpoint.acts && isLedThere(request)) throw new HttpError('forbidden')
  const isCurrent = endpoint.method !== 'GET' || asksForCurrent(request)
  request.versions = await app.versions(isCurrent)
  try {
    await admit(app, endpoint, request)
  } catch (error) {
    const versions = isCurrent ? request.versions : await app.versions(true)
    if (versions === request.versions) throw error
    request.versions = versions
    await admit(app, endpoint, request)
  }
}

/** Browsers say so when a link, an image, a prefetch or another site leads to an address, instead of the application. */
const isLedThere = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin' ||
  (headers['sec-fetch-mode'] ?? 'cors') !== 'cors' ||
  headers['sec-purpose'] !== undefined

/** Browsers send this with `fetch` and `cache: 'no-cache'`. */
const asksForCurrent = ({ headers }: FastifyRequest): boolean =>
  /\b(no-cache|max-age=0)\b/i.test(headers['cache-control'] ?? '')

async function admit(app: App, endpoint: Guarded, request: FastifyRequest): Promise<void> {
  const { access, renews, recentPassword, settles } = endpoint
  if (access === 'public') return
  const token = /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new HttpError('unauthorized')
  const principal = await app.authenticate(token, request.versions, { renews, address: request.ip })
  request.principal = principal
  if (principal.apiToken !== undefined) assertOpenToApiToken(app, principal.apiToken, endpoint)
  assertOpenToViewer(principal, endpoint)
  if (!may(principal, access)) throw new HttpError('forbidden')
  if (!settles) assertSettled(principal)
  if (recentPassword && app.now().getTime() - principal.confirmedAt > RECENT_PASSWORD_MS)
    throw new HttpError('password-not-recent')
}

/** Until the password is changed and the second factor set up, an account can only make the calls that do so. */
function assertSettled({ mustChangePassword, mustSetUpSecondFactor }: Principal): void {
  if (mustChangePassword) throw new HttpError('password-must-change')
  if (mustSetUpSecondFactor) throw new HttpError('second-factor-missing')
}

/** Throws a 403 for what nobody may do as somebody else, and for everything once that one has changed. */
function assertOpenToViewer({ viewer }: Principal, endpoint: Guarded): void {
  if (!viewer) return
  if (!isOpenWhileViewing(endpoint)) throw new HttpError('viewing-reads-only')
  if (viewer.ended && !endpoint.whileViewing) throw new HttpError('viewing-ended')
}

/** Throws a 429 beyond the token's calls per minute, and a 403 for calls that only a signed-in person may make. */
function assertOpenToApiToken({ limits }: App, token: number, endpoint: Guarded): void {
  const retryAfter = limits.apiTokens.take(token)
  if (retryAfter !== undefined) throw new HttpError('too-many-requests', { retryAfter })
  if (!isOpenToApiTokens(endpoint)) throw new HttpError('not-for-api-tokens')
}
