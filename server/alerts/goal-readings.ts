// Readings of goals: the high end of the month's forecast and its goal, per scope. A forecast moves slowly and is
// expensive, so it is read every fifth day of a month; the first day reads how the month before ended.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { GOAL_DIMENSIONS } from '#contract/goals/scopes.ts'
import { addDays, monthOf } from '#contract/month.ts'
import { forecastsOf, goalForecasts } from '#server/forecast/forecast.ts'
import type { Reading } from './advance.ts'
import type { FigureDeps } from './figures.ts'
import type { Moment } from './moments.ts'

const EVERY_DAYS = 5

export function goalReadings({ measure, by: dimension }: AlertRule, { store, scope, firstDay }: FigureDeps) {
  const by = GOAL_DIMENSIONS.find((each) => each === dimension) ?? 'all'
  return async (day: Moment, open: readonly string[]): Promise<Map<string, Reading>> => {
    const dayOfMonth = Number(day.slice(8, 10))
    const isFirst = dayOfMonth === 1
    if (!isFirst && dayOfMonth % EVERY_DAYS !== 0) return new Map()
    const asOf = isFirst ? addDays(day, -1) : day
    const ask = { measure, by, month: monthOf(asOf), asOf }
    // As the day closed: none of it is left.
    const options = { store, scope, firstMonth: monthOf(firstDay), now: `${addDays(asOf, 1)} 00:00:00` }
    const forecasts = isFirst ? await forecastsOf(ask, open, options) : await goalForecasts(ask, options)
    const keys = new Set([...open, ...forecasts.keys()])
    return new Map(
      [...keys].map((key) => {
        const { high = null, goal = null } = forecasts.get(key) ?? {}
        return [key, { value: high, compared: goal, size: goal ?? 0 }]
      }),
    )
  }
}
