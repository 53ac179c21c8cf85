import { benefitEffect, benefitEffects } from '#contract/benefit-effect.ts'
import { isMonth } from '#contract/month.ts'
import { benefitEffectOf, benefitEffectsOf } from '#server/figures/benefit-effect/benefits.ts'
import type { Asked } from '#server/figures/benefit-effect/read.ts'
import type { App, Versions } from '#server/http/app.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

/** Purchases of the year before and the days after decide. */
const reads = ['dimensions', EVERY_MONTH]
/** The days after an order are over on a day of the store's clock. */
const byDay = { byDay: true } as const

interface EffectCall extends Asked {
  readonly today: string
  readonly versions: Versions
}

const askedOf = ({ month, scope, today, versions }: EffectCall) => ({
  ...{ month, scope, today },
  months: [...versions.keys()].filter(isMonth),
})

export function effectRoutes(app: App): void {
  monthRoute(
    app,
    benefitEffect,
    async (call) => ({
      months: [call.month],
      reads,
      data: await benefitEffectOf(app.store, askedOf(call), call.query),
    }),
    byDay,
  )

  monthRoute(
    app,
    benefitEffects,
    async (call) => {
      const data = await benefitEffectsOf(app.store, askedOf(call), call.query.by)
      return { months: [data.month], reads, data }
    },
    byDay,
  )
}
