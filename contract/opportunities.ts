// Calls about opportunities.
import { z } from 'zod'
import { type DataOf, endpoint, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import {
  OPPORTUNITY_STATES,
  opportunityLists,
  REASON_LENGTH,
  VOID_STATE_KEYS,
} from './lists/opportunities.ts'
import { count, givenText, id, money, oneOf, productKey, startDate, text, wholeNumber } from './vocabulary.ts'

const dist_id = text
  .optional()
  .meta({ description: 'Exactly this distributor; default: all', example: '10118' })

const voidState = oneOf(VOID_STATE_KEYS)

export const opportunityCalls = listEndpoints(opportunityLists, {
  opportunities: {
    query: {
      dist_id,
      state: voidState
        .default('open')
        .meta({ whenAbsent: 'open', description: 'What was decided about them; open: nothing yet' }),
    },
    row: { state: voidState },
  },
  opportunityPeers: {
    params: z.object({ dist_id: text.describe('Whose peers'), key: productKey }),
  },
})

export const opportunitySummary = monthEndpoint('/api/distributors/opportunities/summary', {
  access: 'view:distributors',
  summary: 'The months that opportunities of a month are of, how many there are and what they would bring',
  query: { dist_id },
  data: z.object({
    state: oneOf(OPPORTUNITY_STATES).describe(
      'few-months: not three closed months with orders; few-distributors: fewer than four active; inactive: the asked distributor is none of them',
    ),
    months: z.array(z.string()).describe('The three closed months'),
    distributors: count.describe('Active in each of the months'),
    opportunities: count.describe('Open ones'),
    estimated_net: money.describe('Sum of their estimates'),
    followed: count.describe('Followed ones, of whatever month'),
    followed_net: money.describe('What was sold of them since'),
    dismissed: count.describe('Dismissed ones, of whatever month'),
  }),
})

/** A void, and what was decided about it. */
const named = {
  start_date: startDate.optional().describe('Month whose void it is; default: the latest'),
  dist_id: text.meta({ example: '10118' }),
  key: productKey,
  /** Number of the last decision that the user saw; null: none. Without it nothing is compared. */
  decision: id.nullable().optional(),
}

export const decideOpportunity = endpoint('POST /api/distributors/opportunities/decisions', {
  access: 'notes',
  summary: 'Follows a void, dismisses it with a reason, or opens it again',
  description:
    'A void is named by its distributor and product, so that the decision outlasts new names. What is sold is counted from the next day. Also needs view:distributors. Adds an audit entry.',
  failures: ['forbidden', 'opportunity-not-found', 'opportunity-changed'],
  body: z.discriminatedUnion('state', [
    z.object({ ...named, state: z.literal('followed') }),
    z.object({ ...named, state: z.literal('open') }),
    z.object({
      ...named,
      state: z.literal('dismissed'),
      reason: givenText(REASON_LENGTH).meta({ example: 'No tiene heladera' }),
    }),
  ]),
  data: z.object({ decision: id }),
})

export const undoDecision = endpoint('POST /api/distributors/opportunities/decisions/{decision}/undo', {
  access: 'notes',
  summary: 'Takes the last decision about a void back: what was decided before counts again',
  description: 'Also needs view:distributors. Adds an audit entry.',
  params: z.object({ decision: wholeNumber(1, 999_999_999_999, 'Number of the decision') }),
  failures: ['forbidden', 'opportunity-not-found', 'opportunity-changed'],
})

export type Opportunity = RowOf<typeof opportunityCalls.opportunities>
export type OpportunityPeer = RowOf<typeof opportunityCalls.opportunityPeers>
export type OpportunitySummary = DataOf<typeof opportunitySummary>
