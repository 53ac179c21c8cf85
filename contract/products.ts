import { z } from 'zod'
import { monthEndpoint } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import { productLists, rankingTable } from './lists/products.ts'
import {
  comparison,
  count,
  datesBetween,
  inPreparation,
  money,
  notDistIds,
  oneOf,
  percent,
  text,
  units,
  wholeNumber,
} from './vocabulary.ts'

const access = 'view:products'

export const productCalls = listEndpoints(productLists, {
  products: {
    query: {
      status: oneOf(['publish', 'draft', 'pending', 'private', 'trash', 'deleted', 'any'])
        .default('publish')
        .describe('Of the product in the store; any: all of them'),
    },
  },
  productsOfCategory: {
    params: z.object({ category_id: wholeNumber(0, 999_999_999_999, 'Id of the category in the store') }),
  },
  distributorsWithoutStock: { query: { not_dist_ids: notDistIds.optional() } },
  productsByDistributor: { query: comparison },
})

const onlyDistributor = {
  only_dist_id: text.optional().describe('Sold by exactly this distributor'),
}

const quantity = z.object({
  total_units_sold: units,
  total_amount: money,
  total_products: count.describe('Distinct products sold'),
  'dates-between': datesBetween,
})

export const quantityAndTotalSold = monthEndpoint('/api/products/qty-and-total-selled', {
  access,
  summary: 'Units, net amount and products of the month’s completed orders beside the compared month',
  query: { ...comparison, ...onlyDistributor },
  data: z.object({
    main_month: quantity,
    prev_month: quantity,
    increment: percent,
    increment_units: percent,
    ...inPreparation,
  }),
})

const id = z.number().int().describe('0: deleted, or without variations')

const rankingRow = z.object({
  ...rowShape(rankingTable.columns),
  ...inPreparation,
  url: z.string(),
  product_id: id,
  variation_id: id,
})

export const productRanking = monthEndpoint('/api/products/get-ranking-products-selled', {
  access,
  summary: 'Every product sold in completed orders of the month or the compared month',
  description:
    'The rows add up to the net sale of either month; a product that is no longer bought has an amount of 0. A deleted product keeps the name and SKU of its order line.',
  table: rankingTable,
  query: { ...comparison, ...onlyDistributor },
  data: z.array(rankingRow),
})

export type ProductRankingRow = z.infer<typeof rankingRow>
