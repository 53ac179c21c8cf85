// Network access of component tests: calls of the screens reach the real server unless a test stubs them.

import { afterAll, beforeAll, inject } from 'vitest'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { type DataChange, EVENTS_PATH } from '#contract/events.ts'
import { type RunningServer, SUPER_ADMIN, startServer } from '../e2e/server.ts'

export interface Account {
  readonly email: string
  readonly password: string
}

interface Stub {
  readonly matches: (path: string, method: string) => boolean
  readonly answer: (url: URL, body: unknown) => Response | Promise<Response>
}

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

export interface SharedServers {
  readonly recorded: string
  readonly demo: string
}

const realFetch = globalThis.fetch
const shared = inject('webServers')
let address = shared.recorded
let stubs: Stub[] = []
let sent: SentRequest[] = []
const pending = new Set<Promise<unknown>>()

export const serverAddress = (): string => address

/**
 * Sends the calls of this file's tests to the server of a data set; `own`: to a separate one, for tests that change its data or
 * need one that is not shared.
 */
export function connectTo(dataSet: keyof SharedServers | 'changes', { own = false } = {}): void {
  let server: RunningServer | undefined
  const use = (next: string) => {
    address = next
    tokens.clear()
  }
  beforeAll(async () => {
    if (own || dataSet === 'changes') server = await startServer(dataSet, inject('webFolder'))
    use(server?.address ?? shared[dataSet as keyof SharedServers])
  })
  afterAll(async () => {
    use(shared.recorded)
    await server?.stop()
  })
}

const bodyOf = (code: ErrorCode) => ({ success: false, code, message: ERRORS[code][1] })
const FAILURE = bodyOf('internal-error')

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const success = (data: unknown, meta?: unknown): Response =>
  json({ success: true, data, ...(meta ? { meta } : {}) })

/** Stubs calls of this path (`GET /api/users`) until the returned function is called or the test ends. */
export function stub(call: string | RegExp, answer: Stub['answer']): () => void {
  const matches: Stub['matches'] =
    typeof call === 'string'
      ? (path, method) => call === `${method} ${path}`
      : (path, method) => call.test(`${method} ${path}`)
  const one = { matches, answer }
  stubs = [one, ...stubs]
  return () => {
    stubs = stubs.filter((other) => other !== one)
  }
}

export const failing = (call: string | RegExp, status = 500, body: object = FAILURE): (() => void) =>
  stub(call, () => json(body, status))

/** Answers with a failure of the API. */
export const refusing = (call: string | RegExp, code: ErrorCode): (() => void) =>
  failing(call, ERRORS[code][0], bodyOf(code))

export const unreachable = (call: string | RegExp): (() => void) =>
  stub(call, () => Promise.reject(new TypeError('Failed to fetch')))

/** Requests to a path since the test began. */
export const requestsOf = (path: string): SentRequest[] => sent.filter((one) => one.path === path)

const streamed = (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  ({ ok: true, status: 200, headers: new Headers(), body }) as Response

/** Opens the stream of changes; the returned function sends one to the screen. */
export function openEvents(): (change: Pick<DataChange, 'months' | 'all'>) => void {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = writable.getWriter()
  stub(`GET ${EVENTS_PATH}`, () => streamed(readable))
  const updated_at = new Date().toISOString()
  return (change) =>
    void writer.write(new TextEncoder().encode(`data: ${JSON.stringify({ ...change, updated_at })}\n\n`))
}

const aborted = () => new DOMException('This operation was aborted', 'AbortError')

function stopOnAbort(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(aborted())
    signal.addEventListener('abort', () => reject(aborted()))
    answer.then(resolve, reject)
  })
}

function send(url: URL, { signal: _, ...init }: RequestInit): Promise<Response> {
  // A real stream would outlive the test; this one stays open and silent.
  if (url.pathname === EVENTS_PATH) return Promise.resolve(streamed(new ReadableStream()))
  const answer = realFetch(url.href, init)
  const done = answer.catch(() => {}).finally(() => pending.delete(done))
  pending.add(done)
  return answer
}

const intercepted: typeof fetch = (asked, init = {}) => {
  const url = new URL(String(asked), address)
  const method = init.method ?? 'GET'
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  sent.push({ method, path: url.pathname, query: url.searchParams, body })
  const found = stubs.find(({ matches }) => matches(url.pathname, method))
  return stopOnAbort(found ? Promise.resolve(found.answer(url, body)) : send(url, init), init.signal)
}

/** Installs the stubs in front of `fetch`; returns the undo function. */
export function interceptFetch(): () => void {
  globalThis.fetch = intercepted
  return () => {
    globalThis.fetch = realFetch
  }
}

/** Waits until the server has answered every call sent so far. */
export const answered = (): Promise<unknown> => Promise.all(pending)

/** Removes all stubs and waits for running calls. */
export async function resetNetwork(): Promise<void> {
  stubs = []
  await answered()
  sent = []
}

const tokens = new Map<string, Promise<string>>()

/** An access token; signs in once per account. */
export function tokenOf(account: Account = SUPER_ADMIN): Promise<string> {
  const token = tokens.get(account.email) ?? signIn(account)
  tokens.set(account.email, token)
  return token
}

async function signIn(account: Account): Promise<string> {
  const response = await post('/api/login', { ...account, device: 'dashboard-web', remember: true }, null)
  const { data } = (await response.json()) as { data: { access_token: string } }
  return data.access_token
}

/** An account that has already changed the password from its administrator to its own. */
export async function addUser(user: Account & { name: string; role: string }): Promise<void> {
  const given = { email: user.email, password: 'una clave dada por otra persona' }
  await post('/api/users', { ...user, ...given })
  const change = { current: given.password, password: user.password }
  await post('/api/account/password', change, await signIn(given))
}

/** POST as the super administrator, or without a session. */
export async function post(path: string, body: object, token?: string | null): Promise<Response> {
  const bearer = token === undefined ? await tokenOf() : token
  const response = await realFetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** `data` of a GET call as the super administrator. */
export async function dataOf<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${await tokenOf()}` }
  const response = await realFetch(address + path, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: T }
  return data
}
