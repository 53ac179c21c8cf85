// The typed client: `call('GET /api/summary/main-page', { query })`. Only types of the contract reach the browser.
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import { type Asked, addressOf } from './address.ts'
import { NetworkError } from './errors.ts'
import { request } from './transport.ts'

export type Key = keyof Api & string

/** Names of a call's parameters; values are written into the address as text, empty ones are left out. */
type Fields<Schema extends z.ZodType> = { readonly [Name in keyof z.input<Schema>]?: Asked }

export interface CallOptions<K extends Key> {
  readonly params?: { readonly [Name in keyof z.input<Api[K]['params']>]: string | number }
  readonly query?: Fields<Api[K]['query']>
  readonly body?: z.input<Api[K]['body']>
  readonly signal?: AbortSignal
}

/** The whole answer, `{ success: true, data, meta? }`. */
export type Answer<K extends Key> = z.output<Api[K]['response']>

const SESSIONLESS: ReadonlySet<string> = new Set([
  'POST /api/login',
  'POST /api/register',
  'POST /api/auth/sign-up',
  'POST /api/auth/reset-password',
  'POST /api/auth/reset-password/confirm',
])

/** Asks the server; throws `ApiError` (it refused) or `NetworkError` (it did not answer), or the abort of `signal`. */
export async function call<K extends Key>(key: K, options: CallOptions<K> = {}): Promise<Answer<K>> {
  const { method, path } = addressOf(key, options.params, options.query)
  const response = await request({
    method,
    path,
    body: method === 'GET' ? undefined : (options.body ?? {}),
    signal: options.signal,
    session: !SESSIONLESS.has(key),
  })
  try {
    return await response.json()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError('The answer was cut')
  }
}
