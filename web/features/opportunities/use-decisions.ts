// Following voids, dismissing them and opening them again; the last decision can be taken back.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { VoidState } from '#contract/lists/opportunities.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { call, refresh } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { errorText } from '#web/text/errors.ts'
import { text } from './text.ts'

export interface Decide {
  readonly row: Opportunity
  readonly state: VoidState
  /** Of a dismissal. */
  readonly reason?: string
}

const refreshVoids = () =>
  refresh(
    'GET /api/distributors/opportunities',
    'GET /api/distributors/opportunities/summary',
    'GET /api/distributors/{dist_id}/profile',
  )

interface Said {
  readonly words: string
  readonly failed?: true
  /** What can be taken back. */
  readonly decision?: number
}

export function useDecisions() {
  const month = useMonth()
  const [said, setSaid] = useState<Said | null>(null)
  // Also after a failure: somebody else may have decided meanwhile.
  const onSettled = refreshVoids
  const decide = useMutation({
    mutationFn: ({ row: { dist_id, key, decision }, state, reason = '' }: Decide) => {
      const seen = { start_date: month, dist_id, key, decision }
      return call('POST /api/distributors/opportunities/decisions', {
        body: state === 'dismissed' ? { ...seen, state, reason } : { ...seen, state },
      })
    },
    onSuccess: ({ data: { decision } }, { row, state }) =>
      setSaid({ words: text.decided[state](row.product_name, row.dist_name), decision }),
    onError: (error) => setSaid({ words: errorText(error), failed: true }),
    onSettled,
  })
  const undo = useMutation({
    mutationFn: (decision: number) =>
      call('POST /api/distributors/opportunities/decisions/{decision}/undo', { params: { decision } }),
    onSuccess: () => setSaid({ words: text.undone }),
    onError: (error) => setSaid({ words: errorText(error), failed: true }),
    onSettled,
  })
  return { decide, undo, said, clear: () => setSaid(null) }
}
