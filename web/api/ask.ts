// API calls as TanStack Query options. Screens, prefetching and refreshing share one cache key per call.
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, call, type Key } from './call.ts'
import { isBusy, isTransient } from './errors.ts'

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
