// One request to the server: token in the header, one renewal for all calls that need it, failures as typed errors.
import { takeEarly } from './early-answers.ts'
import { ApiError, NetworkError, readFailure } from './errors.ts'
import { isDueForRenewal, isExpired, readToken, writeToken } from './token.ts'

const RENEWAL = '/api/refresh'

/** The name under which the tabs of this browser take turns. */
const TURN = 'gondola-session'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** False for the calls made without a session: their 401 is an answer, not an expired session. */
  readonly session?: boolean
}

/** With a clock that goes wrong by days every token looks old; once in a while is enough then. */
const RENEWAL_PAUSE_MS = 10 * 60_000

let renewing: Promise<void> | null = null
let triedAt = Number.NEGATIVE_INFINITY
let sessionLost: () => void = () => {}

/** What happens when the server no longer accepts the session and it cannot be renewed. */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener
}

async function send({ method, path, body, signal }: Request, token = readToken()): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * A renewed token ends the old one at once, and a call that still carries the old one would end the session. So calls share
 * the lock until their answer begins, and a renewal waits for it alone, over all tabs. Without the API (plain http) it goes
 * unlocked, and `sendInSession` makes good what then happens.
 */
const inTurn = <T>(mode: 'shared' | 'exclusive', run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(TURN, { mode }, run) : run()

async function renew(): Promise<void> {
  const token = readToken()
  // Another tab may have had the turn before.
  if (!token || !isDueForRenewal(token)) return
  const response = await send({ method: 'POST', path: RENEWAL, body: {} })
  if (!response.ok) return
  const answer: { data: { access_token: string } } = await response.json()
  writeToken(answer.data.access_token)
}

/** Once for all who ask meanwhile. A failure is no harm: the token is good for the other half of its life. */
function renewOnce(): Promise<void> {
  if (!renewing && performance.now() - triedAt < RENEWAL_PAUSE_MS) return Promise.resolve()
  triedAt = performance.now()
  renewing ??= inTurn('exclusive', renew)
    .catch(() => {})
    .finally(() => {
      renewing = null
    })
  return renewing
}

/** A call under way with a token that was replaced meanwhile, here or in another tab, is sent once more with the one that counts. */
async function sendInSession(asked: Request): Promise<Response> {
  let sent: string | null = null
  const attempt = () =>
    inTurn('shared', () => {
      sent = readToken()
      return send(asked, sent)
    })
  const response = await attempt()
  if (response.status !== 401) return response
  await renewing
  const stored = readToken()
  return stored === null || stored === sent ? response : attempt()
}

/** The answer of a request that succeeded; throws `ApiError` or `NetworkError`, or the abort of `signal`. */
export async function request(asked: Request): Promise<Response> {
  if (asked.session === false) {
    const response = await send(asked)
    if (!response.ok) throw await readFailure(response)
    return response
  }
  const token = readToken()
  if (token && isExpired(token)) {
    sessionLost()
    throw new ApiError(401)
  }
  if (token && isDueForRenewal(token)) await renewOnce()
  const early = asked.method === 'GET' ? await takeEarly(asked.path, token) : undefined
  if (early) return early
  const response = await sendInSession(asked)
  if (response.ok) return response
  if (response.status === 401) sessionLost()
  throw await readFailure(response)
}
