// The periods of an answer: in words, whether the first one is still running, and steps without rows.
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { daysOf, daysUntil } from '#contract/questions/periods.ts'
import type { Days, Period } from '#contract/questions/question.ts'
import { optionOf, presentDay, useConfig, useLatestMonth } from '#web/api/config.ts'
import { periodText } from '#web/text/periods.ts'
import { questionText as text } from '../text.ts'

type Periods = Pick<AnswerBody['meta'], 'period' | 'as_of' | 'compared_period'>

/** How far the shop's data has come, 'YYYY-MM-DD HH:MM:SS'; null before it is known. */
export const useLastMoment = (): string | null => optionOf(useConfig(), 'running_until') ?? null

/** How far the period has come, 'YYYY-MM-DD HH:MM:SS'; null if it is over, or has not begun. */
export function useRunningUntil(days: Days | undefined): string | null {
  const until = useLastMoment()
  const day = until?.slice(0, 10)
  return days && until !== null && day !== undefined && days.from <= day && day <= days.to ? until : null
}

/** The days of a relative period, by the browser's clock; those of an answer come with it. */
export function useDaysOf(): (period: Period) => Days {
  const config = useConfig()
  const latestMonth = useLatestMonth()
  const months: unknown = config?.find(({ option }) => option === 'months')?.values
  const firstMonth = Array.isArray(months) ? String(months[0] ?? latestMonth) : latestMonth
  const today = presentDay(config)
  return (period) => daysUntil(daysOf(period, { today, latestMonth, firstMonth }), today)
}

/** 'octubre 2026 vs septiembre 2026', '1/10/2026 al 20/10/2026, octubre en curso vs 1/9/2026 al 20/9/2026, 15:32 h'. */
export function periodsText({ period, as_of, compared_period: compared }: Periods): string {
  const now = periodText(period, as_of)
  return compared ? `${now} ${text.versus(periodText(compared))}` : now
}

/** The value of a step of time without rows: zero for sums and counts; a ratio has none. */
export function emptyStep(measure: MeasureKey): 0 | null {
  const { addsUp, format } = measureOf(measure)
  return addsUp !== 'never' || format === 'integer' ? 0 : null
}
