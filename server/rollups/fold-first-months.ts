// First months after a change, from all purchases of the affected buyers.

import { WHOLE_SHOP } from '#server/figures/first-months.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Purchase, Purchases } from './purchases.ts'

/** Updates rollup_first_months. The caller holds the lock of `lockSpanning`. */
export async function foldFirstMonths(tx: Queries, { before, after }: Purchases): Promise<void> {
  const [was, is] = [firstsOf(before), firstsOf(after)]
  const lacks = (places: typeof was) => (place: Place) => places.get(placeOf(place))?.month !== place.month
  const ended = new Set([...was.values()].filter(lacks(is)).map(({ buyer }) => buyer))
  if (ended.size > 0) {
    // The rows are sorted by distributor within a month.
    const distributors = new Set([...was.values()].map(({ dist_id }) => dist_id))
    await tx.run(sql`
      delete from rollup_first_months where buyer in (${[...ended]}) and dist_id in (${[...distributors]})`)
  }
  const begun = [...is.values()].filter((place) => ended.has(place.buyer) || lacks(was)(place))
  const rows = begun.map(({ month, dist_id, buyer }) => sql`(${month}, ${dist_id}, ${buyer})`)
  if (rows.length > 0)
    await tx.run(sql`insert into rollup_first_months (month, dist_id, buyer) values ${sql.join(rows)}`)
}

/** The first month of each buyer at each place where it bought. */
function firstsOf(purchases: readonly Purchase[]): Map<string, Place> {
  const first = new Map<string, Place>()
  for (const { month, dist_id, buyer } of purchases)
    for (const place of [dist_id, WHOLE_SHOP].map((at) => ({ month, dist_id: at, buyer }))) {
      const known = first.get(placeOf(place))
      if (buyer !== '' && !(known && known.month <= month)) first.set(placeOf(place), place)
    }
  return first
}

type Place = Pick<Purchase, 'month' | 'dist_id' | 'buyer'>

const placeOf = ({ dist_id, buyer }: Place): string => JSON.stringify([dist_id, buyer])
