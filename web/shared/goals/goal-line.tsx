// Below a figure with a goal: the share reached, the expected share, and the forecast.
import { Box } from '@mantine/core'
import type { Month } from '#contract/month.ts'
import { percent } from '#web/text/format.ts'
import { goalText as text } from '../text.ts'
import css from './goal-line.module.css'
import { type GoalProgress, useIsOver } from './goal-progress.ts'

interface GoalLineProps {
  month: Month
  progress: GoalProgress
  write: (value: number) => string
}

export const shareOf = ({ so_far, goal }: Pick<GoalProgress, 'so_far' | 'goal'>): number | null =>
  goal ? (so_far / goal) * 100 : null

export function GoalLine({ month, progress, write }: GoalLineProps) {
  const { so_far, in_preparation, expected_by_now, forecast, low, high, goal, needed_per_day } = progress
  const share = shareOf(progress)
  const isOver = useIsOver(month)(progress)
  if (goal === null || share === null) return null
  const isBehind = so_far + in_preparation < (expected_by_now ?? 0)
  return (
    <div className={css.goal}>
      <p>{`${text.reached(percent(share))} ${write(goal)}`}</p>
      <Box className={css.line} pos="relative" h={5} my={2} bdrs={3} bg="var(--gd-track)" aria-hidden>
        <Box
          component="span"
          pos="absolute"
          inset="0 auto 0 0"
          w={`${Math.min(100, share)}%`}
          bdrs={3}
          bg="var(--gd-accent)"
        />
        {!isOver && expected_by_now !== null ? (
          <span className={css.mark} style={{ left: `${Math.min(100, (expected_by_now / goal) * 100)}%` }} />
        ) : null}
      </Box>
      {!isOver && forecast !== null && low !== null && high !== null && expected_by_now !== null ? (
        <>
          <p data-tone={isBehind ? 'bad' : 'good'}>{text.expected(write(expected_by_now))}</p>
          <p>{text.forecast(write(forecast), write(low), write(high))}</p>
          {needed_per_day ? <p>{text.perDay(write(needed_per_day))}</p> : null}
        </>
      ) : null}
    </div>
  )
}
