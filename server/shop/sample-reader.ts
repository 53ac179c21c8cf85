// Reads a sample of the connected shop's orders in the background and keeps it in memory for a while.
import { monthAt } from '#contract/month.ts'
import { monthRange } from '../ingest/month-range.ts'
import { SourceError } from '../ingest/source.ts'
import { wooCommerceClient } from '../sources/woocommerce/client.ts'
import { readSample, type ShopSample } from '../sources/woocommerce/examples/sample.ts'
import type { TranslateContext } from '../sources/woocommerce/translate.ts'
import { type Connected, plainKeys } from './connection.ts'

export type SampleState =
  | { readonly state: 'reading' | 'failed'; readonly progress: number }
  | { readonly state: 'ready'; readonly progress: number; readonly sample: ShopSample }

export interface SampleReader {
  /** Starts to read unless a read is running or complete; `again` repeats it. */
  read(shop: Connected, context: TranslateContext, again: boolean): SampleState
  /** Aborts a read under way and forgets the sample. */
  stop(): void
}

const KEPT_MS = 60 * 60_000

interface Run {
  readonly url: string
  state: SampleState
  stop(): void
}

export function createSampleReader(now: () => Date, onError: (error: unknown) => void): SampleReader {
  let run: Run | undefined

  function start(shop: Connected, context: TranslateContext): Run {
    const client = wooCommerceClient({ ...plainKeys(shop), attempts: 3, timeoutMs: 30_000 })
    const forget = setTimeout(stop, KEPT_MS).unref()
    const started: Run = {
      url: shop.url,
      state: { state: 'reading', progress: 0 },
      stop() {
        clearTimeout(forget)
        client.close()
      },
    }
    const onProgress = (progress: number) => {
      started.state = { state: 'reading', progress: Math.floor(progress) }
    }
    const current = monthAt(now(), context.timeZone)
    readSample(client, { current, rangeOf: monthRange, context, onProgress })
      .then(
        (sample) => {
          started.state = { state: 'ready', progress: 100, sample }
        },
        (error: unknown) => {
          started.state = { state: 'failed', progress: 0 }
          if (!(error instanceof SourceError)) onError(error)
        },
      )
      .finally(() => client.close())
    return started
  }

  function stop(): void {
    run?.stop()
    run = undefined
  }

  return {
    read(shop, context, again) {
      const isUnderWay = run?.state.state === 'reading'
      if (run?.url !== shop.url || (again && !isUnderWay)) {
        stop()
        run = start(shop, context)
      }
      return run.state
    },
    stop,
  }
}
