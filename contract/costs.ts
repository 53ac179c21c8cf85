// Calls about what goods cost the shop, and the margins that follow.
import { z } from 'zod'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { MAX_COST, MAX_COST_ROWS } from './limits.ts'
import { listEndpoints } from './list-endpoint.ts'
import { costLists, MARGIN_BY } from './lists/costs.ts'
import { isDay } from './month.ts'
import { comparison, count, isoDate, oneOf, productKey } from './vocabulary.ts'

export const costCalls = listEndpoints(costLists, {
  margins: {
    query: {
      ...comparison,
      by: oneOf(MARGIN_BY)
        .default('product')
        .describe('What a row is about; needs the permission of its screen'),
    },
  },
  costs: {
    query: { missing: oneOf(['0', '1']).default('0').describe('1: only what has no cost') },
  },
})

const day = z
  .string()
  .refine(
    (value) => isDay(value) && value >= '2000' && value < '2100',
    'must be YYYY-MM-DD, from 2000 to 2099',
  )
  .meta({ description: 'First day on which the cost counts', example: '2026-05-01' })
/** Ten-thousandths of the currency's unit at most. */
const unitCost = z
  .number()
  .min(0)
  .max(MAX_COST)
  .refine((value) => Number(value.toFixed(4)) === value, 'must have at most 4 decimals')

export const saveCosts = endpoint('POST /api/products/costs', {
  access: 'settings',
  summary: 'Enters or removes costs of units: all of them or, if one is wrong, none',
  description:
    'Every wrong row is named as `rows.3.product`, counted from 0. Counts for orders from that day on, until a later cost. With dry_run nothing is written. Adds an audit entry.',
  body: z.object({
    dry_run: z.boolean().default(false),
    rows: z
      .array(
        z
          .object({
            key: productKey.optional().describe('Exactly this product'),
            product: z.string().trim().min(1).max(300).optional().meta({
              description: 'As people write it: SKU; else the key; else the exact name',
              example: 'ALF-12',
            }),
            since: day,
            cost: unitCost
              .nullable()
              .meta({ description: 'null: removes the cost of that day', example: 812.5 }),
          })
          .refine(({ key, product }) => (key === undefined) !== (product === undefined), {
            path: ['product'],
            error: 'must be given, or key instead',
          })
          .meta({ example: { product: 'ALF-12', since: '2026-03-01', cost: 812.5 } }),
      )
      .min(1)
      .max(MAX_COST_ROWS),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        key: productKey,
        product_name: z.string(),
        since: isoDate,
        before: z.number().nullable().describe('What was entered for that day until now; null: nothing'),
        cost: z.number().nullable(),
      }),
    ),
    changed: count.describe('Rows that differ from what was there'),
  }),
})

export const enteredCosts = endpoint('GET /api/products/costs/entered', {
  access: 'view:costs',
  summary: 'The costs that were entered for a product, newest first',
  query: z.object({ key: productKey }),
  data: z.array(z.object({ since: isoDate, cost: z.number() })),
})

export type MarginRow = RowOf<typeof costCalls.margins>
export type CostRow = RowOf<typeof costCalls.costs>
export type SavedCosts = DataOf<typeof saveCosts>
