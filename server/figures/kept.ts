// Results of long computations, kept while the months until one, and what all months share, stay the same: orders of later months, which
// change all day, leave them as they are.
import { isMonth, type Month } from '#contract/month.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** Versions of the data by name. */
export type Versions = ReadonlyMap<string, { readonly version: number }>

export interface Asked {
  readonly versions: Versions
  /** The last month that the result reads. */
  readonly until: Month
  readonly scope: Scope
  /** Tells results apart, besides what they read. */
  readonly key?: readonly unknown[]
}

/** Equal while a result until the month stays the same. */
export const stateUntil = (versions: Versions, until: Month): string =>
  [...versions]
    .flatMap(([name, { version }]) =>
      name === 'dimensions' || (isMonth(name) && name <= until) ? `${name}:${version}` : [],
    )
    .sort()
    .join(' ')

/**
 * Remembers so many results for each store, and only small ones: of the whole shop, which are found ahead, and as many of limited roles,
 * which must not displace those. `known` gives one that is remembered.
 */
export function keeper<Result>(most: number, isSmall: (result: Result) => boolean = () => true) {
  const stores = new WeakMap<Reads, Record<'whole' | 'limited', Map<string, Kept<Result>>>>()
  const keptOf = (store: Reads, { scope }: Asked) => {
    const both = stores.get(store) ?? { whole: new Map(), limited: new Map() }
    stores.set(store, both)
    return scope === null ? both.whole : both.limited
  }
  const keyOf = ({ until, scope, key = [] }: Asked) => JSON.stringify([until, scope, ...key])
  const known = (store: Reads, asked: Asked): Result | undefined => {
    const found = keptOf(store, asked).get(keyOf(asked))
    return found?.state === stateUntil(asked.versions, asked.until) ? found.result : undefined
  }
  const keptOr = async (store: Reads, asked: Asked, make: () => Promise<Result>): Promise<Result> => {
    const found = known(store, asked)
    if (found !== undefined) return found
    const [key, state] = [keyOf(asked), stateUntil(asked.versions, asked.until)]
    const result = await make()
    const kept = keptOf(store, asked)
    kept.delete(key)
    if (!isSmall(result)) return result
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { state, result })
    return result
  }
  return Object.assign(keptOr, { known })
}

interface Kept<Result> {
  readonly state: string
  readonly result: Result
}
