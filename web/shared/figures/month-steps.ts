// Months as steps of a chart; the line to the running one is dashed.
import type { Month } from '#contract/month.ts'
import { useRunningMonth } from '#web/api/compare.ts'
import { monthName, shortMonth } from '#web/text/format.ts'
import type { LinePointX } from '#web/ui/line-chart.tsx'

/** Returns the steps of months up to `last`. */
export function useMonthSteps(last: Month): (months: readonly Month[]) => LinePointX[] {
  const isRunning = useRunningMonth(last) !== undefined
  const step = (key: Month): LinePointX => {
    const [label, tick] = [monthName(key), shortMonth(key)]
    return isRunning && key === last
      ? { key, label: `${label}, en curso`, tick, isPartial: true }
      : { key, label, tick }
  }
  return (months) => months.map(step)
}
