// Calls of products: catalogue, stock and sales of a month; imports only zod and this room.
import { z } from 'zod'
import { exportParameters, monthEndpoint, tableOrder } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import { notDistIds } from './orders.ts'
import {
  distributorsStockColumns,
  productRankingColumns,
  productsColumns,
  stockColumns,
} from './products-columns.ts'
import { comparison, count, datesBetween, id, money, percent, text, wholeNumber } from './vocabulary.ts'

const access = 'view:products'

const catalogue = {
  product_id: id,
  sku: z.string(),
  business: z.string(),
  segment: z.string(),
  stock_status: z.string().meta({ description: 'instock, outofstock or onbackorder' }),
  stock_quantity: count.nullable().meta({ description: 'null: the store does not count it' }),
  url: z.string(),
}

const sold = {
  units_sold: count.meta({ description: 'Units of completed orders of the month, net of refunded units' }),
  total_amount: money.meta({ description: 'Net of completed orders of the month' }),
}

export const products = listEndpoint({
  path: '/api/products',
  access,
  summary: 'The catalogue with each product’s sales of the month',
  query: {
    status: z
      .enum(['publish', 'draft', 'pending', 'private', 'trash', 'deleted', 'any'], {
        error: 'must be one of publish, draft, pending, private, trash, deleted, any',
      })
      .default('publish')
      .meta({ description: 'Of the product in the store; any: all of them' }),
  },
  row: z.object({
    ...catalogue,
    name: z.string(),
    status: z.string(),
    price: money,
    ...sold,
    total_orders: count,
  }),
  columns: productsColumns,
  filters: onColumns('sku', 'name'),
  defaultOrderBy: 'product_id',
  defaultOrder: 'DESC',
  maxPerPage: 1_000_000,
  file: 'productos',
})

const stockRow = z.object({ ...catalogue, product: z.string(), ...sold })

export const productsOfCategory = listEndpoint({
  path: '/api/products/cat/{category_id}',
  access,
  summary: 'Products of a category and of the categories below it',
  params: z.object({ category_id: wholeNumber(0, 999_999_999_999, 'Id of the category in the store') }),
  row: stockRow,
  columns: stockColumns,
  filters: onColumns('sku', 'product'),
  defaultOrderBy: 'total_amount',
  defaultOrder: 'DESC',
  file: 'productos_por_categoria',
})

export const productsWithoutStock = listEndpoint({
  path: '/api/products/ranking-products-without-stock',
  access,
  summary: 'Products out of stock, the month’s best sellers first',
  row: stockRow,
  columns: stockColumns,
  filters: onColumns('sku', 'product'),
  defaultOrderBy: 'units_sold',
  defaultOrder: 'DESC',
  file: 'productos_sin_stock',
})

export const distributorsWithoutStock = listEndpoint({
  path: '/api/products/distributors-without-stock',
  access,
  summary: 'Of what each distributor sold in the month, the products that are out of stock now',
  query: { not_dist_ids: notDistIds.optional() },
  row: z.object({
    dist_id: z.string(),
    dist_name: z.string(),
    products_sold: count,
    products_without_stock: count,
    percent_without_stock: percent,
    units_without_stock: count,
    amount_without_stock: money,
  }),
  columns: distributorsStockColumns,
  filters: onColumns('dist_id', 'dist_name'),
  defaultOrderBy: 'products_without_stock',
  defaultOrder: 'DESC',
  file: 'ranking_de_stock_de_distribuidores',
})

const onlyDistributor = {
  only_dist_id: text.optional().meta({ description: 'Sold by exactly this distributor' }),
}

const quantity = z.object({
  total_units_sold: count,
  total_amount: money,
  total_products: count.meta({ description: 'Distinct products sold' }),
  'dates-between': datesBetween,
})

export const quantityAndTotalSold = monthEndpoint({
  path: '/api/products/qty-and-total-selled',
  access,
  summary: 'Units, net amount and products of the month’s completed orders beside the month compared with',
  query: { ...comparison, ...onlyDistributor },
  data: z.object({
    main_month: quantity,
    prev_month: quantity,
    increment: percent,
    increment_units: percent,
  }),
})

const rankingOrder = tableOrder(productRankingColumns)

const rankingRow = z.object({
  sku: z.string(),
  name: z.string(),
  business: z.string(),
  segment: z.string(),
  total_amount: money,
  units_sold: count,
  total_orders: count,
  url: z.string(),
})

export const productRanking = monthEndpoint({
  path: '/api/products/get-ranking-products-selled',
  access,
  summary: 'Every product sold in completed orders of the month; the rows add up to the net sale',
  description: 'A deleted product keeps the name and SKU of its order line.',
  table: { columns: productRankingColumns, file: 'ranking_de_ventas' },
  query: {
    ...exportParameters,
    ...onlyDistributor,
    ...rankingOrder,
    orderBy: rankingOrder.orderBy
      .unwrap()
      .default('total_amount')
      .meta({ description: 'Column that orders the products' }),
  },
  data: z.array(rankingRow),
})

export type ProductRow = z.infer<typeof products.response>['data'][number]
export type StockRow = z.infer<typeof stockRow>
export type DistributorStockRow = z.infer<typeof distributorsWithoutStock.response>['data'][number]
export type ProductRankingRow = z.infer<typeof rankingRow>
