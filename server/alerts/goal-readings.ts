// Readings of goals: the high end of the month's forecast and its goal, per scope. A forecast moves slowly and is
// expensive, so it is read every fifth day of a month; the first day reads how the month before ended.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { GOAL_DIMENSIONS } from '#contract/goals/scopes.ts'
import { addDays, monthOf } from '#contract/month.ts'
import { forecastsOf, goalForecasts } from '#server/forecast/forecast.ts'
import type { FigureDeps } from './figures.ts'
import { type ReadAt, readingsOf } from './readings.ts'

const EVERY_DAYS = 5

export function goalReadings(
  { measure, by: dimension }: AlertRule,
  { store, scope, firstDay }: FigureDeps,
): ReadAt {
  const by = GOAL_DIMENSIONS.find((each) => each === dimension) ?? 'all'
  return async (day, open) => {
    const dayOfMonth = Number(day.slice(8, 10))
    const isFirst = dayOfMonth === 1
    if (!isFirst && dayOfMonth % EVERY_DAYS !== 0) return []
    const asOf = isFirst ? addDays(day, -1) : day
    const ask = { measure, by, month: monthOf(asOf), asOf }
    // As the day closed: none of it is left.
    const options = { store, scope, firstMonth: monthOf(firstDay), now: `${addDays(asOf, 1)} 00:00:00` }
    const forecasts = isFirst
      ? await forecastsOf(ask, [...open.keys()], options)
      : await goalForecasts(ask, options)
    return readingsOf(new Set(forecasts.keys()), open, (key) => {
      const { high = null, goal = null } = forecasts.get(key) ?? {}
      return { value: high, compared: goal, size: goal ?? 0 }
    })
  }
}
