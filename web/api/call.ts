// The typed API client: `call('GET /api/summary/main-page', { query })`. Imports only types of the contract.
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import { addressOf, type QueryValue } from './address.ts'
import { NetworkError } from './errors.ts'
import { request } from './transport.ts'

export type Key = keyof Api & string

/** Query parameters of a call; empty values are left out of the URL. */
type Fields<Schema extends z.ZodType> = { readonly [Name in keyof z.input<Schema>]?: QueryValue }

export interface CallOptions<K extends Key> {
  readonly params?: { readonly [Name in keyof z.input<Api[K]['params']>]: string | number }
  readonly query?: Fields<Api[K]['query']>
  readonly body?: z.input<Api[K]['body']>
  readonly signal?: AbortSignal
}

/** The response body, `{ success: true, data, meta? }`. */
export type Answer<K extends Key> = z.output<Api[K]['response']>

const SESSIONLESS: ReadonlySet<string> = new Set([
  'POST /api/login/second-factor',
  'GET /api/login/options',
  'POST /api/login/provider',
  'POST /api/login/provider/callback',
  'POST /api/login/passkey/start',
  'POST /api/login/passkey',
  'POST /api/login',
  'POST /api/register',
  'POST /api/auth/sign-up',
  'POST /api/auth/reset-password',
  'POST /api/auth/reset-password/confirm',
])

/** Throws `ApiError` for an error response, `NetworkError` without a response, and the abort reason of `signal`. */
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
    throw new NetworkError('The response is incomplete')
  }
}
