import { benefitEffect, benefitEffects, effectCalls } from '#contract/benefit-effect.ts'
import { benefitEffectOf, benefitEffectsOf } from '#server/figures/benefit-effect/benefits.ts'
import { comparedBuyers } from '#server/figures/benefit-effect/compared-buyers.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

/** Purchases of the year before and the days after decide. */
const reads = ['dimensions', EVERY_MONTH]
/** The days after an order are over on a day of the store's clock. */
const byDay = { byDay: true } as const

export function effectRoutes(app: App): void {
  monthRoute(
    app,
    benefitEffect,
    async (call) => ({
      months: [call.month],
      reads,
      data: await benefitEffectOf(app.store, call, call.query, call.versions),
    }),
    byDay,
  )

  computedListRoute(
    app,
    effectCalls.effectBuyers,
    async (call) => ({
      months: [call.month],
      reads,
      rows: await comparedBuyers(app.store, call, call.query, call.versions),
    }),
    byDay,
  )

  monthRoute(
    app,
    benefitEffects,
    async (call) => {
      const data = await benefitEffectsOf(app.store, call, call.query.by, call.versions)
      return { months: [data.month], reads, data }
    },
    byDay,
  )
}
