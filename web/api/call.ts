// The typed API client: `call('GET /api/summary/main-page', { query })`, and its calls as TanStack Query options. Screens,
// prefetching and refreshing share one cache key per call.
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { Api } from '#contract/api.ts'
import { addressOf, type QueryValue } from './address.ts'
import { isBusy, isTransient, NetworkError } from './errors.ts'
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

type QueryCall<K extends Key> = Omit<CallOptions<K>, 'signal' | 'body'>

/** Null and missing values give the same URL, so they must give the same cache key. */
const withoutEmpty = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null && value !== undefined))

/** `useQuery(fetchQuery('GET /api/summary/main-page', { query: { start_date: month } }))`. Unmounting aborts the call. */
export const fetchQuery = <K extends Key>(key: K, options: QueryCall<K> = {}) =>
  queryOptions({
    queryKey: [key, options.params ?? {}, withoutEmpty(options.query ?? {})],
    queryFn: ({ signal }) => call(key, { ...options, signal }),
  })

/** Like `fetchQuery`, but keeps the current rows while the next page, order or filter loads. Not for another month. */
export const keepPreviousQuery = <K extends Key>(key: K, options: QueryCall<K> = {}) => ({
  ...fetchQuery(key, options),
  placeholderData: keepPreviousData,
})

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 15 * 60_000,
      // Being offline shows the error state with "Reintentar" instead of endless loading.
      networkMode: 'always',
      // The transport has already repeated calls that a busy server refused.
      retry: (failures, error) => failures < 1 && isTransient(error) && !isBusy(error),
      retryDelay: 800,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Prefetches started inside `settled`. */
let started: Promise<boolean>[] | null = null

/** Prefetches a call into the cache. Failures are ignored: the screen calls again. */
export function prefetch<K extends Key>(key: K, options: QueryCall<K> = {}): void {
  const query = fetchQuery(key, options)
  const done = queryClient.prefetchQuery({ ...query, retry: false })
  started?.push(done.then(() => queryClient.getQueryState(query.queryKey)?.status === 'success'))
}

/** Resolves when all prefetches started by `run` have settled, with the success of each. */
export function settled(run: () => void): Promise<boolean[]> {
  const prefetches: Promise<boolean>[] = []
  started = prefetches
  try {
    run()
  } finally {
    started = null
  }
  return Promise.all(prefetches)
}

/** `staleTime` of answers that change by themselves: what was fetched while a screen opened is not fetched again. */
export const JUST_FETCHED_MS = 5000

export const useCall = <K extends Key>(key: K, options?: Parameters<typeof fetchQuery<K>>[1]) =>
  useQuery(fetchQuery(key, options))

/** Fetches every answer of these calls again, whatever its parameters. */
export const refresh = (...calls: readonly Key[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))

/** Fetches every answer of a call again when `version` changes, but not when it becomes known. */
export function useRefreshOn(version: string | undefined, call: Key): void {
  const last = useRef(version)
  useEffect(() => {
    if (last.current && version && version !== last.current) void refresh(call)
    last.current = version ?? last.current
  }, [version, call])
}
