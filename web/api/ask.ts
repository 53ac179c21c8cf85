// Calls as query options: one key per question, so screens, prefetching and refreshing meet in one cache.
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, call, type Key } from './call.ts'
import { isTransient } from './errors.ts'

type Asked<K extends Key> = Omit<CallOptions<K>, 'signal' | 'body'>

/** What an address would hold: the same question is the same key, whether it leaves a word out or says null. */
const saidIn = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null && value !== undefined))

/** `useQuery(ask('GET /api/summary/main-page', { query: { start_date: month } }))`; left screens abort their calls. */
export const fetchQuery = <K extends Key>(key: K, asked: Asked<K> = {}) =>
  queryOptions({
    queryKey: [key, asked.params ?? {}, saidIn(asked.query ?? {})],
    queryFn: ({ signal }) => call(key, { ...asked, signal }),
  })

/** As `ask`, and the rows on screen stay while the next page, order or filter loads. Not for another month. */
export const keepPreviousQuery = <K extends Key>(key: K, asked: Asked<K> = {}) => ({
  ...fetchQuery(key, asked),
  placeholderData: keepPreviousData,
})

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 15 * 60_000,
      // Offline is shown as a failure with "Reintentar", never as endless loading.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 800,
    },
    mutations: { networkMode: 'always' },
  },
})

/** What is fetched ahead while `answersOf` listens. */
let listened: Promise<boolean>[] | null = null

/** Fetches an answer into the cache before it is shown; failures are met when the screen asks itself. */
export function prefetch<K extends Key>(key: K, asked: Asked<K> = {}): void {
  const options = fetchQuery(key, asked)
  const answer = queryClient.prefetchQuery({ ...options, retry: false })
  listened?.push(answer.then(() => queryClient.getQueryState(options.queryKey)?.status === 'success'))
}

/** Fulfilled when all that `run` fetches ahead is there, failed or not: for each whether it has come. */
export function answersOf(run: () => void): Promise<boolean[]> {
  const answers: Promise<boolean>[] = []
  listened = answers
  try {
    run()
  } finally {
    listened = null
  }
  return Promise.all(answers)
}
