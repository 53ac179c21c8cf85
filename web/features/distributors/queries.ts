// Lists of the distributors screens, shared by screens and prefetching.
import { distributorsListColumns } from '#contract/distributors-columns.ts'
import { distributorsStockColumns, stockColumns } from '#contract/products-columns.ts'
import { list } from '#web/lists/list.ts'

/** The name first, which stays in sight on a phone, then the amounts; the e-mail last. */
const FIRST = ['dist_name', 'completed_amount', 'increment', 'difference', 'prev_completed_amount']
const LAST = 'dist_email'

export const DISTRIBUTORS = list(
  'GET /api/distributors/get-distributors-list',
  [
    ...FIRST.flatMap((key) => distributorsListColumns.filter((each) => each.key === key)),
    ...distributorsListColumns.filter(({ key }) => !FIRST.includes(key) && key !== LAST),
    ...distributorsListColumns.filter(({ key }) => key === LAST),
  ],
  { perPage: 25, orderBy: 'completed_amount', order: 'DESC' },
)

export const DISTRIBUTORS_STOCK = list(
  'GET /api/products/distributors-without-stock',
  distributorsStockColumns,
  { perPage: 25, orderBy: 'products_without_stock', order: 'DESC' },
)

/** Stock columns go last; the product's address is the link of its name. */
export const PRODUCTS_STOCK = list(
  'GET /api/products/ranking-products-without-stock',
  [
    ...stockColumns.filter(({ key }) => !['stock_status', 'stock_quantity', 'url'].includes(key)),
    ...stockColumns.filter(({ key }) => key.startsWith('stock_')),
  ],
  { perPage: 25, orderBy: 'units_sold', order: 'DESC' },
)
