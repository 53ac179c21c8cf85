import { distributorLists } from '#contract/lists/distributors.ts'
import { productLists } from '#contract/lists/products.ts'
import type { Month } from '#contract/month.ts'
import { type CompareParams, compareParams } from '#web/api/compare-params.ts'
import { listSource, nameFirst } from '#web/shared/lists/list.ts'

/** The name first, which stays visible on a phone, then the amounts; the e-mail last. */
const FIRST = ['dist_name', 'completed_amount', 'increment', 'difference', 'prev_completed_amount']
const LAST = 'dist_email'

const distributors = listSource(distributorLists.distributorsList)

export const DISTRIBUTORS = {
  ...distributors,
  columns: [
    ...FIRST.flatMap((key) => distributors.columns.filter((each) => each.key === key)),
    ...distributors.columns.filter(({ key }) => !FIRST.includes(key) && key !== LAST),
    ...distributors.columns.filter(({ key }) => key === LAST),
  ],
}

/** All rows at once, since they can be ordered by goals of the month, which only the browser has. */
export const everyDistributor = (month: Month, compare: CompareParams) =>
  [distributors.call, { query: { ...compareParams(month, compare), per_page: 100_000 } }] as const

const distributorsStock = listSource(productLists.distributorsWithoutStock)

export const DISTRIBUTORS_STOCK = {
  ...distributorsStock,
  columns: nameFirst(distributorsStock.columns, 'dist_name'),
}

const products = listSource(productLists.productsWithoutStock)

/** Stock columns come last; the product's URL is the link of its name. */
export const PRODUCTS_STOCK = {
  ...products,
  columns: nameFirst(
    [
      ...products.columns.filter(({ key }) => !['stock_status', 'stock_quantity', 'url'].includes(key)),
      ...products.columns.filter(({ key }) => key.startsWith('stock_')),
    ],
    'product',
  ),
}
