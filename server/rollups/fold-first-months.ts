// First months after a change, from all purchases of the affected buyers.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { WHOLE_SHOP } from './first-months.ts'
import type { Purchases } from './purchases.ts'

/** Updates rollup_first_months. The caller holds the lock of `lockSpanning`. */
export async function foldFirstMonths(tx: Queries, { before, after }: Purchases): Promise<void> {
  const buyers = [...new Set([...before, ...after].flatMap(({ buyer }) => buyer || []))]
  if (buyers.length === 0) return
  // The rows are sorted by distributor within a month.
  const distributors = new Set([...before, ...after].map(({ dist_id }) => dist_id))
  const which = sql`buyer in (${buyers}) and dist_id in (${[WHOLE_SHOP, ...distributors]})`
  const stored = await tx.all<Place>(
    sql`select month, dist_id, buyer from rollup_first_months where ${which}`,
  )
  const first = new Map<string, Place>()
  for (const { month, dist_id, buyer } of after)
    for (const place of [dist_id, WHOLE_SHOP].map((at) => ({ month, dist_id: at, buyer }))) {
      const known = first.get(placeOf(place))
      if (buyer !== '' && !(known && known.month <= month)) first.set(placeOf(place), place)
    }
  const textOf = (places: Iterable<Place>) =>
    [...places]
      .map((place) => placeOf(place) + place.month)
      .sort()
      .join()
  if (textOf(stored) === textOf(first.values())) return
  if (stored.length > 0) await tx.run(sql`delete from rollup_first_months where ${which}`)
  const rows = [...first.values()].map(({ month, dist_id, buyer }) => sql`(${month}, ${dist_id}, ${buyer})`)
  if (rows.length > 0)
    await tx.run(sql`insert into rollup_first_months (month, dist_id, buyer) values ${sql.join(rows)}`)
}

interface Place {
  readonly month: string
  readonly dist_id: string
  readonly buyer: string
}

const placeOf = ({ dist_id, buyer }: Place): string => JSON.stringify([dist_id, buyer])
