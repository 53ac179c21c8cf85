// The table of a generated shop, with some cells withdrawn.
import { isRegular, type SoldTable } from '#server/figures/opportunities/sold.ts'
import type { GeneratedShop } from './generated-shop.ts'

const HISTORY = 12

/** `withdrawn`: in how many of the last months a distributor did not sell the product. */
export function tableOf(
  shop: GeneratedShop,
  withdrawn: (distributor: number, product: number) => number = () => 0,
): SoldTable {
  const count = shop.months.length
  const window = count - 3
  const [D, P] = [shop.distributors.length, shop.products.length]
  const segments = [...new Set(shop.products.map(({ segment }) => segment))].sort()
  const provinces = [...new Set(shop.distributors.map(({ province }) => province))].sort()
  const rows = <T>(make: () => T): T[] => Array.from({ length: D }, make)
  const [net, netBefore] = [rows(() => new Float64Array(P)), rows(() => new Float64Array(P))]
  const [sells, soldBefore] = [rows(() => new Uint8Array(P)), rows(() => new Uint8Array(P))]
  const othersBefore = rows(() => new Float64Array(P))
  const from = Math.max(0, window - HISTORY)
  const sold = (d: number, p: number, m: number): number =>
    m < count - withdrawn(d, p) ? shop.cents[m]![d]![p]! / 100 : 0
  const ofAll = Array.from({ length: P }, (_, p) =>
    shop.months.map((_month, m) => shop.distributors.reduce((sum, _each, d) => sum + sold(d, p, m), 0)),
  )
  for (let d = 0; d < D; d++) {
    const first = shop.units.findIndex((month, m) => m >= from && month[d]!.some((units) => units > 0))
    for (let p = 0; p < P; p++) {
      let [last, monthsSold] = [-1, 0]
      for (let m = from; m < count; m++) {
        if (shop.units[m]![d]![p]! <= 0 || m >= count - withdrawn(d, p)) continue
        const money = shop.cents[m]![d]![p]! / 100
        if (m >= window) {
          net[d]![p]! += money / 3
          sells[d]![p] = 1
        } else {
          netBefore[d]![p]! += money
          last = m
          monthsSold++
        }
      }
      if (last < 0 || !isRegular(monthsSold, window - first)) {
        netBefore[d]![p] = 0
        continue
      }
      soldBefore[d]![p] = 1
      const months = last - first + 1
      const together = ofAll[p]!.slice(first, last + 1).reduce((sum, value) => sum + value, 0)
      othersBefore[d]![p] = Math.max(0, together - netBefore[d]![p]!) / months
      netBefore[d]![p]! /= months
    }
  }
  return {
    ...{ distributors: D, products: P, segments: segments.length },
    segmentOf: shop.products.map(({ segment }) => segments.indexOf(segment)),
    ...{ net, sells, netBefore, othersBefore, soldBefore },
    provinces: shop.distributors.map(({ province }) =>
      Float64Array.from(provinces, (each) => (each === province ? 1 : 0)),
    ),
  }
}
