// Measures the rates of a generated shop: what is withdrawn stands first, what does not belong is not suggested, masked cells are
// estimated better than by the product's share of its segment.

import type { SoldTable } from '#server/figures/opportunities/sold.ts'
import { type Void, voidsOf } from '#server/figures/opportunities/voids.ts'
import { drawsOf, type GeneratedShop } from './generated-shop.ts'
import { tableOf } from './table.ts'

export interface Rates {
  /** Withdrawn products, and how many of them stand first. */
  withdrawn: number
  first: number
  /** Cells outside, and how many of them are listed. */
  outside: number
  suggested: number
  /** Masked cells, how many of them are listed and within the range, and the errors of the listed ones beside the plain estimate. */
  masked: number
  listed: number
  held: number
  error: number
  plainError: number
}

const cellsOf = ({ distributors, products }: SoldTable): (readonly [number, number])[] =>
  Array.from({ length: distributors * products }, (_, cell) => [Math.floor(cell / products), cell % products])

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** `months`: how many of the last months a cell is withdrawn or masked. `best`: a withdrawn product was among so many best ones. */
export async function ratesOf(
  shop: GeneratedShop,
  seed: number,
  { months, best }: { months: number; best: number },
): Promise<Rates> {
  const whole = tableOf(shop)
  const draws = drawsOf(seed + 77)
  const outside = cellsOf(whole).filter(([d, p]) => shop.isOutside(d, p))
  const plainVoids = await voidsOf(whole)
  const withdrawn = whole.net.flatMap((row, d) => {
    if (draws.uniform() > Math.max(0.15, 3 / whole.distributors)) return []
    const order = [...row.keys()].sort((one, other) => row[other]! - row[one]!)
    return [[d, draws.one(order.slice(0, best))] as const]
  })
  const without = await voidsOf(tableOf(shop, among(withdrawn, months)))
  const masked = cellsOf(whole).filter(([d, p]) => whole.net[d]![p]! > 0 && draws.uniform() < 0.05)
  const table = tableOf(shop, among(masked, months))
  const found = new Map((await voidsOf(table)).map((each) => [keyOf(each), each]))
  const plain = plainEstimates(table)
  const trials = masked.flatMap(([d, p]) => {
    const one = found.get(`${d} ${p}`)
    return one ? [{ one, truth: whole.net[d]![p]!, plain: plain(d, p) }] : []
  })
  return {
    withdrawn: withdrawn.length,
    first: withdrawn.filter(([d, p]) => firstOf(without, d)?.product === p).length,
    outside: outside.length,
    suggested: plainVoids.filter((each) => shop.isOutside(each.distributor, each.product)).length,
    ...{ masked: masked.length, listed: trials.length },
    held: trials.filter(({ one, truth }) => one.low <= truth && truth <= one.high).length,
    error: sum(trials.map(({ one, truth }) => Math.abs(one.net - truth))),
    plainError: sum(trials.map(({ plain, truth }) => Math.abs(plain - truth))),
  }
}

const keyOf = ({ distributor, product }: Void) => `${distributor} ${product}`

function among(cells: readonly (readonly [number, number])[], months: number) {
  const keys = new Set(cells.map(([d, p]) => `${d} ${p}`))
  return (d: number, p: number) => (keys.has(`${d} ${p}`) ? months : 0)
}

const firstOf = (voids: readonly Void[], d: number): Void | undefined =>
  voids
    .filter(({ distributor }) => distributor === d)
    .reduce<Void | undefined>((most, each) => (most && most.net >= each.net ? most : each), undefined)

/** The product's share of its segment at all distributors, of the distributor's segment. */
function plainEstimates({ net, segmentOf, segments }: SoldTable) {
  const bySegment = net.map((row) => {
    const sums = new Float64Array(segments)
    row.forEach((value, p) => {
      sums[segmentOf[p]!]! += value
    })
    return sums
  })
  return (d: number, p: number) => {
    const segment = segmentOf[p]!
    const ofAll = sum(bySegment.map((sums) => sums[segment]!))
    return ofAll === 0 ? 0 : (sum(net.map((row) => row[p]!)) / ofAll) * bySegment[d]![segment]!
  }
}
