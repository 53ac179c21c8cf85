// show_max_month: the latest month whose data is processed, set by imports and by hand.
import { addMonths, isMonth, type Month, monthAt } from '#contract/month.ts'
import type { Versions } from '#server/http/app.ts'
import type { Store } from '#server/store/store.ts'
import { optionsOf } from './queries.ts'

/** Cached until the version 'settings' changes; by default the previous calendar month. */
export function latestMonthOf(
  store: Store,
  versions: () => Promise<Versions>,
  timeZone: string,
  now: () => Date,
) {
  let version = -1
  let said: Month | undefined
  return async (): Promise<Month> => {
    const current = (await versions()).get('settings')?.version ?? 0
    if (current !== version) {
      const option = (await optionsOf(store, ['show_max_month'])).get('show_max_month')
      said = typeof option === 'string' && isMonth(option.slice(0, 7)) ? option.slice(0, 7) : undefined
      version = current
    }
    return said ?? addMonths(monthAt(now(), timeZone), -1)
  }
}
