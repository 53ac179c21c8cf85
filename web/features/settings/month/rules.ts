import type { Month } from '#contract/month.ts'
import { monthTitle } from '#web/text/months.ts'
import { monthText } from './text.ts'

/** The last month with orders that is not in the future; `withOrders` is sorted. */
export const lastMonthWithOrders = (withOrders: readonly Month[], present: Month): Month | undefined =>
  withOrders.filter((month) => month <= present).at(-1)

/** Why a month is an unusual choice; null if it is fine. */
export function monthWarning(month: Month, withOrders: readonly Month[], present: Month): string | null {
  if (withOrders.length > 0 && !withOrders.includes(month)) return monthText.noOrders(monthTitle(month))
  return month >= present ? monthText.unfinished(monthTitle(month)) : null
}
