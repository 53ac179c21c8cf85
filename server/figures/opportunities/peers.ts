// Which distributors are most alike. What province, size, segments and products say about it is learned from the shop: a pair is as
// alike as its features predict that both sell the same of products which the features did not see.

import { pacer } from '#server/store/pace.ts'
import { sumOf } from '../linear-algebra.ts'
import { dot, leadingEigen, leastSquares, pairs, square, unit } from './linear-algebra.ts'
import { rowOf, type SoldTable } from './sold.ts'

export interface Peer {
  readonly distributor: number
  /** 1: the most alike; 0: no more alike than any. */
  readonly weight: number
}

/** Fewer say nothing of what is usual. */
export const FEWEST_PEERS = 3
const MOST = 15
const LATENT = 8
/** Work between two looks at the clock. */
const STEPS = 512

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** The peers of each distributor, the most alike first; none in a shop of too few. */
export async function peersOf(table: SoldTable): Promise<readonly (readonly Peer[])[]> {
  if (table.distributors <= FEWEST_PEERS) return indexes(table.distributors).map(() => [])
  const alike = await likeness(table)
  const popularity = soldBy(table)
  const pace = pacer()
  const result: (readonly Peer[])[] = []
  for (let d = 0; d < table.distributors; d++) {
    result.push(closest(table, d, rowOf(alike, d), popularity))
    await pace(STEPS)
  }
  return result
}

/** How many distributors sell each product. */
function soldBy({ products, sells }: SoldTable): Float64Array {
  const counts = new Float64Array(products)
  for (const row of sells) for (let p = 0; p < products; p++) counts[p] = (counts[p] ?? 0) + (row[p] ?? 0)
  return counts
}

const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** Pearson residuals of what is sold, beyond the breadth of the distributor and the reach of the product. */
function surprises({ distributors, sells }: SoldTable, columns: readonly number[], counts: Float64Array) {
  const breadths = sells.map((row) => (sumOf(columns.map((p) => row[p] ?? 0)) + 1) / (columns.length + 2))
  const middle = logit(sumOf(breadths) / distributors)
  const reach = columns.map((p) => logit(((counts[p] ?? 0) + 0.5) / (distributors + 1)))
  return sells.map((row, d) => {
    const own = logit(breadths[d] ?? 0.5) - middle
    const residuals = new Float64Array(columns.length)
    for (let index = 0; index < columns.length; index++) {
      const expected = 1 / (1 + Math.exp(-(own + (reach[index] ?? 0))))
      const spread = Math.sqrt(Math.max(expected * (1 - expected), 0.02))
      residuals[index] = ((row[columns[index] ?? 0] ?? 0) - expected) / spread
    }
    return residuals
  })
}

const agreements = (rows: readonly Float64Array[]): Float64Array[] =>
  pairs(rows.length, (d, e) => dot(rowOf(rows, d), rowOf(rows, e)) / (rows[0]?.length || 1))

/** The part of the agreements that independent choices do not explain: eigenvalues above those of noise. */
function withoutNoise(agreement: readonly Float64Array[], width: number): Float64Array[] {
  const size = agreement.length
  const edge = (1 + Math.sqrt(size / width)) ** 2
  const result = square(size)
  for (const { value, vector } of leadingEigen(agreement, LATENT)) {
    if (value <= edge) continue
    result.forEach((row, d) => {
      const scaled = (value - 1) * (vector[d] ?? 0)
      for (let e = 0; e < size; e++) row[e] = (row[e] ?? 0) + scaled * (vector[e] ?? 0)
    })
  }
  return result
}

/** Square roots of the share of each segment, so that large segments do not hide the others: unit vectors. */
function segmentShares({ net, segmentOf, segments }: SoldTable, columns: readonly number[]): Float64Array[] {
  return net.map((row) => {
    const sums = new Float64Array(segments)
    for (const p of columns) {
      const segment = segmentOf[p] ?? 0
      sums[segment] = (sums[segment] ?? 0) + Math.max(0, row[p] ?? 0)
    }
    const total = sumOf(sums) || 1
    return sums.map((sum) => Math.sqrt(sum / total))
  })
}

interface Seen {
  readonly agreement: readonly Float64Array[]
  readonly features: (d: number, e: number) => readonly number[]
}

function seenIn(table: SoldTable, columns: readonly number[], counts: Float64Array): Seen {
  const agreement = agreements(surprises(table, columns, counts))
  const latent = withoutNoise(agreement, columns.length)
  const shares = segmentShares(table, columns)
  const provinces = table.provinces.map(unit)
  const sizes = table.net.map((row) => Math.log(1 + sumOf(row.map((value) => Math.max(0, value)))))
  return {
    agreement,
    features: (d, e) => [
      1,
      rowOf(latent, d)[e] ?? 0,
      rowOf(agreement, d)[e] ?? 0,
      dot(rowOf(shares, d), rowOf(shares, e)),
      -Math.abs((sizes[d] ?? 0) - (sizes[e] ?? 0)),
      dot(rowOf(provinces, d), rowOf(provinces, e)),
    ],
  }
}

/** The agreement of each pair that its features predict. */
async function likeness(table: SoldTable): Promise<Float64Array[]> {
  const counts = soldBy(table)
  const pace = pacer()
  const whole = seenIn(table, indexes(table.products), counts)
  await pace(STEPS)
  const halves: Seen[] = []
  for (const half of [0, 1]) {
    halves.push(
      seenIn(
        table,
        indexes(table.products).filter((p) => p % 2 === half),
        counts,
      ),
    )
    await pace(STEPS)
  }
  const samples: number[][] = []
  halves.forEach(({ features }, half) => {
    const { agreement } = rowOf(halves, 1 - half)
    for (let d = 0; d < table.distributors; d++)
      for (let e = d + 1; e < table.distributors; e++)
        samples.push([...features(d, e), rowOf(agreement, d)[e] ?? 0])
  })
  await pace(STEPS)
  // Less alike never counts for a pair.
  const weights = leastSquares(samples).map((weight, index) => (index === 0 ? weight : Math.max(0, weight)))
  return pairs(table.distributors, (d, e) => {
    const features = whole.features(d, e)
    let sum = 0
    for (let index = 0; index < features.length; index++)
      sum += (features[index] ?? 0) * (weights[index] ?? 0)
    return sum
  })
}

/** As many of the most alike as best tell what the distributor sells: too many would be of another kind, too few chance. */
function closest(table: SoldTable, d: number, alike: Float64Array, popularity: Float64Array): Peer[] {
  const { distributors, products, sells } = table
  const order = indexes(distributors)
    .filter((e) => e !== d)
    .sort((one, other) => (alike[other] ?? 0) - (alike[one] ?? 0) || one - other)
    .slice(0, MOST)
  const own = rowOf(sells, d)
  const selling = popularity.map((count, p) => (count - (own[p] ?? 0) + 0.5) / distributors)
  let [best, smallest] = [FEWEST_PEERS, Number.POSITIVE_INFINITY]
  order.forEach((e, index) => {
    const row = rowOf(sells, e)
    let [loss, likely] = [0, 1]
    for (let p = 0; p < products; p++) {
      const sold = (selling[p] ?? 0) + (row[p] ?? 0)
      selling[p] = sold
      const chance = Math.min(0.99, Math.max(0.01, sold / (index + 2)))
      likely *= own[p] ? chance : 1 - chance
      // One logarithm for many products.
      if (likely > 1e-250) continue
      loss -= Math.log(likely)
      likely = 1
    }
    loss -= Math.log(likely)
    if (index + 1 >= FEWEST_PEERS && loss < smallest) [best, smallest] = [index + 1, loss]
  })
  const most = Math.max(1e-9, ...order.map((e) => alike[e] ?? 0))
  return order.slice(0, best).map((e) => ({ distributor: e, weight: Math.max(0, alike[e] ?? 0) / most }))
}
