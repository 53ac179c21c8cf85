// Finds ahead what takes longest to find first: the opportunities of the last months, who sells what, segments of buyers, and what
// benefits brought.
import { setTimeout as sleep } from 'node:timers/promises'
import { EFFECT_BY } from '#contract/benefit-effect.ts'
import { lastMonths, monthOf } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { rfmOf } from '#server/features/buyers/rfm.ts'
import { sellersByProduct } from '#server/features/distributors/profile-rows.ts'
import { benefitEffectsOf } from '#server/figures/benefit-effect/benefits.ts'
import { placedOf } from '#server/figures/benefit-effect/placed.ts'
import { usesBy } from '#server/figures/benefit-effect/uses.ts'
import { stateUntil } from '#server/figures/kept.ts'
import { opportunitiesOf } from '#server/figures/opportunities/opportunities.ts'
import type { App } from '#server/http/app.ts'
import { safeError } from '#server/http/logging.ts'

/** What people ask right after the start comes first. */
const START_MS = 5000
const REST_MS = 60_000
/** It rests so many times as long as it worked: of a processor it takes at most a twentieth. */
const RESTS = 20
/** The running one and those before it, down to the same month a year ago. */
const MONTHS = 13

/** Of the store's clock. */
const todayOf = ({ timeZone, now }: App): string => wallClock(timeZone)(now().toISOString()).slice(0, 10)

/** For callers who see the whole shop, the newest month first; what did not change since is not found again. */
export async function* preparations(app: App): AsyncGenerator<void> {
  const { store, versions } = app
  const today = todayOf(app)
  for (const month of lastMonths(monthOf(today), MONTHS).reverse()) {
    const asked = { month, today, scope: null }
    await opportunitiesOf(store, asked, await versions())
    yield
    await sellersByProduct(store, asked, await versions())
    yield
    await rfmOf(store, asked, await versions())
    yield
    // Effects of the last months wait for the days after them, but their users show already.
    await placedOf(store, asked, await versions())
    yield
    await usesBy(store, asked, null, await versions())
    yield
    for (const by of EFFECT_BY) {
      await benefitEffectsOf(store, asked, by, await versions())
      yield
    }
  }
}

/** Equal while nothing has to be found again. */
async function stateOf(app: App): Promise<string> {
  const today = todayOf(app)
  return `${today} ${stateUntil(await app.versions(), monthOf(today))}`
}

/** Until the returned function is called. A statement that still runs is waited for by the store that closes. */
export function keepAnswersPrepared(app: App): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  const prepare = async () => {
    let began = performance.now()
    for await (const _ of preparations(app)) {
      await rest(RESTS * (performance.now() - began))
      if (signal.aborted) return
      began = performance.now()
    }
  }
  const work = async () => {
    await rest(START_MS)
    let prepared = ''
    while (!signal.aborted) {
      try {
        const state = await stateOf(app)
        if (state !== prepared) await prepare()
        prepared = state
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
