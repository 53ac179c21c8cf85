import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { removalList } from './lists/settings.ts'
import { REMOVAL_COLLECTIONS, REMOVAL_STATES } from './removal-states.ts'
import { count } from './vocabulary.ts'

export const removals = listEndpoint(removalList, {
  query: {
    state: z
      .enum(REMOVAL_STATES)
      .default('waiting')
      .describe('waiting: still in the figures; removed: in no figure, restorable; kept: a person decided'),
  },
})

export const decideRemovals = endpoint('POST /api/config/removals', {
  access: 'settings',
  summary: 'Decides about records that left the store',
  description:
    'accept removes waiting records, keep leaves them in the figures, restore brings removed ones back. Without ids and collection for all of them. Adds an audit entry.',
  body: z.object({
    action: z.enum(['accept', 'keep', 'restore']),
    collection: z.enum(REMOVAL_COLLECTIONS).optional(),
    ids: z.array(z.int().positive()).min(1).max(10_000).optional(),
  }),
  data: z.object({ count: count.describe('Records that were removed, kept or restored') }),
})

export type RemovalRow = RowOf<typeof removals>
