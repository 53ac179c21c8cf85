// Calls about buyers over time: cohorts, repurchase and segments.
import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import {
  AGAIN_AFTER_KEYS,
  buyerLists,
  cohortColumns,
  RFM_BEFORE_KEYS,
  RFM_KEYS,
  repurchaseColumns,
  repurchaseFigures,
  rfmColumns,
} from './lists/buyers.ts'
import { count, isoDate, money, oneOf, percent, text, wholeNumber } from './vocabulary.ts'

const access = 'view:customers'

/** Stands for orders without a benefit and buyers without an account. */
export const NONE = 'none'

const exactly = (what: string, example: string) =>
  text.optional().meta({ description: `Only buyers whose first order ${what}`, example })

/** Filters by the first completed order of a buyer. */
export const firstOrderFilters = {
  distributor: exactly('was at this distributor (dist_id)', '101'),
  province: exactly('was billed to this province, in capitals', 'CÓRDOBA'),
  company: exactly(`was of an account with this role; ${NONE}: without an account`, 'empleado_arcor'),
  benefit: exactly(`had its largest benefit in this group; ${NONE}: had no benefit`, 'BANCARIOS'),
}

export const MAX_COHORTS = 36
const months = wholeNumber(1, MAX_COHORTS, 'Months of first orders, up to the month of start_date')
  .default(12)
  .meta({ whenAbsent: 12, example: 12 })

export const cohorts = monthEndpoint('/api/customers/cohorts', {
  access,
  summary: 'Buyers by month of their first completed order, and what they bought in each month since',
  description:
    'A row per cohort and month up to start_date. First orders are those at the distributors of the role. Filters choose buyers by their first order; their later orders count wherever they were made.',
  query: { months, ...firstOrderFilters },
  table: { columns: cohortColumns, file: 'cohortes' },
  data: z.array(z.object(rowShape(cohortColumns))),
})

const monthsSince = wholeNumber(0, 600, 'Months after the first order')
  .optional()
  .describe('Months after the first order; default: 0, the month of the first order')

/** What a row of repurchase is about; `month`: of the first order. */
export const REPURCHASE_BY = ['month', 'distributor', 'province', 'company', 'benefit'] as const

const againAfter = oneOf(AGAIN_AFTER_KEYS)

export const repurchase = monthEndpoint('/api/customers/repurchase', {
  access,
  summary: 'How many buyers bought again, and how long after their first completed order',
  description:
    'Buyers whose first order lies in the months up to start_date. A share within n days counts only buyers whose first order is at least n days ago; null: there are none.',
  query: {
    months,
    by: oneOf(REPURCHASE_BY)
      .default('month')
      .describe('What a row is about: the month or a value of the first order'),
    ...firstOrderFilters,
  },
  table: { columns: repurchaseColumns, field: 'rows', file: 'recompra' },
  data: z.object({
    as_of: isoDate.describe('Today on the shop’s clock'),
    total: z.object(rowShape(repurchaseFigures)),
    distribution: z
      .array(z.object({ days: againAfter, buyers: count, share: percent }))
      .describe('Of the buyers whose first order is at least 180 days old'),
    rows: z.array(
      z.object({
        key: z.string().describe('YYYY-MM, or the value as the filter takes it'),
        ...rowShape(repurchaseColumns),
      }),
    ),
  }),
})

const segment = oneOf(RFM_KEYS).describe('Segment by recency, frequency and amount')
const before = oneOf(RFM_BEFORE_KEYS).describe('Segment a month before; none: no purchase before')

export const rfm = monthEndpoint('/api/customers/rfm', {
  access,
  summary:
    'Buyers in segments by recency, frequency and amount, and moves between segments since a month before',
  description:
    'At the end of the month, or today while it is running; before: at the end of the month before.',
  table: { columns: rfmColumns, field: 'segments', file: 'segmentos_de_clientes' },
  data: z.object({
    as_of: isoDate,
    previous_as_of: isoDate,
    average_net: money.describe('Net of the last 12 months per buyer with an order in them'),
    segments: z.array(z.object({ ...rowShape(rfmColumns), segment })),
    moves: z.array(z.object({ previous: before, segment, buyers: count })),
  }),
})

const ofSegment = { segment: segment.optional(), previous: before.optional() }
const ofRepurchase = {
  months: wholeNumber(1, MAX_COHORTS, 'Months of first orders, up to the month of start_date')
    .default(1)
    .meta({ whenAbsent: 1, example: 1 }),
  days: againAfter
    .optional()
    .describe('Only buyers whose first order is at least 180 days old and who bought again then'),
  ...firstOrderFilters,
}

export const buyerCalls = listEndpoints(buyerLists, {
  repurchasePeople: { query: ofRepurchase },
  repurchaseOrders: { query: ofRepurchase },
  rfmPeople: { query: ofSegment, row: { segment, previous: before } },
  rfmOrders: { query: ofSegment },
  cohortPeople: { query: { months_since: monthsSince, ...firstOrderFilters } },
  cohortOrders: { query: { months_since: monthsSince, ...firstOrderFilters } },
})

export type CohortRow = RowOf<typeof cohorts>
export type Repurchase = DataOf<typeof repurchase>
export type RepurchaseFigures = Repurchase['total']
export type Rfm = DataOf<typeof rfm>
