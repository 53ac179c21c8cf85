import { type Month, monthBounds } from '#contract/month.ts'

/** A month, or its first days. */
export interface Span {
  readonly month: Month
  /** Last moment, 'YYYY-MM-DD HH:MM:SS' on the shop's clock; null for the whole month. */
  readonly until: string | null
}

export const wholeMonth = (month: Month): Span => ({ month, until: null })

/** The span of `month` up to the day and time of `moment`; up to its end if it has no such day. */
export function spanUpTo(month: Month, moment: string): Span {
  const until = `${month}${moment.slice(7)}`
  const { to_date } = monthBounds(month)
  return { month, until: until.slice(0, 10) <= to_date ? until : `${to_date} 23:59:59` }
}

/** First and last day. */
export const spanBounds = ({ month, until }: Span) => {
  const { from_date, to_date } = monthBounds(month)
  return { from_date, to_date: until?.slice(0, 10) ?? to_date }
}
