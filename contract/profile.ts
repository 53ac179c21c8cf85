// The Ficha of a distributor: its month in every respect, as one call.
import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { reached } from './goals/calls.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import { CUSTOMER_MOVE_KEYS, PRODUCT_MOVE_KEYS, profileLists } from './lists/profile.ts'
import { serviceLists } from './lists/service.ts'
import { opportunityCalls, opportunitySummary } from './opportunities.ts'
import { explainChange } from './questions/explain-call.ts'
import {
  comparison,
  count,
  datesBetween,
  inPreparation,
  isoDate,
  money,
  oneOf,
  percent,
  text,
  units,
} from './vocabulary.ts'

const params = z.object({ dist_id: text.describe('Id of the distributor; 0: without distributor') })

const figures = z.object({
  'dates-between': datesBetween,
  net_sale: money,
  orders: count,
  average_ticket: money.nullable(),
  units,
  buyers: count.describe('Active customers: distinct buyers with a completed order'),
  new_buyers: count.describe('Of these, without a completed order before, anywhere that the role sees'),
  cancelled_orders: count,
  cancelled_amount: money,
  cancel_rate: percent.nullable(),
  refunded: money,
  refund_rate: percent.nullable(),
})

const costSums = z.object({
  cost: money.nullable().describe('Null: no cost is known'),
  margin: money.nullable(),
  margin_rate: percent.nullable(),
  cost_coverage: percent.nullable().describe('Net sale of what has a cost, as percent of the net sale'),
})

const opportunityRow = opportunityCalls.opportunities.response.shape.data.element.omit({ decided_by: true })

const benefitSum = { benefit_amount: money, benefit_uses: count }

/** Opportunities that the Ficha names. */
export const PROFILE_OPPORTUNITIES = 5

export const distributorProfile = monthEndpoint('/api/distributors/{dist_id}/profile', {
  access: 'view:distributors',
  summary:
    'A distributor’s month: sales, rank, goal, customers, products, distribution, opportunities, service',
  description:
    'An unknown distributor, or one outside the caller’s scope, is a 404. Parts that need a permission which the role lacks are null. Rank, share and distribution are among the distributors that the role sees.',
  params,
  failures: ['not-found'],
  query: comparison,
  data: z.object({
    dist_id: z.string(),
    dist_name: z.string(),
    dist_email: z.string(),
    main_month: figures,
    prev_month: figures.describe('Of the compared days'),
    increment: percent.describe('Change of net_sale; 0 where there was none'),
    difference: money,
    ...inPreparation,
    months: z
      .array(z.object({ month: z.string().meta({ example: '2026-05' }), net_sale: money, orders: count }))
      .describe('The month and the twelve before, oldest first'),
    rank: count.nullable().describe('By net_sale, from 1; null: no sale, or no distributor'),
    ranked: count.describe('Distributors with a sale in the month'),
    share: percent.describe('Of the net sale of all, in percent'),
    why: explainChange.response.shape.data.shape.sentences
      .max(2)
      .nullable()
      .describe('Why net_sale changed: how much, and what carried it. Needs view:scorecard'),
    goal: z.object(reached).nullable().describe('Of net_sale; null: none, or without view:scorecard'),
    lost_customers: count.describe('Bought in the three months before, not in this one'),
    products: z
      .object({
        sold: count.describe('With units in the month'),
        gained: count,
        lost: count,
        gained_net: money.describe('Net of the month'),
        lost_net: money.describe('Net of the three months before'),
      })
      .nullable()
      .describe('Needs view:products'),
    distribution: z
      .object({
        active_distributors: count,
        common: count.describe('Products that at least half of the active distributors sold in the month'),
        common_sold: count.describe('Of these, sold by this distributor'),
      })
      .nullable()
      .describe('Needs view:products; null for orders without distributor'),
    opportunities: z
      .object({
        ...opportunitySummary.response.shape.data.shape,
        first: z.array(opportunityRow),
        first_followed: z.array(opportunityRow),
      })
      .nullable()
      .describe(
        `The ${PROFILE_OPPORTUNITIES} largest open ones, and the last ${PROFILE_OPPORTUNITIES} that somebody followed; null for orders without distributor`,
      ),
    service: z
      .object(rowShape(serviceLists.service.columns))
      .nullable()
      .describe('Null: no order ended in the month, and none is open'),
    benefits: z
      .object({
        main_month: z.object(benefitSum),
        prev_month: z.object(benefitSum),
        groups: z
          .array(z.object({ key: z.string(), label: z.string(), ...benefitSum }))
          .describe('The highest amount first'),
      })
      .nullable()
      .describe('Needs view:benefits'),
    costs: z
      .object({ main_month: costSums, prev_month: costSums })
      .nullable()
      .describe('Needs view:costs; never in the sheet, which leaves the house'),
    notes: z
      .array(
        z.object({
          id: count,
          from_date: isoDate,
          to_date: isoDate,
          text: z.string(),
          about_all: z.boolean().describe('About all distributors'),
        }),
      )
      .nullable()
      .describe('Notes that reach into the month. Needs view:scorecard'),
  }),
})

const sheetFact = z.object({
  label: z.string(),
  value: z.string(),
  change: z.string().nullable(),
  note: z.string().nullable(),
})

export const profileSheet = monthEndpoint('/api/distributors/{dist_id}/profile/sheet', {
  access: 'view:distributors',
  summary: 'The Ficha of a distributor in words, or as a PDF of one or two pages',
  files: ['pdf'],
  description: 'The PDF needs the permission to export.',
  params,
  failures: ['not-found'],
  query: { ...comparison, format: oneOf(['json', 'pdf']).default('json').describe('pdf: a file') },
  data: z.object({
    title: z.string(),
    subtitle: z.string(),
    headline: z.array(sheetFact),
    why: z.array(z.string()),
    months: z.array(
      z.object({ month: z.string().meta({ example: '2026-05' }), net_sale: money, text: z.string() }),
    ),
    blocks: z.array(
      z.object({
        title: z.string(),
        note: z.string().nullable(),
        facts: z.array(sheetFact),
        table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
        lines: z.array(z.string()),
      }),
    ),
    foot: z.string(),
  }),
})

export const profileCalls = listEndpoints(profileLists, {
  profileProducts: {
    params,
    query: {
      state: oneOf([...PRODUCT_MOVE_KEYS, 'sold'])
        .optional()
        .describe('sold: gained and kept; default: all of them'),
      common: z
        .stringbool({ truthy: ['1'], falsy: ['0'] })
        .default(false)
        .meta({
          whenAbsent: '0',
          enum: ['0', '1'],
          description: '1: only products that at least half of the active distributors sold in the month',
        }),
    },
    row: { state: oneOf(PRODUCT_MOVE_KEYS) },
  },
  profileCustomers: {
    params,
    query: {
      state: oneOf([...CUSTOMER_MOVE_KEYS, 'active'])
        .optional()
        .describe('active: new and returning; default: all of them'),
    },
    row: { state: oneOf(CUSTOMER_MOVE_KEYS) },
  },
})

export type DistributorProfile = DataOf<typeof distributorProfile>
export type ProfileSheet = DataOf<typeof profileSheet>
export type ProfileProduct = RowOf<typeof profileCalls.profileProducts>
export type ProfileCustomer = RowOf<typeof profileCalls.profileCustomers>
