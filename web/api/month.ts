// The month on screen. It lives in the address (`?month=YYYY-MM`), so links, reloads and the back button keep it.
import { createContext, use } from 'react'
import { EARLIEST_MONTH, isMonth, type Month } from '#contract/month.ts'

/** The month in an address; null if there is none. */
export const monthIn = (search: object): Month | null => {
  const month: unknown = 'month' in search ? search.month : undefined
  return typeof month === 'string' && isMonth(month) ? month : null
}

/** The month for a part of the page: prerendered screens have a different one. */
export const MonthContext = createContext<Month>(EARLIEST_MONTH)

/** The month of this part of the page: the one selected last, else the one in the address, else the latest. */
export const useMonth = (): Month => use(MonthContext)

interface Navigation {
  readonly monthInAddress: Month
  readonly setMonth: (month: Month) => void
}

export const MonthNavigation = createContext<Navigation>({
  monthInAddress: EARLIEST_MONTH,
  setMonth: () => {},
})

/** The month in the address; follows the month on screen after the paint. */
export const useMonthInAddress = (): Month => use(MonthNavigation).monthInAddress

/** Writes a month into the address. Keeps the other parameters, except the page of a table. */
export const useSetMonth = () => use(MonthNavigation).setMonth
