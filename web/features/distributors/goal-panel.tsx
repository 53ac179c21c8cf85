// A distributor's progress towards its goals of the month; nothing without a goal.
import { measureOf } from '#contract/questions/measures.ts'
import { useMonth } from '#web/api/month.ts'
import { GoalLine } from '#web/lists/goal-line.tsx'
import { useGoalProgress } from '#web/lists/goal-progress.ts'
import { cellText, monthName } from '#web/text/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import css from './distributors.module.css'
import { text } from './text.ts'

export function GoalPanel({ distId }: { distId: string }) {
  const month = useMonth()
  const goals = useGoalProgress(month, 'distributor', { key: distId })
  if (goals.length === 0) return null
  return (
    <Panel title={text.goalsOf(monthName(month))}>
      <div className={css.goals}>
        {goals.map((progress) => {
          const measure = measureOf(progress.measure)
          const write = (value: number) => cellText(value, measure)
          return (
            <section key={progress.measure} aria-label={measure.title}>
              <h3>{measure.title}</h3>
              <p className={css.reached}>{write(progress.so_far)}</p>
              <GoalLine progress={progress} write={write} />
            </section>
          )
        })}
      </div>
    </Panel>
  )
}
