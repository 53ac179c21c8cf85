// Calls about opportunities.
import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { OPPORTUNITY_STATES, opportunityLists } from './lists/opportunities.ts'
import { count, money, oneOf, text } from './vocabulary.ts'

const dist_id = text
  .optional()
  .meta({ description: 'Exactly this distributor; default: all', example: '10118' })

export const opportunityCalls = listEndpoints(opportunityLists, { opportunities: { query: { dist_id } } })

export const opportunitySummary = monthEndpoint('/api/distributors/opportunities/summary', {
  access: 'view:distributors',
  summary: 'The months that opportunities of a month are of, how many there are and what they would bring',
  query: { dist_id },
  data: z.object({
    state: oneOf(OPPORTUNITY_STATES).describe(
      'few-months: not three closed months with orders; few-distributors: fewer than four active',
    ),
    months: z.array(z.string()).describe('The three closed months'),
    distributors: count.describe('Active in each of the months'),
    opportunities: count,
    estimated_net: money.describe('Sum of the estimates'),
  }),
})

export type Opportunity = RowOf<typeof opportunityCalls.opportunities>
export type OpportunitySummary = DataOf<typeof opportunitySummary>
