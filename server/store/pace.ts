// Long loops let other calls run in between: one that does not would hold all of them, health included.
import { setImmediate } from 'node:timers/promises'
import { currentSignal, spend } from './cancellation.ts'
import { cancelled } from './errors.ts'

const SLICE_MS = 5
/** Reading the clock costs more than a step. */
const STEPS_PER_LOOK = 256

/**
 * Counts steps of a loop, which awaits what it returns. Throws 'cancelled' once the caller has left, and 'timeout' once the
 * budget of the call is spent.
 */
type Pace = (steps?: number) => Promise<void> | undefined

export function pacer(): Pace {
  const signal = currentSignal()
  let counted = 0
  let since = performance.now()
  const rest = async () => {
    await setImmediate()
    if (signal?.aborted) throw cancelled()
    since = performance.now()
  }
  return (steps = 1) => {
    counted += steps
    if (counted < STEPS_PER_LOOK) return undefined
    spend(counted)
    counted = 0
    return performance.now() - since < SLICE_MS ? undefined : rest()
  }
}

/** Like `map`. */
export async function mapPaced<T, R>(items: readonly T[], resultOf: (item: T) => R): Promise<R[]> {
  const pace = pacer()
  const results: R[] = []
  for (const item of items) {
    results.push(resultOf(item))
    await pace()
  }
  return results
}

/** Items sorted in one go; several are merged. */
const RUN = 2048

/** Like `toSorted`. */
export async function sortPaced<T>(items: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
  const pace = pacer()
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare))
    await pace(RUN)
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      longer.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare, pace))
    runs = longer
  }
  return runs[0] ?? []
}

async function merged<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
  pace: Pace,
): Promise<T[]> {
  const all: T[] = []
  let [from, to] = [0, 0]
  while (from < left.length || to < right.length) {
    const isRight = from === left.length || (to < right.length && compare(right[to]!, left[from]!) < 0)
    all.push(isRight ? right[to++]! : left[from++]!)
    await pace()
  }
  return all
}

/** Slices of batches, with rests in between. */
export async function* slicesOf<T>(
  batches: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  const pace = pacer()
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += SLICE) {
      yield batch.slice(at, at + SLICE)
      await pace(SLICE)
    }
}

const SLICE = 512
