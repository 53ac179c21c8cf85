// The progress of a month towards its goals, and its forecast.
import { goalForecast, goalProgress } from '#contract/goals/calls.ts'
import { type GoalDimension, readScope, scopeText } from '#contract/goals/scopes.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { presentNames } from '#server/figures/former-names.ts'
import { forecastsOf, goalForecasts } from '#server/forecast/forecast.ts'
import { measuresWithGoals } from '#server/forecast/stored-goals.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import { may } from '#server/http/principal.ts'
import { type Call, callOf, envelope, register } from '#server/http/route.ts'
import { freshnessOf, sendCached } from '#server/http/send-json.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { askOf } from './ask.ts'
import { assertVisible, goalLabels, isGone } from './values.ts'

/** The name that a renamed business or segment has now. */
const presentKey = async (store: Reads, by: GoalDimension, key: string): Promise<string> =>
  (await presentNames(store, by, [key])).get(key) ?? key

type Params = Omit<Call<typeof goalForecast>['query'], 'scope'>

/** A forecast with its `meta` and its cache key. */
function asked(app: App, params: Params, by: GoalDimension, scope: Scope, versions: Versions) {
  const { ask, options, now, reads } = askOf(app, { ...params, by }, { scope, versions })
  const { measure, month, asOf } = ask
  const today = now.slice(0, 10)
  const hour = asOf === today ? now.slice(0, 13) : asOf
  const meta = {
    ...freshnessOf([month], reads, versions),
    ...{ measure, month, as_of: asOf, unit: measureOf(measure).format },
  }
  return { ask, options, reads, meta, key: [measure, by, month, hour, today] }
}

export function forecastRoutes(app: App): void {
  register(app, goalForecast, async (request, reply) => {
    const { query, principal, scope, versions } = callOf<typeof goalForecast>(request)
    const named = readScope(query.scope)
    if (!named) throw badRequest('scope', 'must be all, distributor:…, business:… or segment:…')
    assertVisible(principal, query.measure, named.dimension, 'scope')
    const value = await presentKey(app.store, named.dimension, named.key)
    const { ask, options, reads, meta, key } = asked(app, query, named.dimension, scope, versions)
    const cached = { key: [value, ...key], holdsPersonal: false }
    return sendCached(app, request, reply, cached, async () => {
      const forecasts = await forecastsOf(ask, [value], options)
      const labels = await goalLabels(app.store, named.dimension, [value], scope)
      const about = { ...meta, scope: scopeText({ ...named, key: value }), label: labels.get(value) ?? value }
      return { reads, body: envelope(goalForecast, { data: forecasts.get(value), meta: about }) }
    })
  })

  register(app, goalProgress, async (request, reply) => {
    const { query, principal, scope, versions } = callOf<typeof goalProgress>(request)
    const { measure, by } = query
    const only = query.key === undefined ? undefined : await presentKey(app.store, by, query.key)
    assertVisible(principal, measure ?? 'net_sale', by)
    const all = asked(app, { ...query, measure: measure ?? 'net_sale' }, by, scope, versions)
    const cached = { key: [measure === undefined, only ?? null, ...all.key], holdsPersonal: false }
    return sendCached(app, request, reply, cached, async () => {
      const { ask, options, reads } = all
      const { measure: _, unit: __, ...meta } = all.meta
      const stored = await measuresWithGoals(app.store, ask, scope)
      const measures = stored.filter((each) => may(principal, measureOf(each).permission))
      const gone = await isGone(app.store, by, scope)
      const data = []
      for (const each of measure ? [measure] : measures) {
        const forecasts = await goalForecasts({ ...ask, measure: each }, options, only)
        const labels = await goalLabels(app.store, by, [...forecasts.keys()], scope)
        data.push(
          ...[...labels].map(([key, label]) => ({
            ...{ measure: each, key, label, gone: gone(key) },
            ...forecasts.get(key),
          })),
        )
      }
      return { reads, body: envelope(goalProgress, { data, meta: { ...meta, measures } }) }
    })
  })
}
