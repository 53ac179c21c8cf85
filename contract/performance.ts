// Calls about the performance of benefits.
import { z } from 'zod'
import { type DataOf, monthEndpoint } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import {
  BENEFIT_HAVING,
  type BenefitHaving,
  PERFORMANCE_BUYER_KEYS,
  PERFORMANCE_BY,
  type PerformanceBy,
  performanceColumns,
  performanceLists,
} from './lists/performance.ts'
import { oneOf, text, wholeNumber } from './vocabulary.ts'

const BY = Object.keys(PERFORMANCE_BY) as PerformanceBy[]

const query = {
  months: wholeNumber(1, 36, 'Months of orders, up to the month of start_date')
    .default(1)
    .meta({ whenAbsent: 1, example: 1 }),
  by: oneOf(BY).default('group').describe('What a row is about'),
}

export const performance = monthEndpoint('/api/benefits/performance', {
  access: 'view:benefits',
  summary:
    'Sales with each benefit: discount, tickets with and without it, new buyers and those who returned',
  description:
    'Of completed orders in the months up to start_date. An order counts once per value that it has, so rows do not add up. The tickets are not an effect of the benefit: orders with it also differ in other ways.',
  query,
  table: { columns: performanceColumns, field: 'rows', file: 'rendimiento_de_beneficios' },
  data: z.object({
    total: z
      .object(rowShape([performanceColumns[1], performanceColumns[2]]))
      .describe('All completed orders'),
    rows: z.array(z.object({ key: z.string(), ...rowShape(performanceColumns) })),
  }),
})

const ofValue = {
  ...query,
  value: text
    .optional()
    .meta({ description: 'Exactly this value; default: any benefit', example: 'BANCARIOS' }),
}

export const performanceCalls = listEndpoints(performanceLists, {
  performanceBuyers: {
    query: { ...ofValue, state: oneOf(PERFORMANCE_BUYER_KEYS).optional().describe('Default: all buyers') },
  },
  performanceOrders: {
    query: {
      ...ofValue,
      having: oneOf(Object.keys(BENEFIT_HAVING) as BenefitHaving[])
        .default('with')
        .meta({ whenAbsent: 'with', description: 'Orders with the benefit, or all others of the months' }),
    },
  },
  performanceProducts: { query: ofValue },
})

export type Performance = DataOf<typeof performance>
