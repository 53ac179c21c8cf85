// Seeded random numbers: the same seed generates the same shop on every machine.
import { shareOut } from '#server/domain/cents.ts'

/** The sfc32 generator. Different streams of a seed are independent. */
export class Random {
  private a: number
  private b: number
  private c = 0x9e3779b9 | 0
  private d = 1

  constructor(seed: number, stream: number) {
    this.a = seed | 0
    this.b = stream | 0
    for (let round = 0; round < 15; round++) this.unit()
  }

  /** A number in [0, 1). */
  unit(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
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

/** Picks an index in proportion to its weight. */
export class Weighted {
  private readonly ends: readonly number[]

  constructor(weights: readonly number[]) {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    let end = 0
    this.ends = weights.map((weight) => {
      end += weight / total
      return end
    })
  }

  /** The index for a number in [0, 1). */
  at(unit: number): number {
    let low = 0
    let high = this.ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (unit < this.ends[middle]!) high = middle
      else low = middle + 1
    }
    return low
  }

  pick(random: Random): number {
    return this.at(random.unit())
  }
}

/** Splits `total` into whole parts in proportion to the weights. */
export const apportion = (total: number, weights: readonly number[]): number[] =>
  shareOut(
    total,
    weights.map((weight) => Math.round(weight * 10_000)),
  )

export function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
