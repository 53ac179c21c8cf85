// The answer, with the answers of the neighbouring periods rendered behind it.
import { useCallback, useMemo } from 'react'
import { EARLIEST_MONTH } from '#contract/month.ts'
import type { Days, Question } from '#contract/questions/question.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { savesData } from '#web/api/saves-data.ts'
import { Prerendered } from '#web/ui/prerendered.tsx'
import { type Asked, useAnswer } from './address.ts'
import { shifted } from './periods.ts'
import { Result } from './result.tsx'
import type { ResultProps } from './view-props.ts'

type View = Pick<Asked, 'question' | 'problems' | 'shown'>

/** Longer answers are read rather than stepped through. */
const MOST_ROWS = 2000

const NONE = '[]'

export function PrerenderedResult({ asked, state }: ResultProps) {
  const { question, problems, shown, periodInAddress, go, edit } = asked
  const view = JSON.stringify({ question: { ...question, period: null }, problems, shown })
  const neighbours = useNeighbours(state)
  const render = useCallback(
    (period: string) => <ResultOf view={view} period={period} go={go} edit={edit} />,
    [view, go, edit],
  )
  return (
    <Prerendered
      view={view}
      step={JSON.stringify(question.period)}
      stepInAddress={JSON.stringify(periodInAddress)}
      neighbours={neighbours}
    >
      {render}
    </Prerendered>
  )
}

/** The periods with data beside the one on screen; none until it is known. */
function useNeighbours({ data, isPlaceholderData }: ResultProps['state']): readonly string[] {
  const latest = useLatestMonth()
  const isShort = data && !isPlaceholderData && data.data.length <= MOST_ROWS && !savesData()
  const steps = isShort ? JSON.stringify(besides(data.meta.period, latest)) : NONE
  return useMemo(() => (JSON.parse(steps) as Days[]).map((days) => JSON.stringify(days)), [steps])
}

const besides = ({ from, to }: Days, latest: string): Days[] =>
  ([-1, 1] as const)
    .map((direction) => shifted({ from, to }, direction))
    .filter((days) => days.to >= EARLIEST_MONTH && days.from.slice(0, 7) <= latest)

interface ResultOfProps extends Pick<Asked, 'go' | 'edit'> {
  view: string
  period: string
}

/** Receives its question as text, so that it renders again only if the question changes. */
function ResultOf({ view, period, go, edit }: ResultOfProps) {
  const asked = useMemo((): Asked => {
    const { question, problems, shown } = JSON.parse(view) as View
    const own = JSON.parse(period) as Question['period']
    return {
      question: { ...question, period: own },
      problems,
      shown,
      periodInAddress: own,
      isAsked: true,
      go,
      edit,
    }
  }, [view, period, go, edit])
  const { question, problems, shown } = asked
  const state = useAnswer(question, shown, question.measures.length > 0 && problems.length === 0)
  return <Result asked={asked} state={state} />
}
