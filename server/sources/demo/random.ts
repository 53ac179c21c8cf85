// Seeded random numbers for the demo shop: the same seed gives the same shop on every machine.
// Touches nothing.

/** sfc32: small, fast and good enough for data that people look at. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d = 1

  constructor(seed: number, stream = 0) {
    this.a = seed | 0
    this.b = stream | 0
    this.c = 0x9e3779b9 | 0
    for (let round = 0; round < 15; round++) this.next()
  }

  /** A whole number in [0, 2³²). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.next() / 0x1_0000_0000
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  /** A whole number in [from, to]. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** A number in [0, 1) that belongs to (seed, id, salt): lets a person be worked out anew instead of kept. */
export function hashUnit(seed: number, id: number, salt: number): number {
  let hash = Math.imul(seed ^ 0x85ebca6b, 0xc2b2ae35) ^ Math.imul(id + 0x7f4a7c15, 0x9e3779b1)
  hash ^= Math.imul(salt + 1, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
}

export const hashOf = <T>(list: readonly T[], seed: number, id: number, salt: number): T =>
  list[Math.floor(hashUnit(seed, id, salt) * list.length)] as T

/** Picks an index in proportion to its weight in constant time (Walker's alias method). */
export class Weighted {
  private readonly share: Float64Array
  private readonly alias: Int32Array

  constructor(weights: readonly number[]) {
    const size = weights.length
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    this.share = Float64Array.from(weights, (weight) => (weight * size) / total)
    this.alias = new Int32Array(size)
    const small: number[] = []
    const large: number[] = []
    for (let index = 0; index < size; index++) (this.share[index]! < 1 ? small : large).push(index)
    while (small.length > 0 && large.length > 0) {
      const poor = small.pop()!
      const rich = large.at(-1)!
      this.alias[poor] = rich
      this.share[rich] = this.share[rich]! - (1 - this.share[poor]!)
      if (this.share[rich]! < 1) small.push(large.pop()!)
    }
    for (const index of [...small, ...large]) this.share[index] = 1
  }

  /** The index for a number in [0, 1). */
  at(unit: number): number {
    const position = unit * this.share.length
    const index = Math.floor(position)
    return position - index < this.share[index]! ? index : this.alias[index]!
  }

  pick(random: Random): number {
    return this.at(random.unit())
  }
}

/** Splits `total` whole things over weights so that they add up exactly (largest remainder). */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const rest = total - parts.reduce((all, part) => all + part, 0)
  const order = exact.map((value, index) => [value - Math.floor(value), index] as const)
  order.sort((one, other) => other[0] - one[0] || one[1] - other[1])
  for (const [, index] of order.slice(0, rest)) parts[index] = parts[index]! + 1
  return parts
}
