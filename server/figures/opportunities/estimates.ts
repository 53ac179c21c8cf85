// What a void would bring a month, with the range that held four of five cells of the same shop when their own figure was left out.
import { pacer } from '#server/store/pace.ts'
import { sumOf } from '../linear-algebra.ts'
import { type Levels, levelsOf } from './levels.ts'
import type { Peer } from './peers.ts'
import { type Range, rangesOf } from './ranges.ts'
import { rowOf, type SoldTable } from './sold.ts'

/** In the shop's currency. */
export interface Estimate {
  readonly net: number
  readonly low: number
  readonly high: number
}

/** Estimates cells that are not sold. */
export type Estimator = (distributor: number, product: number) => Estimate

/** Sold cells, estimated as if their own figure were unknown; `byPast` is NaN without a past. */
interface Trials {
  readonly level: Float64Array
  readonly byPeers: Float64Array
  readonly byPast: Float64Array
}

export async function estimatorOf(table: SoldTable, peers: readonly (readonly Peer[])[]): Promise<Estimator> {
  const levels = levelsOf(table, peers)
  const past = pastLevels(table)
  const trials = await trialsOf(table, levels, past)
  const share = shareOfPast(trials)
  const mixed = (byPeers: number, byPast: number) => share * byPast + (1 - share) * byPeers
  const both = trials.byPast.map((byPast, index) => mixed(trials.byPeers[index] ?? 0, byPast))
  const ranges = { peers: rangesOf(trials.byPeers, trials.level), past: rangesOf(both, trials.level) }
  return (d, p) => {
    const [byPeers, byPast] = [levels.of(d, p), past(d, p)]
    return Number.isNaN(byPast)
      ? estimated(byPeers, ranges.peers(byPeers))
      : estimated(mixed(byPeers, byPast), ranges.past(mixed(byPeers, byPast)))
  }
}

const estimated = (level: number, [low, middle, high]: Range): Estimate => ({
  net: Math.exp(level + middle),
  low: Math.exp(level + low),
  high: Math.exp(level + high),
})

async function trialsOf(
  { net, sells }: SoldTable,
  levels: Levels,
  past: (distributor: number, product: number) => number,
): Promise<Trials> {
  const pace = pacer()
  const [level, byPeers, byPast]: [number[], number[], number[]] = [[], [], []]
  for (const [d, row] of net.entries()) {
    for (let p = 0; p < row.length; p++) {
      const value = row[p] ?? 0
      if (!rowOf(sells, d)[p] || value <= 0) continue
      level.push(Math.log(value))
      byPeers.push(levels.withoutOwn(d, p))
      byPast.push(past(d, p))
    }
    await pace(row.length)
  }
  return {
    level: Float64Array.from(level),
    ...{ byPeers: Float64Array.from(byPeers), byPast: Float64Array.from(byPast) },
  }
}

/** How much of what others sold before says that a product changed like the whole shop. */
const TREND_PRIOR = 0.1

/** The level at which the distributor sold the product before, NaN if it did not, moved as the product moved elsewhere and the distributor as a whole. */
function pastLevels({ products, net, netBefore, othersBefore, soldBefore }: SoldTable) {
  const now = Float64Array.from({ length: products }, (_, p) => sumOf(net.map((row) => row[p] ?? 0)))
  const [ownNow, ownBefore] = [net.map(sumOf), netBefore.map(sumOf)]
  const shop = sumOf(ownNow) / (sumOf(ownBefore) || 1)
  return (d: number, p: number): number => {
    const level = rowOf(netBefore, d)[p] ?? 0
    if (!rowOf(soldBefore, d)[p] || level <= 0) return Number.NaN
    const others = rowOf(othersBefore, d)[p] ?? 0
    const prior = TREND_PRIOR * others + level
    const product = ((now[p] ?? 0) - (rowOf(net, d)[p] ?? 0) + prior * shop) / (others + prior)
    const own = (ownNow[d] ?? 0) / (ownBefore[d] || 1) / (shop || 1)
    return product <= 0 || own <= 0 ? Number.NaN : Math.log(level * product * Math.sqrt(own))
  }
}

/** How much the past says beside the peers: the weights of two errors that vary together, of each cell by its net. */
function shareOfPast({ level, byPeers, byPast }: Trials): number {
  let [peers, past, both, count] = [0, 0, 0, 0]
  byPast.forEach((expected, index) => {
    if (Number.isNaN(expected)) return
    const net = Math.exp(level[index] ?? 0)
    const [offPeers, offPast] = [(level[index] ?? 0) - (byPeers[index] ?? 0), (level[index] ?? 0) - expected]
    count++
    peers += net * offPeers ** 2
    past += net * offPast ** 2
    both += net * offPeers * offPast
  })
  if (count < FEWEST_TRIALS) return 0.5
  return Math.min(1, Math.max(0, (peers - both) / Math.max(1e-9, peers + past - 2 * both)))
}

const FEWEST_TRIALS = 10
