// Results of long computations, kept while the months until one, and what all months share, stay the same: orders of later months, which
// change all day, leave them as they are.
import { isMonth, type Month } from '#contract/month.ts'
import type { Reads } from '#server/store/store.ts'

/** Versions of the data by name. */
export type Versions = ReadonlyMap<string, { readonly version: number }>

export interface Asked {
  readonly versions: Versions
  /** The last month that the result reads. */
  readonly until: Month
  /** Tells results apart. */
  readonly key: readonly unknown[]
}

/** Equal while a result until the month stays the same. */
export const stateUntil = (versions: Versions, until: Month): string =>
  [...versions]
    .flatMap(([name, { version }]) =>
      name === 'dimensions' || (isMonth(name) && name <= until) ? `${name}:${version}` : [],
    )
    .sort()
    .join(' ')

/** Remembers so many results for each store, and only small ones; `known` gives one that is remembered. */
export function keeper<Result>(most: number, isSmall: (result: Result) => boolean = () => true) {
  const stores = new WeakMap<Reads, Map<string, { readonly state: string; readonly result: Result }>>()
  const keyOf = ({ until, key }: Asked) => JSON.stringify([until, ...key])
  const known = (store: Reads, asked: Asked): Result | undefined => {
    const found = stores.get(store)?.get(keyOf(asked))
    return found?.state === stateUntil(asked.versions, asked.until) ? found.result : undefined
  }
  const keptOr = async (store: Reads, asked: Asked, make: () => Promise<Result>): Promise<Result> => {
    const found = known(store, asked)
    if (found !== undefined) return found
    const [key, state] = [keyOf(asked), stateUntil(asked.versions, asked.until)]
    const result = await make()
    const kept = stores.get(store) ?? new Map()
    stores.set(store, kept)
    kept.delete(key)
    if (!isSmall(result)) return result
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { state, result })
    return result
  }
  return Object.assign(keptOr, { known })
}
