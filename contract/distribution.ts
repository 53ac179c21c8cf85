// Calls about distribution.
import { z } from 'zod'
import { listEndpoints } from './list-endpoint.ts'
import {
  DISTRIBUTION_BY_KEYS,
  distributionLists,
  MOVE_STATE_KEYS,
  SELLER_STATE_KEYS,
} from './lists/distribution.ts'
import { comparison, oneOf, text } from './vocabulary.ts'

const by = oneOf(DISTRIBUTION_BY_KEYS)
  .default('product')
  .describe('What a row is; variations are products of their own')
const province = text
  .optional()
  .meta({ description: 'Only orders of this province, in capitals; default: all', example: 'CÓRDOBA' })

const params = z.object({ key: text.meta({ description: 'Of a row of the distribution', example: '11' }) })

export const distributionCalls = listEndpoints(distributionLists, {
  distribution: { query: { ...comparison, by, province } },
  distributionSellers: {
    params,
    query: {
      by,
      province,
      state: oneOf(SELLER_STATE_KEYS).optional().describe('Default: all of them'),
    },
  },
  distributionMoves: {
    params,
    query: {
      ...comparison,
      ...{ by, province },
      state: oneOf(MOVE_STATE_KEYS).optional().describe('before: lost and kept. Default: all of them'),
    },
  },
})
