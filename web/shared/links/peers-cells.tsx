// Cells of opportunities: every number leads to the peers that it counts or is estimated from.
import { opportunityLists } from '#contract/lists/opportunities.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { cellText } from '#web/text/format.ts'
import { PeersLink } from './peers-link.tsx'

type Row = Omit<Opportunity, 'decided_by'>

const FIGURES = new Set([
  'estimated_net',
  'estimated_low',
  'estimated_high',
  'peers_selling',
  'peers',
] as const)

const isFigure = (key: string): key is typeof FIGURES extends Set<infer Key> ? Key : never =>
  (FIGURES as ReadonlySet<string>).has(key)

export const PEERS_CELLS = Object.fromEntries(
  opportunityLists.opportunities.columns.flatMap((column) => {
    const { key } = column
    if (!isFigure(key)) return []
    return [[key, (row: Row) => <PeersLink row={row}>{cellText(row[key], column)}</PeersLink>]]
  }),
)
