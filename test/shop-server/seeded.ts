// Random values that are the same for the same seed (mulberry32).

export interface Chance {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** True with this probability: 0 never, 1 always. */
  happens(share: number): boolean
  /** A random element; undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
  }
}
