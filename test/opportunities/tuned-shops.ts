// Shops on which the method was tuned. Each cell has a level of its own; months are drawn around it.
import { type Draws, drawsOf, emptyMatrix, type GeneratedShop, monthsUntilOctober } from './generated-shop.ts'

interface Plan {
  readonly distributors: number
  readonly products: number
  readonly segments: number
  /** Which provinces or kinds a product is sold in, or all. */
  readonly groups: readonly string[]
  readonly exclusive: number
  /** Whether a group is a province, which orders say, or a kind, which nothing says. */
  readonly inProvinces: boolean
  readonly zipf: number
  /** Part of the products that a distributor carries, from the least to the most popular. */
  readonly carried: readonly [number, number]
  readonly taste: number
  /** How much a group as a whole likes each product. */
  readonly groupTaste?: number
}

function planned(draws: Draws, plan: Plan): GeneratedShop {
  const months = monthsUntilOctober(12)
  const group = Array.from({ length: plan.distributors }, () => draws.below(plan.groups.length))
  const distributors = group.map((of, index) => ({
    dist_id: String(100 + index),
    province: plan.inProvinces ? (plan.groups[of] ?? '') : draws.one(['CÓRDOBA', 'SALTA', 'MENDOZA']),
  }))
  const products = Array.from({ length: plan.products }, (_, index) => ({
    product_id: 1000 + index,
    segment: `Segmento ${draws.below(plan.segments)}`,
  }))
  const soldIn = products.map(() => (draws.uniform() < plan.exclusive ? draws.below(plan.groups.length) : -1))
  const rank = products.map((_, index) => index).sort(() => draws.uniform() - 0.5)
  const price = products.map(() => 500 + draws.below(5000))
  const size = distributors.map(() => 40_000 * draws.lognormal(0.8))
  const mix = plan.groups.map(() => Array.from({ length: plan.segments }, () => draws.lognormal(0.6)))
  const liked = plan.groups.map(() => products.map(() => draws.lognormal(plan.groupTaste ?? 0)))
  const [cents, units] = [0, 1].map(() => emptyMatrix(12, plan.distributors, plan.products)) as [
    Float64Array[][],
    Float64Array[][],
  ]
  const isOutside = (d: number, p: number) => soldIn[p] !== -1 && soldIn[p] !== group[d]
  distributors.forEach((_, d) => {
    products.forEach(({ segment }, p) => {
      const popularity = 1 - (rank[p] ?? 0) / plan.products
      const [least, most] = plan.carried
      if (isOutside(d, p) || draws.uniform() > least + (most - least) * popularity) return
      const weight = ((rank[p] ?? 0) + 1) ** -plan.zipf
      const level =
        (size[d] ?? 0) *
        weight *
        (mix[group[d] ?? 0]?.[Number(segment.split(' ')[1])] ?? 1) *
        (liked[group[d] ?? 0]?.[p] ?? 1) *
        draws.lognormal(plan.taste)
      months.forEach((_, m) => {
        const sold = draws.poisson((level * draws.lognormal(0.2)) / (price[p] ?? 1))
        if (cents[m]?.[d] && units[m]?.[d]) {
          units[m][d][p] = sold
          cents[m][d][p] = sold * (price[p] ?? 0) * 100
        }
      })
    })
  })
  return { months, distributors, products, cents, units, isOutside }
}

const PROVINCES = ['BUENOS AIRES', 'CÓRDOBA', 'MENDOZA', 'SALTA', 'SANTA FE']
const KINDS = ['kiosco', 'supermercado', 'mayorista']

export const TUNED_SHOPS: Readonly<Record<string, (seed: number) => GeneratedShop>> = {
  regional: (seed) =>
    planned(drawsOf(seed), {
      ...{ distributors: 60, products: 150, segments: 8, groups: PROVINCES, exclusive: 0.2 },
      ...{ inProvinces: true, zipf: 0.8, carried: [0.4, 0.95], taste: 0.5 },
    }),
  kinds: (seed) =>
    planned(drawsOf(seed), {
      ...{ distributors: 50, products: 120, segments: 6, groups: KINDS, exclusive: 0.3 },
      ...{ inProvinces: false, zipf: 0.6, carried: [0.5, 0.95], taste: 0.6 },
    }),
  full: (seed) =>
    planned(drawsOf(seed), {
      ...{ distributors: 60, products: 100, segments: 6, groups: KINDS, exclusive: 0.3 },
      ...{ inProvinces: false, zipf: 0.5, carried: [1, 1], taste: 0.35, groupTaste: 0.7 },
    }),
  small: (seed) =>
    planned(drawsOf(seed), {
      ...{ distributors: 12, products: 80, segments: 5, groups: KINDS, exclusive: 0.3 },
      ...{ inProvinces: false, zipf: 0.5, carried: [0.7, 1], taste: 0.4 },
    }),
  zipf: (seed) =>
    planned(drawsOf(seed), {
      ...{ distributors: 80, products: 250, segments: 12, groups: PROVINCES.slice(0, 3), exclusive: 0.1 },
      ...{ inProvinces: true, zipf: 1.1, carried: [0.2, 0.9], taste: 0.7 },
    }),
}
