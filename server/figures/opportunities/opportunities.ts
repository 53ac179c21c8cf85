// The opportunities of a month, found once per state of the data and scope.

import { WINDOW_MONTHS } from '#contract/lists/opportunities.ts'
import { addMonths, lastMonths, type Month, monthOf } from '#contract/month.ts'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { roundAmount, sumOf } from '#server/domain/money.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { FEWEST_PEERS } from './peers.ts'
import { type Asked, readSold, type Sold } from './read.ts'
import { rowOf } from './sold.ts'
import { type Void, voidsOf } from './voids.ts'

export interface Opportunities {
  readonly state: OpportunitySummary['state']
  /** Three closed months, oldest first. */
  readonly months: readonly Month[]
  /** Active in each of the months. */
  readonly distributors: number
  /** The highest estimate first. */
  readonly rows: readonly Opportunity[]
}

/** The closed months of a month: those that end with it, or with the one before today's month. `today`: 'YYYY-MM-DD'. */
export function closedMonths(month: Month, today: string): Month[] {
  const closed = addMonths(monthOf(today), -1)
  return lastMonths(month < closed ? month : closed, WINDOW_MONTHS)
}

/** Found opportunities by the state of the data, which is one object until anything changes. */
const found = new WeakMap<object, Map<string, Opportunities>>()
const MOST_KEPT = 12

/** Opportunities within the scope, of which the peers are too. `versions`: the data's state; the same object answers from memory. */
export async function opportunitiesOf(
  store: Reads,
  { month, today, scope }: { readonly month: Month; readonly today: string; readonly scope: Scope },
  versions: object,
): Promise<Opportunities> {
  const window = closedMonths(month, today)
  const kept = found.get(versions) ?? new Map<string, Opportunities>()
  found.set(versions, kept)
  const key = JSON.stringify([window, scope])
  const known = kept.get(key)
  if (known) return known
  const result = await find(store, { window, scope })
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, result)
  return result
}

/** What is said above the list, of all distributors or of one. */
export function summaryOf(
  { state, months, distributors, rows }: Opportunities,
  distId?: string,
): OpportunitySummary {
  const counted = ofDistributor(rows, distId)
  return {
    state,
    months: [...months],
    distributors,
    opportunities: counted.length,
    estimated_net: sumOf(counted, ({ estimated_net }) => estimated_net),
  }
}

export const ofDistributor = (
  rows: readonly Opportunity[],
  distId: string | undefined,
): readonly Opportunity[] => (distId === undefined ? rows : rows.filter(({ dist_id }) => dist_id === distId))

async function find(store: Reads, asked: Asked): Promise<Opportunities> {
  const sold = await readSold(store, asked)
  const said = { months: asked.window, distributors: sold.distributors.length }
  if (sold.months < asked.window.length) return { ...said, state: 'few-months', rows: [] }
  if (sold.distributors.length <= FEWEST_PEERS) return { ...said, state: 'few-distributors', rows: [] }
  const voids = await voidsOf(sold.table)
  const rows = voids.map((each) => opportunityOf(each, sold))
  rows.sort((one, other) => other.estimated_net - one.estimated_net)
  return { ...said, state: 'ok', rows }
}

const opportunityOf = (
  { distributor, product, peers, peersSelling, net, low, high }: Void,
  { distributors, products, lastSold }: Sold,
): Opportunity => ({
  ...rowOf(distributors, distributor),
  ...rowOf(products, product),
  ...{ peers, peers_selling: peersSelling },
  ...{ estimated_net: roundAmount(net), estimated_low: roundAmount(low), estimated_high: roundAmount(high) },
  last_sold: lastSold(distributor, product),
})
