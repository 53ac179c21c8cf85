// The voids of a month beside what people decided about them: open ones are those of the month, others of whatever month.
import type { VoidState } from '#contract/lists/opportunities.ts'
import type { Month } from '#contract/month.ts'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { sumOf } from '#server/domain/money.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { Versions } from '../kept.ts'
import { decisionsOf, UNDECIDED, voidKey } from './decisions.ts'
import { type Opportunities, opportunitiesOf } from './opportunities.ts'

interface AskedVoids {
  readonly month: Month
  readonly today: string
  readonly scope: Scope
  /** Only of this distributor. */
  readonly distId?: string | undefined
}

export interface Voids {
  readonly found: Opportunities
  /** Of one that is not active nothing is found. */
  readonly isActive: boolean
  /** Of each state; the highest estimate first, of decided ones the last decision. */
  readonly rows: Readonly<Record<VoidState, readonly Opportunity[]>>
}

export async function voidsOfMonth(store: Reads, asked: AskedVoids, versions: Versions): Promise<Voids> {
  const [found, decided] = await Promise.all([
    opportunitiesOf(store, asked, versions),
    decisionsOf(store, asked),
  ])
  const isAsked = ({ dist_id }: { readonly dist_id: string }) =>
    asked.distId === undefined || dist_id === asked.distId
  const inState = (state: VoidState) =>
    [...decided.values()].filter((row) => row.state === state && isAsked(row))
  const open = found.rows.filter(isAsked).flatMap((row): Opportunity | Opportunity[] => {
    const decision = decided.get(voidKey(row))
    if (decision && decision.state !== 'open') return []
    return { ...UNDECIDED, ...row, decision: decision?.decision ?? null }
  })
  const isActive = asked.distId === undefined || found.peers.has(asked.distId)
  return { found, isActive, rows: { open, followed: inState('followed'), dismissed: inState('dismissed') } }
}

/** What is said above the list. */
export const summaryOf = ({
  found: { state, months, distributors },
  isActive,
  rows: { open, followed, dismissed },
}: Voids): OpportunitySummary => ({
  ...{ state: state === 'ok' && !isActive ? 'inactive' : state, months: [...months], distributors },
  opportunities: open.length,
  estimated_net: sumOf(open, ({ estimated_net }) => estimated_net ?? 0),
  followed: followed.length,
  followed_net: sumOf(followed, ({ sold_net }) => sold_net ?? 0),
  dismissed: dismissed.length,
})
