// Calls about service: how long orders take, and the open ones.
import { z } from 'zod'
import { type DataOf, endpoint, monthEndpoint } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import {
  ENDED_STATUSES,
  MOST_PROMISED_DAYS,
  OPEN_AGE_KEYS,
  OPEN_STATUSES,
  openAgesTable,
  PROMISED_DAYS,
  serviceLists,
  stagesTable,
} from './lists/service.ts'
import { isoDate, oneOf, text } from './vocabulary.ts'

const only = {
  only_dist_id: text.optional().describe('Exactly this distributor; default: all'),
  province: text
    .optional()
    .meta({ description: 'Only orders of this province, in capitals; default: all', example: 'CÓRDOBA' }),
}

export const serviceCalls = listEndpoints(serviceLists, {
  stageOrders: {
    query: {
      status: text.optional().describe('Left exactly this status; default: any'),
      ...only,
    },
  },
  endedOrders: {
    query: {
      status: oneOf(ENDED_STATUSES).optional().describe('Exactly this status; default: both'),
      ...only,
    },
  },
  openOrders: {
    query: {
      status: oneOf(OPEN_STATUSES).optional().describe('Exactly this status; default: every open one'),
      age: oneOf(OPEN_AGE_KEYS).optional().describe('Whole days since the order; later: dated in the future'),
      ...only,
    },
  },
})

export const openAges = monthEndpoint('/api/distributors/service/open-ages', {
  access: 'view:distributors',
  timeless: true,
  summary: 'Open orders of any month per status and age in whole days, as of now',
  query: only,
  table: openAgesTable,
  data: z.array(z.object(rowShape(openAgesTable.columns))).describe('Every open status'),
})

export const serviceStages = monthEndpoint('/api/distributors/service/stages', {
  access: 'view:distributors',
  summary: 'How long the month’s orders stayed in each status',
  description:
    'Between the changes of status that Góndola saw: a status counts once an order left it. The first status of an order begins with the order, unless the shop had changed the order meanwhile.',
  query: only,
  table: stagesTable,
  data: z.array(z.object(rowShape(stagesTable.columns))).describe('In the usual course of an order'),
})

export const stagesSince = endpoint('GET /api/distributors/service/stages/since', {
  access: 'view:distributors',
  summary: 'Since when changes of status are seen',
  data: z.object({
    since: isoDate.nullable().describe('Day of the first one on the shop’s clock; null: none was seen'),
  }),
})

const days = z.int().min(1).max(MOST_PROMISED_DAYS).meta({ description: 'Days from creation', example: 7 })

export const deliveryPromises = endpoint('GET /api/distributors/service/promises', {
  access: 'view:distributors',
  summary: 'Within how many days orders are promised to be completed',
  data: z.object({
    general: days.describe(`For distributors without one of their own; ${PROMISED_DAYS} until it is set`),
    own: z
      .array(z.object({ dist_id: z.string(), dist_name: z.string(), days }))
      .describe('Distributors with a promise of their own, by name'),
  }),
})

export const savePromise = endpoint('POST /api/distributors/service/promises', {
  access: 'settings',
  summary: 'Sets the promise of a distributor, or of all without one of their own',
  description: 'Counts for orders of every month. Adds an audit entry.',
  body: z.object({
    dist_id: text
      .nullable()
      .default(null)
      .meta({ description: 'null: all without one of their own', example: '10118' }),
    days: days.nullable().describe('null: the general one, in general 7'),
  }),
})

export type DeliveryPromises = DataOf<typeof deliveryPromises>
export type ServiceStages = DataOf<typeof serviceStages>
export type OpenAges = DataOf<typeof openAges>
