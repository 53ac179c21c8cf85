// The edge of the network: calls of the screens reach the real server unless a test answers them itself.
import { inject } from 'vitest'
import { SUPER_ADMIN } from '../e2e/server.ts'

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

const realFetch = globalThis.fetch
const address = inject('webServer')
let stubs: Stub[] = []
let sent: SentRequest[] = []
const pending = new Set<Promise<unknown>>()

export const serverAddress = (): string => address

const FAILURE = { success: false, message: 'Internal Server Error' }

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Answers calls of this path (`GET /api/users`) itself until the returned function is called or the test ends. */
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

/** Requests of a path since the test began. */
export const requestsOf = (path: string): SentRequest[] => sent.filter((one) => one.path === path)

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
  // An open stream would outlive the test.
  if (url.pathname === '/api/events') return new Promise(() => {})
  const answer = realFetch(url.href, init)
  const done = answer.catch(() => {}).finally(() => pending.delete(done))
  pending.add(done)
  return answer
}

globalThis.fetch = (asked, init = {}) => {
  const url = new URL(String(asked), address)
  const method = init.method ?? 'GET'
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  sent.push({ method, path: url.pathname, query: url.searchParams, body })
  const found = stubs.find(({ matches }) => matches(url.pathname, method))
  return stopOnAbort(found ? Promise.resolve(found.answer(url, body)) : send(url, init), init.signal)
}

/** Removes all stubs and waits for calls that are still under way. */
export async function resetNetwork(): Promise<void> {
  stubs = []
  await Promise.all(pending)
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
