// What pins of every kind say about their answer.
import { Text } from '@mantine/core'
import type { Pin } from '#contract/boards.ts'
import type { AnswerBody } from '#contract/questions/calls.ts'
import { dayWords } from '#contract/questions/periods.ts'
import type { Question } from '#contract/questions/question.ts'
import { ApiError } from '#web/api/errors.ts'
import { periodsText } from '#web/shared/questions/question-periods.ts'
import { percent, short, shortMoney } from '#web/text/format.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import shared from '#web/ui/shared.module.css'
import { ErrorState } from '#web/ui/states.tsx'
import { text } from './text.ts'

export const CHART_HEIGHT = 220

export interface ContentProps {
  readonly pin: Pin
  readonly question: Question
}

interface FailedProps {
  readonly state: Pick<Loadable<unknown>, 'error' | 'refetch'>
  readonly height: number
}

export const Failed = ({ state: { error, refetch }, height }: FailedProps) =>
  error instanceof ApiError && error.status === 403 ? (
    <p className={shared.quiet}>{text.refused}</p>
  ) : (
    <ErrorState height={height} error={error} onRetry={refetch} />
  )

interface BodyProps {
  readonly body: Pick<AnswerBody, 'meta'>
}

export const Periods = ({ question, body }: BodyProps & { question: Question }) => (
  <>
    <Text c="dimmed" fz="xs" mb={8}>
      {periodsText(body.meta)}
    </Text>
    <Gone body={body} />
    {body.meta.cut_after && question.compare !== 'none' ? (
      <Text c="var(--gd-warning)" fz="xs" mb={8}>
        {text.cutAfter(dayWords(body.meta.cut_after))}
      </Text>
    ) : null}
  </>
)

/** Names in its filters that nothing ever had, or has no more. */
export const Gone = ({ body: { meta } }: BodyProps) =>
  meta.missing.map(({ dimension, title, values }) => (
    <Text key={dimension} c="var(--gd-warning)" fz="xs" mb={8}>
      {text.gone(title, values)}
    </Text>
  ))

export const axisFormat = (format: string) =>
  format === 'money' ? shortMoney : format === 'percent2' ? (value: number) => percent(value) : short

interface OthersProps {
  readonly shown: number
  readonly all: number
  readonly words?: typeof text.others
}

export const Others = ({ shown, all, words = text.others }: OthersProps) =>
  shown < all ? <p className={shared.caption}>{words(shown, all)}</p> : null
