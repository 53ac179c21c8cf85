// The opportunities of a month, found once per state of the data and scope.

import { WINDOW_MONTHS } from '#contract/lists/opportunities.ts'
import { addMonths, isMonth, lastMonths, type Month, monthOf } from '#contract/month.ts'
import type { OpportunitySummary } from '#contract/opportunities.ts'
import { roundAmount } from '#server/domain/money.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { FEWEST_PEERS } from './peers.ts'
import { type Asked, readSold, type Sold, type SoldDistributor, type SoldProduct } from './read.ts'
import { rowOf } from './sold.ts'
import { type Void, voidsOf } from './voids.ts'

/** A void with its estimate. */
export interface Found extends SoldDistributor, SoldProduct {
  readonly peers: number
  readonly peers_selling: number
  readonly estimated_net: number
  readonly estimated_low: number
  readonly estimated_high: number
  readonly last_sold: Month | null
}

export interface Opportunities {
  readonly state: OpportunitySummary['state']
  /** Three closed months, oldest first. */
  readonly months: readonly Month[]
  /** Active in each of the months. */
  readonly distributors: number
  /** The highest estimate first. */
  readonly rows: readonly Found[]
}

/** The closed months of a month: those that end with it, or with the one before today's month. `today`: 'YYYY-MM-DD'. */
export function closedMonths(month: Month, today: string): Month[] {
  const closed = addMonths(monthOf(today), -1)
  return lastMonths(month < closed ? month : closed, WINDOW_MONTHS)
}

/** Versions of the data by name. */
export type Versions = ReadonlyMap<string, { readonly version: number }>

/** Found opportunities of a store in one state of its data. */
const found = new WeakMap<Reads, { readonly state: string; readonly kept: Map<string, Opportunities> }>()
const MOST_KEPT = 12

const states = new WeakMap<Versions, string>()

/** Equal while the months and the catalogue stay the same, whatever else people save. */
function stateOf(versions: Versions): string {
  const known = states.get(versions)
  if (known !== undefined) return known
  const read = [...versions].filter(([name]) => name === 'dimensions' || isMonth(name))
  const state = JSON.stringify(read.map(([name, { version }]) => [name, version]).sort())
  states.set(versions, state)
  return state
}

function keptFor(store: Reads, versions: Versions): Map<string, Opportunities> {
  const state = stateOf(versions)
  const last = found.get(store)
  if (last?.state === state) return last.kept
  const kept = new Map<string, Opportunities>()
  found.set(store, { state, kept })
  return kept
}

/** Opportunities within the scope, of which the peers are too, whatever was decided about them. */
export async function opportunitiesOf(
  store: Reads,
  { month, today, scope }: { readonly month: Month; readonly today: string; readonly scope: Scope },
  versions: Versions,
): Promise<Opportunities> {
  const window = closedMonths(month, today)
  const kept = keptFor(store, versions)
  const key = JSON.stringify([window, scope])
  const known = kept.get(key)
  if (known) return known
  const result = await find(store, { window, scope })
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, result)
  return result
}

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
): Found => ({
  ...rowOf(distributors, distributor),
  ...rowOf(products, product),
  ...{ peers, peers_selling: peersSelling },
  ...{ estimated_net: roundAmount(net), estimated_low: roundAmount(low), estimated_high: roundAmount(high) },
  last_sold: lastSold(distributor, product),
})
