import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { LARGE_ORDER_STATES } from './large-order-limits.ts'
import { listEndpoint } from './list-endpoint.ts'
import { largeOrderList } from './lists/settings.ts'
import { count } from './vocabulary.ts'

export const largeOrders = listEndpoint(largeOrderList, {
  query: {
    state: z
      .enum(LARGE_ORDER_STATES)
      .default('waiting')
      .describe('waiting: in no sum; accepted: a person decided that it counts'),
  },
})

export const decideLargeOrders = endpoint('POST /api/config/large-orders', {
  access: 'settings',
  summary: 'Decides about orders of an implausible size',
  description:
    'accept counts waiting orders, withdraw takes accepted ones out of every sum again. Adds an audit entry.',
  failures: ['accepted-orders-too-large'],
  body: z.object({
    action: z.enum(['accept', 'withdraw']),
    ids: z.array(z.int().positive()).min(1).max(1000),
  }),
  data: z.object({ count: count.describe('Orders that were accepted or withdrawn') }),
})

export type LargeOrderRow = RowOf<typeof largeOrders>
