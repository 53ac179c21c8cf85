// What a generated shop says of itself: its sales, and which products a distributor does not sell by nature.

export interface ShopDistributor {
  readonly dist_id: string
  readonly province: string
}

export interface ShopProduct {
  readonly product_id: number
  readonly segment: string
}

export interface GeneratedShop {
  /** Ascending. */
  readonly months: readonly string[]
  readonly distributors: readonly ShopDistributor[]
  readonly products: readonly ShopProduct[]
  /** Cents by month, distributor and product. */
  readonly cents: Float64Array[][]
  /** Units by month, distributor and product. */
  readonly units: Float64Array[][]
  /** Whether a distributor sells a product only elsewhere: in other provinces, or by another kind of distributor. */
  readonly isOutside: (distributor: number, product: number) => boolean
}

export const emptyMatrix = (months: number, distributors: number, products: number): Float64Array[][] =>
  Array.from({ length: months }, () => Array.from({ length: distributors }, () => new Float64Array(products)))

const LAST_MONTH = 2026 * 12 + 9

/** Months that end with October 2026. */
export const monthsUntilOctober = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const month = LAST_MONTH - count + 1 + index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })

/** Uniform, normal and Poisson numbers of a seed. */
export function drawsOf(seed: number) {
  let state = (seed * 2654435761) >>> 0
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const poisson = (mean: number): number => {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let [count, product] = [0, uniform()]
    for (const limit = Math.exp(-mean); product > limit; count++) product *= uniform()
    return count
  }
  const below = (most: number): number => Math.floor(uniform() * most)
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const lognormal = (sigma: number): number => Math.exp(sigma * normal())
  return { uniform, normal, poisson, below, one, lognormal }
}

export type Draws = ReturnType<typeof drawsOf>
