// In a shop that tells no costs, what is asked of them follows from what was sold, which rollups hold: joining every line with the costs
// that are not there would be the slowest part of a Ficha.
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { inWindow, type PartQuery } from './part-query.ts'

/** Whether anybody tells what something costs that was sold in the window. */
export async function areCostsKnown(store: Reads, { window }: PartQuery): Promise<boolean> {
  const inMonths = inWindow(window, { month: sql`month`, day: null, at: null })
  const known = sql.union(
    [
      sql`select 1 from product_costs`,
      sql`select 1 from products where cost is not null`,
      sql`select 1 from order_lines where cost is not null and ${inMonths}`,
    ],
    'all',
  )
  const [first] = await store.all(wholeShop('no figures', sql`select 1 from (${known}) known limit 1`))
  return first !== undefined
}

/** The query whose rows `withUnknownCosts` reads. */
export const soldAlone = (query: PartQuery): PartQuery => ({
  ...query,
  part: 'sales',
  sums: ['net', 'gross', 'units'],
})

/** Rows of costs from those of `soldAlone`: something was sold, and of none of it is the cost known. */
export const withUnknownCosts = (sold: readonly Row[]): Row[] =>
  sold.map(({ net, gross, units, ...keys }) => {
    const isSold = [net, gross, units].some((sum) => Number(sum) !== 0)
    return { ...keys, net: net ?? null, cost: 0, covered: 0, priced: 0, lines: isSold ? 1 : 0 }
  })
