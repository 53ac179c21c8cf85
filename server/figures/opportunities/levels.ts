// At what level a distributor would sell a product: logarithms of net a month. The level of the distributor, of the product and of
// the distributor in the segment add up, each drawn towards the usual one the less is known of it; peers correct the rest.

import { sumOf } from '../linear-algebra.ts'
import type { Peer } from './peers.ts'
import { rowOf, type SoldTable } from './sold.ts'

export interface Levels {
  /** Of a product that the distributor does not sell. */
  readonly of: (distributor: number, product: number) => number
  /** Of one that it sells, as if its own figure were unknown. */
  readonly withoutOwn: (distributor: number, product: number) => number
}

interface Cells {
  readonly distributor: Int32Array
  readonly product: Int32Array
  readonly level: Float64Array
}

interface Effect {
  readonly keyOf: (distributor: number, product: number) => number
  readonly keys: Int32Array
  readonly counts: Float64Array
  readonly values: Float64Array
  /** As many cells as say that the effect is the usual one. */
  prior: number
}

const ROUNDS = 8
/** As many peers as say that there is nothing to correct. */
const PEER_PRIOR = 2

export function levelsOf(table: SoldTable, peers: readonly (readonly Peer[])[]): Levels {
  const { segments, segmentOf } = table
  const cells = soldCells(table)
  const mean = sumOf(cells.level) / Math.max(1, cells.level.length)
  const effects = [
    effect(cells, table.distributors, (d) => d),
    effect(cells, segments, (_, p) => segmentOf[p] ?? 0),
    effect(cells, table.products, (_, p) => p),
    effect(cells, table.distributors * segments, (d, p) => d * segments + (segmentOf[p] ?? 0)),
  ]
  const rest = cells.level.map((level) => level - mean)
  for (let round = 0; round < ROUNDS; round++) for (const one of effects) fitEffect(one, rest)

  const rests = table.net.map((row) => new Float64Array(row.length))
  rest.forEach((value, index) => {
    rowOf(rests, cells.distributor[index] ?? 0)[cells.product[index] ?? 0] = value
  })
  const near = peers.map((each) =>
    each.map(({ distributor, weight }) => ({
      ...{ weight, sells: rowOf(table.sells, distributor), rest: rowOf(rests, distributor) },
    })),
  )
  /** What the peers sell of the product beyond their levels. */
  const ofPeers = (d: number, p: number): number => {
    let [sum, weights] = [0, PEER_PRIOR]
    for (const { weight, sells, rest } of rowOf(near, d)) {
      if (!sells[p]) continue
      sum += weight * (rest[p] ?? 0)
      weights += weight
    }
    return sum / weights
  }
  const added = (d: number, p: number): number => {
    let sum = mean
    for (const { values, keyOf } of effects) sum += values[keyOf(d, p)] ?? 0
    return sum
  }
  /** How much of its own expectation a cell is. */
  const leverage = (d: number, p: number): number => {
    let sum = 0
    for (const { counts, keyOf, prior } of effects) sum += 1 / ((counts[keyOf(d, p)] ?? 0) + prior)
    return Math.min(0.9, sum)
  }
  return {
    of: (d, p) => added(d, p) + ofPeers(d, p),
    withoutOwn: (d, p) => {
      const level = Math.log(Math.max(1e-9, rowOf(table.net, d)[p] ?? 0))
      return level - (level - added(d, p)) / (1 - leverage(d, p)) + ofPeers(d, p)
    },
  }
}

/** The cells with a net, from which levels are learned. */
function soldCells({ net, sells }: SoldTable): Cells {
  const [distributor, product, level]: [number[], number[], number[]] = [[], [], []]
  net.forEach((row, d) => {
    row.forEach((value, p) => {
      if (!rowOf(sells, d)[p] || value <= 0) return
      distributor.push(d)
      product.push(p)
      level.push(Math.log(value))
    })
  })
  return {
    ...{ distributor: Int32Array.from(distributor), product: Int32Array.from(product) },
    level: Float64Array.from(level),
  }
}

function effect({ distributor, product }: Cells, size: number, keyOf: Effect['keyOf']): Effect {
  const keys = distributor.map((d, index) => keyOf(d, product[index] ?? 0))
  const counts = new Float64Array(size)
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return { keyOf, keys, counts, values: new Float64Array(size), prior: 1 }
}

/** Fits one effect to the rest that the others leave, and learns its prior from how much it varies. */
function fitEffect(one: Effect, rest: Float64Array): void {
  const { keys, counts, values } = one
  const sums = new Float64Array(values.length)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0
    sums[key] = (sums[key] ?? 0) + (rest[index] ?? 0) + (values[key] ?? 0)
  }
  const before = values.slice()
  for (let key = 0; key < values.length; key++)
    values[key] = (sums[key] ?? 0) / ((counts[key] ?? 0) + one.prior)
  let squares = 0
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0
    const left = (rest[index] ?? 0) + (before[key] ?? 0) - (values[key] ?? 0)
    rest[index] = left
    squares += left * left
  }
  const variance = squares / Math.max(1, rest.length)
  let [spread, known] = [0, 0]
  for (let key = 0; key < values.length; key++) {
    if (!counts[key]) continue
    known++
    spread += (values[key] ?? 0) ** 2 + variance / ((counts[key] ?? 0) + one.prior)
  }
  one.prior = Math.min(1000, variance / Math.max(1e-6, spread / Math.max(1, known)))
}
