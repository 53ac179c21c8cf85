// The goals of a month for a mail, as a reader sees them on Metas at a moment.
import { column } from '#contract/columns.ts'
import { GOAL_DIMENSIONS, GOAL_MEASURES } from '#contract/goals/scopes.ts'
import { isMonth } from '#contract/month.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { dayWords, isUnfinished, mailedMonth, wholeMonths } from '#contract/questions/periods.ts'
import { roundAmount } from '#server/domain/money.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { type DataOfPeriod, dataOf } from '#server/figures/period-data.ts'
import { goalForecasts } from '#server/forecast/forecast.ts'
import type { App } from '#server/http/app.ts'
import type { ScreenAsked, ScreenReport } from '#server/http/mailed.ts'
import { askOf } from './ask.ts'
import { GOAL_TEXT as text } from './text.ts'
import { assertVisible, goalLabels, isGone } from './values.ts'

/** Throws a 403 where the reader may not see the measure or the dimension. */
export async function mailedGoals(
  app: App,
  { query, reader, at, versions }: ScreenAsked,
): Promise<ScreenReport> {
  const by = GOAL_DIMENSIONS.find((each) => each === query.get('by')) ?? 'all'
  const measure = GOAL_MEASURES.find((each) => each === query.get('measure')) ?? 'net_sale'
  assertVisible(reader, measure, by)
  const named = query.get('month') ?? ''
  const now = wallClock(app.timeZone)(at.toISOString())
  const asked = { measure, by, month: isMonth(named) ? named : mailedMonth(now) }
  const { ask, options } = askOf(app, asked, { scope: reader.scope, versions, at })
  const { month, asOf } = ask
  const forecasts = await goalForecasts(ask, options)
  const labels = await goalLabels(app.store, by, [...forecasts.keys()], reader.scope)
  const gone = await isGone(app.store, by, reader.scope)
  const { format } = measureOf(measure)
  const rows = [...labels].flatMap(([key, label]) => {
    const reached = forecasts.get(key)
    if (!reached) return []
    const { so_far, goal, expected_by_now, forecast } = reached
    const shown = gone(key) ? text.gone(label) : label
    const share = goal ? roundAmount((so_far / goal) * 100) : null
    return [{ label: shown, goal, so_far, share, expected_by_now, forecast }]
  })
  const days = wholeMonths(month, month)
  const isRunning = isUnfinished(days, now)
  const period = { current: { ...days, until: null }, compared: null, asOf: isRunning ? asOf : null }
  const goal = rows.reduce((sum, row) => sum + (row.goal ?? 0), 0)
  const reached = rows.reduce((sum, row) => sum + row.so_far, 0)
  const table = {
    columns: [
      column('label', text.by[by]),
      column('goal', text.goal, format),
      column('so_far', text.soFar, format),
      column('share', text.share, 'percent2'),
      ...(isRunning
        ? [column('expected_by_now', text.expected, format), column('forecast', text.forecast, format)]
        : []),
    ],
    rows,
  }
  return {
    title: text.title(month, isRunning ? dayWords(asOf) : null),
    ...(goal > 0
      ? reachedWords(text.reached((reached / goal) * 100), await dataOf(app, period, versions, at))
      : { news: text.none, notes: rows.length === 0 ? [text.noneNote] : [] }),
    tables: rows.length === 0 ? [] : [table],
    file: { ...table, name: `metas_${month}${isRunning ? `_al_${asOf}` : ''}` },
    month,
  }
}

/** `reached`, unless the orders of the month were not read, or only in part. */
function reachedWords(reached: string, { hasOrders, cutAfter }: DataOfPeriod) {
  if (!hasOrders) return { news: text.noData, notes: [text.noDataNote] }
  if (cutAfter === null) return { news: reached, notes: [] }
  const day = dayWords(cutAfter)
  return { news: `${reached}, ${text.dataUntil(day)}`, notes: [text.dataUntilNote(day)] }
}
