// The periods of an answer: in words, whether the first one is still running, and steps without rows.
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Days } from '#contract/questions/question.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { periodText } from '#web/text/periods.ts'
import { questionText as text } from './text.ts'

type Periods = Pick<AnswerBody['meta'], 'period' | 'compared_period'>

/** How far the period has come, 'YYYY-MM-DD HH:MM:SS'; null if it is over, or has not begun. */
export function useRunningUntil(days: Days | undefined): string | null {
  const until = optionOf(useConfig(), 'running_until')
  const day = until?.slice(0, 10)
  return days && day !== undefined && days.from <= day && day <= days.to ? until : null
}

/**
 * 'octubre 2026 vs septiembre 2026', with the moment that a running period has come to, once: at the compared period if that
 * ends there too; '' without an answer.
 */
export function usePeriodsText(periods: Periods | undefined): string {
  const until = useRunningUntil(periods?.period)
  if (!periods) return ''
  const { period, compared_period: compared } = periods
  const now = periodText({ ...period, until: compared?.until ? null : until })
  return compared ? `${now} ${text.versus(periodText(compared))}` : now
}

/** The value of a step of time without rows: zero for sums and counts; a ratio has none. */
export function emptyStep(measure: MeasureKey): 0 | null {
  const { addsUp, format } = measureOf(measure)
  return addsUp !== 'never' || format === 'integer' ? 0 : null
}
