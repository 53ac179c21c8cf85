// The opportunities of a month, found once per state of its data and scope.
import { WINDOW_MONTHS } from '#contract/lists/opportunities.ts'
import { addMonths, lastMonths, type Month, monthOf } from '#contract/month.ts'
import type { OpportunitySummary } from '#contract/opportunities.ts'
import { roundAmount } from '#server/domain/money.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { keeper, type Versions } from '../kept.ts'
import { FEWEST_PEERS, peersOf } from './peers.ts'
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
  /** Of each active distributor. */
  readonly peers: ReadonlyMap<string, readonly SoldDistributor[]>
}

/** The closed months of a month: those that end with it, or with the one before today's month. `today`: 'YYYY-MM-DD'. */
export function closedMonths(month: Month, today: string): Month[] {
  const closed = addMonths(monthOf(today), -1)
  return lastMonths(month < closed ? month : closed, WINDOW_MONTHS)
}

const kept = keeper<Opportunities>(40)

/** Opportunities within the scope, of which the peers are too, whatever was decided about them. */
export function opportunitiesOf(
  store: Reads,
  { month, today, scope }: { readonly month: Month; readonly today: string; readonly scope: Scope },
  versions: Versions,
): Promise<Opportunities> {
  const window = closedMonths(month, today)
  const asked = { versions, until: window.at(-1) ?? month, scope }
  return kept(store, asked, () => find(store, { window, scope }))
}

async function find(store: Reads, asked: Asked): Promise<Opportunities> {
  const sold = await readSold(store, asked)
  const said = { months: asked.window, distributors: sold.distributors.length, peers: new Map() }
  if (sold.months < asked.window.length) return { ...said, state: 'few-months', rows: [] }
  if (sold.distributors.length <= FEWEST_PEERS) return { ...said, state: 'few-distributors', rows: [] }
  const near = await peersOf(sold.table)
  const voids = await voidsOf(sold.table, near)
  const rows = voids.map((each) => opportunityOf(each, sold))
  rows.sort((one, other) => other.estimated_net - one.estimated_net)
  const peers = new Map(
    sold.distributors.map(({ dist_id }, d) => [
      dist_id,
      rowOf(near, d).map(({ distributor }) => rowOf(sold.distributors, distributor)),
    ]),
  )
  return { ...said, state: 'ok', rows, peers }
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
