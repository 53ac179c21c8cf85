// Sends requests: adds the token, renews it once for concurrent calls, and throws typed errors.
import { repeatWhileBusy } from './busy-server.ts'
import { takeEarly } from './early-answers.ts'
import { ApiError, hasCode, NetworkError, readFailure } from './errors.ts'
import { isDueForRenewal, isExpired, readToken, writeToken } from './token.ts'

const RENEWAL = '/api/refresh'

/** Name of the lock that all tabs share. */
const LOCK = 'gondola-session'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** False for calls without a session: their 401 does not mean an expired session. */
  readonly session?: boolean
}

/** Limits renewals on machines with a wrong clock, where every token looks due. */
const RENEWAL_PAUSE_MS = 10 * 60_000

/** A change reaches the other servers of a database within milliseconds; for this long, calls request current data. */
const CURRENT_MS = 2000
let changedAt = Number.NEGATIVE_INFINITY

/** Called after a change, by this or another client, that the next calls must show. */
export function expectChange(): void {
  changedAt = performance.now()
}

let renewing: Promise<void> | null = null
let triedAt = Number.NEGATIVE_INFINITY
let sessionLost: () => void = () => {}
let sessionLimited: () => void = () => {}
let viewingEnded: () => void = () => {}

/** Sets the listener for a session that the server no longer accepts. */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener
}

/** Sets the listener for a session that must change its password or set up a second factor first. */
export function onSessionLimited(listener: () => void): void {
  sessionLimited = listener
}

/** Sets the listener for a session that looks as an account or role that has changed. */
export function onViewingEnded(listener: () => void): void {
  viewingEnded = listener
}

async function send({ method, path, body, signal }: Request, token = readToken()): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  try {
    const response = await fetch(path, {
      method,
      headers,
      cache: performance.now() - changedAt < CURRENT_MS ? 'no-cache' : 'default',
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    if (method !== 'GET') expectChange()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Renewal invalidates the old token at once, and a call that still carries it would end the session. Calls therefore hold a
 * shared lock until their response begins, and renewal holds an exclusive one, across all tabs. The API is missing on plain
 * http; `sendInSession` handles the race there.
 */
const withLock = <T>(mode: 'shared' | 'exclusive', run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(LOCK, { mode }, run) : run()

async function renew(): Promise<void> {
  const token = readToken()
  // Another tab may have renewed the token meanwhile.
  if (!token || !isDueForRenewal(token)) return
  const response = await send({ method: 'POST', path: RENEWAL, body: {} })
  if (!response.ok) return
  const answer: { data: { access_token: string } } = await response.json()
  writeToken(answer.data.access_token)
}

/** Shared by concurrent calls. Failures are ignored: the token stays valid for the second half of its life. */
function renewOnce(): Promise<void> {
  if (!renewing && performance.now() - triedAt < RENEWAL_PAUSE_MS) return Promise.resolve()
  triedAt = performance.now()
  renewing ??= withLock('exclusive', renew)
    .catch(() => {})
    .finally(() => {
      renewing = null
    })
  return renewing
}

/** Retries once when the token was replaced during the call, here or in another tab. */
async function sendInSession(options: Request): Promise<Response> {
  let sent: string | null = null
  const attempt = () =>
    withLock('shared', () => {
      sent = readToken()
      return send(options, sent)
    })
  const response = await attempt()
  if (response.status !== 401) return response
  await renewing
  const stored = readToken()
  return stored === null || stored === sent ? response : attempt()
}

/** Returns a successful response. Throws `ApiError`, `NetworkError` or the abort reason of `signal`. */
export async function request(options: Request): Promise<Response> {
  if (options.session === false) {
    const response = await send(options)
    if (!response.ok) throw await readFailure(response)
    return response
  }
  const token = readToken()
  if (token && isExpired(token)) {
    sessionLost()
    throw new ApiError(401)
  }
  if (token && isDueForRenewal(token)) await renewOnce()
  const early = options.method === 'GET' ? await takeEarly(options.path, token) : undefined
  if (early) return early
  const response =
    options.method === 'GET'
      ? await repeatWhileBusy(() => sendInSession(options), options.signal)
      : await sendInSession(options)
  if (response.ok) return response
  if (response.status === 401) sessionLost()
  const failure = await readFailure(response)
  if (hasCode(failure, 'password-must-change', 'second-factor-missing')) sessionLimited()
  if (hasCode(failure, 'viewing-ended')) viewingEnded()
  throw failure
}
