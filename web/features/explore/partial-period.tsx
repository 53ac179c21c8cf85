// Notice that a period has not begun, was read in part, or runs and is compared with a whole one, with a switch to the same days.
import { Flex } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { dayWords } from '#contract/questions/periods.ts'
import type { QuestionComparison } from '#contract/questions/question.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { useLastMoment, useRunningUntil } from '#web/shared/questions/question-periods.ts'
import { periodText } from '#web/text/periods.ts'
import shared from '#web/ui/shared.module.css'
import { moveFocusFromRow } from '#web/ui/states.tsx'
import type { Asked } from './address.ts'
import { withPart } from './edits.ts'
import { text } from './text.ts'

const SAME_DAYS: Readonly<Partial<Record<QuestionComparison, QuestionComparison>>> = {
  previous: 'same_days',
  year: 'same_days_year',
}

interface PartialPeriodProps {
  asked: Asked
  answered: Answered | undefined
}

export function PartialPeriod({ asked: { question, go }, answered }: PartialPeriodProps) {
  const until = useRunningUntil(answered?.meta.period)
  const compare = SAME_DAYS[question.compare]
  const compared = answered?.meta.compared_period
  const last = useLastMoment()
  const isAhead = last !== null && answered !== undefined && last.slice(0, 10) < answered.meta.period.from
  if (isAhead && question.compare !== 'none' && !compared)
    return <p className={shared.caution}>{text.notBegun}</p>
  const cutAfter = question.compare === 'none' ? null : answered?.meta.cut_after
  if (cutAfter) return <p className={shared.caution}>{text.cutAfter(dayWords(cutAfter))}</p>
  if (!until || !compare || !compared || compared.until) return null
  return (
    <Flex component="p" align="center" gap={8} m={0} fz="sm" c="var(--gd-text-soft)">
      <IconInfoCircle style={{ flex: 'none' }} size={16} aria-hidden />
      <span>
        <span>
          {text.running(
            `${until.slice(8, 10)}/${until.slice(5, 7)}`,
            until.slice(11, 16),
            periodText(compared),
          )}
        </span>{' '}
        <button
          type="button"
          className={shared.textLink}
          onClick={({ currentTarget }) => {
            moveFocusFromRow(currentTarget)
            go(withPart(question, { compare }))
          }}
          data-no-print
        >
          {text.compareSameDays}
        </button>
      </span>
    </Flex>
  )
}
