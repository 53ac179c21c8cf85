// What the shop and its data look like, from GET /api/config: options by name, the latest month first of all.
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addMonths, EARLIEST_MONTH, isMonth, type Month, monthAt } from '#contract/month.ts'
import { fetchQuery, queryClient } from './ask.ts'
import type { Answer } from './call.ts'

export const configQuery = { ...fetchQuery('GET /api/config'), staleTime: 5 * 60_000 }

type Config = Answer<'GET /api/config'>['data']

const SHOP_TIME_ZONE = 'America/Argentina/Buenos_Aires'

let calendarMonth: Month | undefined

/** The month before the current one: shown until the server says which is the latest. */
function previousCalendarMonth(): Month {
  calendarMonth ??= addMonths(monthAt(new Date(), SHOP_TIME_ZONE), -1)
  return calendarMonth
}

/** The first value of an option as text; null when the server does not list it. */
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

export const useConfig = (): Config | undefined => useQuery(configQuery).data?.data

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)
const configKept = () => queryClient.getQueryData(configQuery.queryKey)

/**
 * The latest month that can be chosen (`show_max_month`). Read from what is kept, since everything that shows a month asks for
 * it: the frame's footer keeps it up to date.
 */
export const useLatestMonth = (): Month => latestMonthOf(useSyncExternalStore(subscribe, configKept)?.data)

/** The latest month, waiting for the server's answer; the previous calendar month when it gives none. */
export async function fetchLatestMonth(): Promise<Month> {
  const answer = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  return latestMonthOf(answer?.data)
}

/** As `fetchLatestMonth` where the answer is here or on its way; undefined where it failed: nothing is known then. */
export async function knownLatestMonth(): Promise<Month | undefined> {
  const state = queryClient.getQueryState(configQuery.queryKey)
  if (state?.status === 'error' && state.fetchStatus === 'idle') return undefined
  const answer = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  return answer && latestMonthOf(answer.data)
}
