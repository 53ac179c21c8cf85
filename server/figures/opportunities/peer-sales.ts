// What the peers of a distributor sold of a product: the rows that a void counts as peers, and as those that sell it.
import type { Month } from '#contract/month.ts'
import type { OpportunityPeer } from '#contract/opportunities.ts'
import { idsOfKey } from '#server/domain/product-key.ts'
import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { Versions } from '../kept.ts'
import { type Opportunities, opportunitiesOf } from './opportunities.ts'

interface AskedPeers {
  readonly month: Month
  readonly today: string
  readonly scope: Scope
  readonly distId: string
  /** Of the product. */
  readonly key: string
}

type Sold = Omit<OpportunityPeer, 'dist_name'>

export async function peerSales(
  store: Reads,
  asked: AskedPeers,
  versions: Versions,
): Promise<{ readonly found: Opportunities; readonly rows: readonly OpportunityPeer[] }> {
  const found = await opportunitiesOf(store, asked, versions)
  const peers = found.peers.get(asked.distId) ?? []
  const sold = await store.all<Sold>(
    soldIn(
      found.months,
      peers.map(({ dist_id }) => dist_id),
      asked,
    ),
  )
  const soldBy = new Map(sold.map((row) => [row.dist_id, row]))
  const rows = peers.map((peer) => ({ ...NOTHING, ...soldBy.get(peer.dist_id), ...peer }))
  return { found, rows }
}

const NOTHING = { total_amount: 0, units_sold: 0, sells: false }

const soldIn = (months: readonly Month[], ids: readonly string[], { key, scope }: AskedPeers): ScopedSql => {
  const [product, variation] = idsOfKey(key)
  return sql`
    select dist_id, sum(net) as total_amount, sum(units) as units_sold, max(units) > 0 as sells from rollup_products
    where month in (${months}) and dist_id in (${ids}) and product_id = ${sql.whole(product)}
      and variation_id = ${sql.whole(variation)}
      and status = 'wc-completed' and ${inScope(scope)}
    group by dist_id`
}
