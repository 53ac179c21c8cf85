// Calls about service: how long orders take, and the open ones.
import { z } from 'zod'
import { type DataOf, monthEndpoint } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import { OPEN_AGE_KEYS, OPEN_STATUSES, openAgesTable, serviceLists } from './lists/service.ts'
import { oneOf, text } from './vocabulary.ts'

const onlyDistributor = text.optional().describe('Exactly this distributor; default: all')

export const serviceCalls = listEndpoints(serviceLists, {
  openOrders: {
    query: {
      status: oneOf(OPEN_STATUSES).optional().describe('Exactly this status; default: every open one'),
      age: oneOf(OPEN_AGE_KEYS).optional().describe('Whole days since the order; later: dated in the future'),
      only_dist_id: onlyDistributor,
    },
  },
})

export const openAges = monthEndpoint('/api/distributors/service/open-ages', {
  access: 'view:distributors',
  timeless: true,
  summary: 'Open orders of any month per status and age in whole days, as of now',
  query: { only_dist_id: onlyDistributor },
  table: openAgesTable,
  data: z.array(z.object(rowShape(openAgesTable.columns))).describe('Every open status'),
})

export type OpenAges = DataOf<typeof openAges>
