// Decides about records that left the store.
import { useMutation } from '@tanstack/react-query'
import type { RemovalRow } from '#contract/removals.ts'
import { call, refresh } from '#web/api/call.ts'

export type Decision = 'accept' | 'keep' | 'restore'

interface Decided {
  action: Decision
  /** Undefined for all. */
  row?: Pick<RemovalRow, 'collection' | 'record_id'> | undefined
}

export const useDecision = () =>
  useMutation({
    mutationFn: ({ action, row }: Decided) =>
      call('POST /api/config/removals', {
        body: { action, ...(row && { collection: row.collection as 'orders', ids: [row.record_id] }) },
      }),
    onSettled: () => refresh('GET /api/config/removals', 'GET /api/config/audit'),
  })
