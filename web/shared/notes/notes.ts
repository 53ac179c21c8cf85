// Notes of a period, and their positions on a chart over time.
import { useQuery } from '@tanstack/react-query'
import type { NoteRow } from '#contract/notes.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import type { Question } from '#contract/questions/question.ts'
import { daysOfStep } from '#contract/questions/steps.ts'
import { keepPreviousQuery, refresh } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { date } from '#web/text/format.ts'
import type { ChartMark } from '#web/ui/line-chart.tsx'
import { notesText as text } from '../text.ts'

export interface NoteDays {
  readonly from: string
  readonly to: string
}

const MOST = 1000
const NONE: readonly NoteRow[] = []

/** Notes about these days, oldest first: about all distributors, and about the given one or every one that the user sees. */
export function useNotes(days: NoteDays | null, distributor?: string): readonly NoteRow[] {
  const user = useUser()
  const query = { ...days, dist_id: distributor, per_page: MOST, orderBy: 'from_date', order: 'ASC' } as const
  const { data } = useQuery({
    ...keepPreviousQuery('GET /api/notes', { query }),
    enabled: days !== null && mayUser(user, 'view:scorecard'),
  })
  return (days && data?.data) || NONE
}

/** The distributor that a question is about; undefined for several. */
export const onlyDistributor = ({ where }: Pick<Question, 'where'>): string | undefined =>
  where.find(
    ({ dimension, isExcluded, values }) => dimension === 'distributor' && !isExcluded && values.length === 1,
  )?.values[0]

export const refreshNotes = () => refresh('GET /api/notes')

/** 'Paro de transporte (Norte Hermanos)'. */
export const noteWords = ({ text: words, distributor }: NoteRow): string =>
  distributor ? `${words} (${distributor})` : words

/** '04/05/2026' or '04/05/2026 al 06/05/2026'. */
export const noteDays = ({ from_date, to_date }: NoteRow): string =>
  from_date === to_date ? date(from_date) : text.span(date(from_date), date(to_date))

/** A mark on every step that a note touches. */
export const marksOf = (notes: readonly NoteRow[], grain: TimeGrain, steps: readonly string[]): ChartMark[] =>
  steps.flatMap((key) => {
    const { from, to } = daysOfStep(grain, key)
    return notes
      .filter(({ from_date, to_date }) => from_date <= to && to_date >= from)
      .map((note) => ({ at: key, text: noteWords(note) }))
  })
