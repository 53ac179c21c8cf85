// Log-mean Divisia decomposition (LMDI I, Ang 2005) of net sales, for comparison with Shapley values. Products that only
// one period sold are separate, as in the product, because logarithms of zero are undefined.
import type { FactorInput, Sales } from '#server/figures/explain/factors.ts'
import type { Pair } from '#server/figures/explain/margin-factors.ts'

const logMean = (one: number, other: number) =>
  one === other ? one : (one - other) / (Math.log(one) - Math.log(other))

type Sold = FactorInput['products'][number]['before']

/** Exact changes by factor. */
export function lmdi({ totals, products }: Pick<FactorInput, 'totals' | 'products'>): Map<string, number> {
  const isSold = ({ net, gross, units }: Sold) => net > 0 && gross > 0 && units > 0
  const both = products.filter(({ before, after }) => isSold(before) && isSold(after))
  const kept = (side: keyof Pair<Sales>) => both.reduce((sum, product) => sum + product[side].units, 0)
  const units = { before: kept('before'), after: kept('after') }
  const parts = (side: keyof Pair<Sales>, product: Sold): Record<string, number> => ({
    buyers: totals[side].buyers,
    orders_per_buyer: totals[side].orders / totals[side].buyers,
    units_per_order: units[side] / totals[side].orders,
    mix: product.units / units[side],
    price: product.gross / product.units,
    discount: product.net / product.gross,
  })
  const changes = new Map<string, number>()
  const add = (key: string, change: number) => changes.set(key, (changes.get(key) ?? 0) + change)
  for (const { before, after } of both) {
    const [was, is] = [parts('before', before), parts('after', after)]
    for (const [key, ratio] of Object.entries(is))
      add(key, logMean(after.net, before.net) * Math.log(ratio / (was[key] ?? 1)))
  }
  for (const product of products) {
    if (both.includes(product)) continue
    add('new_products', product.after.net)
    add('dropped_products', -product.before.net)
  }
  return changes
}
