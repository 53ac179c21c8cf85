// Options of the shop from GET /api/config, above all the latest month with data.
import { notifyManager, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addMonths, dayAt, EARLIEST_MONTH, isMonth, type Month, monthAt } from '#contract/month.ts'
import { type Answer, fetchQuery, queryClient } from './call.ts'

/** Polls that find nothing new change the age of the figures without an event. */
const SHOP_AGE_MS = 60_000

export const configQuery = { ...fetchQuery('GET /api/config'), staleTime: 5 * 60_000 }

type Config = Answer<'GET /api/config'>['data']

export const SHOP_TIME_ZONE = 'America/Argentina/Buenos_Aires'

let calendarMonth: Month | undefined

/** The month before the current one: the default until the configuration has loaded. */
function previousCalendarMonth(): Month {
  calendarMonth ??= addMonths(monthAt(new Date(), SHOP_TIME_ZONE), -1)
  return calendarMonth
}

/** First value of an option as text; null when the option does not exist. */
export function optionOf(config: Config | undefined, name: string): string | null {
  const values: unknown = config?.find(({ option }) => option === name)?.values
  const first: unknown = Array.isArray(values) ? values[0] : values
  return first === undefined || first === null ? null : String(first)
}

export function latestMonthOf(config: Config | undefined): Month {
  const month = optionOf(config, 'show_max_month')?.slice(0, 7) ?? ''
  return isMonth(month) && month >= EARLIEST_MONTH ? month : previousCalendarMonth()
}

/** The calendar month in the shop's time zone. */
export const presentMonth = (config: Config | undefined): Month =>
  monthAt(new Date(), optionOf(config, 'time_zone') ?? SHOP_TIME_ZONE)

/** Today in the shop's time zone. */
export const presentDay = (config: Config | undefined): string =>
  dayAt(new Date(), optionOf(config, 'time_zone') ?? SHOP_TIME_ZONE)

const refetchInterval = ({ state: { data } }: { state: { data?: { data: Config } | undefined } }) =>
  optionOf(data?.data, 'shop_read_at') === null ? false : SHOP_AGE_MS

export const useConfig = (): Config | undefined => useQuery(configQuery).data?.data

/** Reads it again every minute while a shop is connected; one component of the frame does. */
export const useFreshConfig = (): Config | undefined =>
  useQuery({ ...configQuery, refetchInterval }).data?.data

/** Notifies in a separate task: a component that requests something new changes the cache while it renders. */
const subscribe = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener))
const cachedConfig = () => queryClient.getQueryData(configQuery.queryKey)

/**
 * The latest month that can be selected (`show_max_month`). Reads the cache without subscribing to the query, because every
 * component with a month needs it; the page footer keeps the query active.
 */
export const useLatestMonth = (): Month => latestMonthOf(useSyncExternalStore(subscribe, cachedConfig)?.data)

/** The latest month from the server; the previous calendar month if the request fails. */
export async function fetchLatestMonth(): Promise<Month> {
  const answer = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  return latestMonthOf(answer?.data)
}

/** Like `fetchLatestMonth`, but undefined after a failed request. */
export async function knownLatestMonth(): Promise<Month | undefined> {
  const state = queryClient.getQueryState(configQuery.queryKey)
  if (state?.status === 'error' && state.fetchStatus === 'idle') return undefined
  const answer = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  return answer && latestMonthOf(answer.data)
}
