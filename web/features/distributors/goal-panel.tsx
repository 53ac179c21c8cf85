// How far a distributor is on the way to its goal of the month; nothing without one.
import { useMonth } from '#web/api/month.ts'
import { GoalLine } from '#web/lists/goal-line.tsx'
import { useGoalProgress } from '#web/lists/goal-progress.ts'
import { money, monthName } from '#web/text/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import css from './distributors.module.css'
import { text } from './text.ts'

export function GoalPanel({ distId }: { distId: string }) {
  const month = useMonth()
  const progress = useGoalProgress(month, 'distributor').find(({ key }) => key === distId)
  if (!progress) return null
  return (
    <Panel title={text.goalOf(monthName(month))} subtitle={text.netSale} className={css.goal}>
      <p className={css.reached}>{money(progress.so_far)}</p>
      <GoalLine progress={progress} write={money} />
    </Panel>
  )
}
