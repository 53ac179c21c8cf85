// The progress of a month towards its goals, and its forecast.
import { goalForecast, goalProgress } from '#contract/goals/calls.ts'
import { type GoalDimension, readScope, scopeText } from '#contract/goals/scopes.ts'
import { isMonth, monthRange } from '#contract/month.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { presentNames } from '#server/figures/former-names.ts'
import { NOTES_VERSION } from '#server/forecast/corrections.ts'
import {
  type ForecastAsk,
  type ForecastOptions,
  forecastsOf,
  goalForecasts,
} from '#server/forecast/forecast.ts'
import { historyStart } from '#server/forecast/read-series.ts'
import { GOALS_VERSION, measuresWithGoals } from '#server/forecast/stored-goals.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import { may } from '#server/http/principal.ts'
import { type Call, callOf, envelope, register } from '#server/http/route.ts'
import { freshnessOf, readsOf, sendCached } from '#server/http/send-json.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { assertVisible, goalLabels } from './values.ts'

/** The name that a renamed business or segment has now. */
const presentKey = async (store: Reads, by: GoalDimension, key: string): Promise<string> =>
  (await presentNames(store, by, [key])).get(key) ?? key

type Params = Omit<Call<typeof goalForecast>['query'], 'scope'>

/** The parameters of a forecast and its clock. */
function askOf(app: App, params: Params, by: GoalDimension, scope: Scope, versions: Versions) {
  const now = wallClock(app.timeZone)(app.now().toISOString())
  const today = now.slice(0, 10)
  const asOf = params.as_of ?? today
  if (asOf > today) throw badRequest('as_of', 'must not be in the future')
  const month = params.month ?? asOf.slice(0, 7)
  const [firstMonth = month] = [...versions.keys()].filter(isMonth).sort()
  const ask: ForecastAsk = { measure: params.measure, by, month, asOf }
  const options: ForecastOptions = { store: app.store, scope, now, firstMonth }
  const months = monthRange(historyStart({ by, month, firstMonth }), month)
  const reads = readsOf(months, [GOALS_VERSION, NOTES_VERSION])
  // The part of the running day that has passed changes every hour.
  const hour = asOf === today ? now.slice(0, 13) : asOf
  const meta = {
    ...freshnessOf([month], reads, versions),
    measure: params.measure,
    month,
    as_of: asOf,
    unit: measureOf(params.measure).format,
  }
  return {
    ask,
    options: { ...options, now: `${now.slice(0, 13)}:00:00` },
    reads,
    meta,
    key: [params.measure, by, month, hour, today],
  }
}

export function forecastRoutes(app: App): void {
  register(app, goalForecast, async (request, reply) => {
    const { query, principal, scope, versions } = callOf<typeof goalForecast>(request)
    const named = readScope(query.scope)
    const asked = named && { ...named, key: await presentKey(app.store, named.dimension, named.key) }
    if (!asked) throw badRequest('scope', 'must be all, distributor:…, business:… or segment:…')
    assertVisible(principal, query.measure, asked.dimension, 'scope')
    const { ask, options, reads, meta, key } = askOf(app, query, asked.dimension, scope, versions)
    const cached = { key: [asked.key, ...key], holdsPersonal: false }
    return sendCached(app, request, reply, cached, async () => {
      const forecasts = await forecastsOf(ask, [asked.key], options)
      const labels = await goalLabels(app.store, asked.dimension, [asked.key], scope)
      const about = { ...meta, scope: scopeText(asked), label: labels.get(asked.key) ?? asked.key }
      return { reads, body: envelope(goalForecast, { data: forecasts.get(asked.key), meta: about }) }
    })
  })

  register(app, goalProgress, async (request, reply) => {
    const { query, principal, scope, versions } = callOf<typeof goalProgress>(request)
    const { measure, by } = query
    const only = query.key === undefined ? undefined : await presentKey(app.store, by, query.key)
    assertVisible(principal, measure ?? 'net_sale', by)
    const asked = askOf(app, { ...query, measure: measure ?? 'net_sale' }, by, scope, versions)
    const cached = { key: [measure === undefined, only ?? null, ...asked.key], holdsPersonal: false }
    return sendCached(app, request, reply, cached, async () => {
      const { ask, options, reads } = asked
      const { measure: _, unit: __, ...meta } = asked.meta
      const stored = await measuresWithGoals(app.store, ask, scope)
      const measures = stored.filter((each) => may(principal, measureOf(each).permission))
      const data = []
      for (const each of measure ? [measure] : measures) {
        const forecasts = await goalForecasts({ ...ask, measure: each }, options, only)
        const labels = await goalLabels(app.store, by, [...forecasts.keys()], scope)
        data.push(
          ...[...labels].map(([key, label]) => ({ measure: each, key, label, ...forecasts.get(key) })),
        )
      }
      return { reads, body: envelope(goalProgress, { data, meta: { ...meta, measures } }) }
    })
  })
}
