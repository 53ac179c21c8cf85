// The two lists of Ranking de stock, one word of the address apart. Touches contract and this feature.
import { distributorsStockColumns, stockColumns } from '#contract/products-columns.ts'

/** `?lista=productos`; without it the distributors stand there. */
export const PRODUCTS_WORD = 'productos'

export const DISTRIBUTORS = {
  call: 'GET /api/products/distributors-without-stock',
  columns: distributorsStockColumns,
  defaults: { perPage: 25, orderBy: 'products_without_stock', order: 'DESC' },
} as const

const LAST = ['stock_status', 'stock_quantity', 'url']

export const PRODUCTS = {
  call: 'GET /api/products/ranking-products-without-stock',
  // What hurts first; the address of a product is the link of its name.
  columns: [
    ...stockColumns.filter(({ key }) => !LAST.includes(key)),
    ...stockColumns.filter(({ key }) => key.startsWith('stock_')),
  ],
  defaults: { perPage: 25, orderBy: 'units_sold', order: 'DESC' },
} as const
