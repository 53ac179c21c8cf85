import { type Month, monthOf, monthRange } from '#contract/month.ts'
import type { ForecastAsk, ForecastOptions } from './forecast.ts'
import { historyStart } from './read-series.ts'

interface Wanted extends Pick<ForecastAsk, 'measure' | 'by'> {
  /** By default that of the day. */
  readonly month?: Month | undefined
  /** By default today. */
  readonly asOf?: string | undefined
}

interface Moment extends Pick<ForecastOptions, 'store' | 'scope'> {
  /** On the shop's clock, 'YYYY-MM-DD HH:MM:SS'. */
  readonly now: string
  /** First month with data; undefined: there are none. */
  readonly firstMonth: Month | undefined
}

/** A forecast at a moment, and the months that it reads. */
export function forecastAt({ measure, by, ...wanted }: Wanted, { store, scope, now, ...moment }: Moment) {
  const asOf = wanted.asOf ?? now.slice(0, 10)
  const month = wanted.month ?? monthOf(asOf)
  const firstMonth = moment.firstMonth ?? month
  const ask: ForecastAsk = { measure, by, month, asOf }
  // The part of the running day that has passed counts in whole hours, so that answers can be cached.
  const options: ForecastOptions = { store, scope, now: `${now.slice(0, 13)}:00:00`, firstMonth }
  return { ask, options, months: monthRange(historyStart({ by, month, firstMonth }), month) }
}
