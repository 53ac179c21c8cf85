// The voids of every distributor: products that it does not sell and its peers do, with what each would bring a month.

import { pacer } from '#server/store/pace.ts'
import { type Estimate, estimatorOf } from './estimates.ts'
import { type Peer, peersOf } from './peers.ts'
import { rowOf, type SoldTable } from './sold.ts'

export interface Void extends Estimate {
  readonly distributor: number
  readonly product: number
  readonly peers: number
  readonly peersSelling: number
}

/** What a distributor itself sold before is missing already if one of so many peers sells it. */
const FEWER = 4

/** Products that were never sold where half of the peers sell them are by nature more often than this. */
const USUAL_GAPS = 0.1

export async function voidsOf(table: SoldTable, known?: readonly (readonly Peer[])[]): Promise<Void[]> {
  const peers = known ?? (await peersOf(table))
  const estimate = await estimatorOf(table, peers)
  const pace = pacer()
  const found: Omit<Void, keyof Estimate>[] = []
  let [offered, never] = [0, 0]
  for (let d = 0; d < table.distributors; d++) {
    const near = rowOf(peers, d)
    const [sells, soldBefore] = [rowOf(table.sells, d), rowOf(table.soldBefore, d)]
    for (let p = 0; near.length > 0 && p < table.products; p++) {
      const peersSelling = sellingOf(table, near, p)
      const half = 2 * peersSelling >= near.length
      if (half) offered++
      if (half && !sells[p] && !soldBefore[p]) never++
      if (sells[p] || !(half || (soldBefore[p] && FEWER * peersSelling >= near.length))) continue
      found.push({ distributor: d, product: p, peers: near.length, peersSelling })
    }
    await pace(table.products)
  }
  // Where many distributors never sell what their peers do, a void is rather by nature than one to fill.
  const chance = Math.min(1, (USUAL_GAPS * offered) / Math.max(1, never)) ** 2
  return found.map((one) => {
    const expected = estimate(one.distributor, one.product)
    if (rowOf(table.soldBefore, one.distributor)[one.product]) return { ...one, ...expected }
    const net = expected.net * chance * ((one.peersSelling + 1) / (one.peers + 1)) ** (1 - chance)
    return { ...one, net, low: Math.min(expected.low, net), high: expected.high }
  })
}

function sellingOf({ sells }: SoldTable, near: readonly Peer[], product: number): number {
  let count = 0
  for (const { distributor } of near) count += rowOf(sells, distributor)[product] ?? 0
  return count
}
