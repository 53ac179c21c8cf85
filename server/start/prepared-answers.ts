// Finds ahead what takes longest to find first: the opportunities of the last months, who sells what, and what benefits brought.
import { setTimeout as sleep } from 'node:timers/promises'
import { EFFECT_BY } from '#contract/benefit-effect.ts'
import { lastMonths, monthOf } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { sellersByProduct } from '#server/features/distributors/profile-rows.ts'
import { benefitEffectsOf } from '#server/figures/benefit-effect/benefits.ts'
import { opportunitiesOf } from '#server/figures/opportunities/opportunities.ts'
import type { App } from '#server/http/app.ts'
import { safeError } from '#server/http/logging.ts'

/** What people ask right after the start comes first. */
const START_MS = 5000
const REST_MS = 60_000
/** It rests so many times as long as it worked: of a processor it takes at most a twentieth. */
const RESTS = 20
/** With the running one; each is compared with the same month a year ago. */
const MONTHS = 13

/** For callers who see the whole shop, the newest month first; what did not change since is not found again. */
export async function* preparations({ store, versions, timeZone, now }: App): AsyncGenerator<void> {
  const today = wallClock(timeZone)(now().toISOString()).slice(0, 10)
  for (const month of lastMonths(monthOf(today), MONTHS).reverse()) {
    const asked = { month, today, scope: null }
    await opportunitiesOf(store, asked, await versions())
    yield
    await sellersByProduct(store, asked, await versions())
    yield
    for (const by of EFFECT_BY) {
      await benefitEffectsOf(store, asked, by, await versions())
      yield
    }
  }
}

/** Until the returned function is called. A statement that still runs is waited for by the store that closes. */
export function keepAnswersPrepared(app: App): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  const work = async () => {
    await rest(START_MS)
    while (!signal.aborted) {
      let began = performance.now()
      try {
        for await (const _ of preparations(app)) {
          await rest(RESTS * (performance.now() - began))
          if (signal.aborted) return
          began = performance.now()
        }
      } catch (error) {
        if (!signal.aborted)
          app.server.log.warn({ failure: safeError(error) }, 'answers could not be prepared')
      }
      await rest(REST_MS)
    }
  }
  void work()
  return () => stopping.abort()
}
