// Finds ahead what takes longest to find first: the opportunities of the running month and what the newest benefits brought.
import { setTimeout as sleep } from 'node:timers/promises'
import { EFFECT_BY } from '#contract/benefit-effect.ts'
import { monthOf } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { benefitEffectsOf } from '#server/figures/benefit-effect/benefits.ts'
import { opportunitiesOf } from '#server/figures/opportunities/opportunities.ts'
import type { App } from '#server/http/app.ts'
import { safeError } from '#server/http/logging.ts'

/** What people ask right after the start comes first. */
const START_MS = 5000
const REST_MS = 60_000
/** It rests so many times as long as it worked: of a processor it takes at most a twentieth. */
const RESTS = 20

/** For callers who see the whole shop; what did not change since is not found again. */
export async function prepareAnswers({ store, versions, timeZone, now }: App): Promise<void> {
  const today = wallClock(timeZone)(now().toISOString()).slice(0, 10)
  const asked = { month: monthOf(today), today, scope: null }
  await opportunitiesOf(store, asked, await versions())
  for (const by of EFFECT_BY) await benefitEffectsOf(store, asked, by, await versions())
}

/** Until the returned function is called. A statement that still runs is waited for by the store that closes. */
export function keepAnswersPrepared(app: App): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  const work = async () => {
    await rest(START_MS)
    while (!signal.aborted) {
      const began = performance.now()
      await prepareAnswers(app).catch((error) => {
        if (!signal.aborted)
          app.server.log.warn({ failure: safeError(error) }, 'answers could not be prepared')
      })
      await rest(Math.max(REST_MS, RESTS * (performance.now() - began)))
    }
  }
  void work()
  return () => stopping.abort()
}
