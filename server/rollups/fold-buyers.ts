// Distinct buyers after a change, counted through the keys of the affected buyers.
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Purchase, Purchases } from './purchases.ts'

/** Updates rollup_buyers and rollup_shared_buyers. */
export async function foldBuyers(tx: Queries, { before, after }: Purchases): Promise<void> {
  await foldCounts(tx, countedBuyers(before), countedBuyers(after))
  await foldShared(tx, before, after)
}

const monthsOf = (rows: readonly Purchase[]): string[] => [...new Set(rows.map(({ month }) => month))]

const keysOf = (rows: readonly Purchase[]): Sql => {
  const keys = rows.map(
    ({ month, buyer, dist_id }) =>
      sql`(cast(${month} as text), cast(${buyer} as text), cast(${dist_id} as text))`,
  )
  return sql`(values ${sql.join(keys)}) touched (month, buyer, dist_id)`
}

interface Counts {
  readonly month: string
  /** Null for the whole month. */
  readonly dist_id: string | null
  readonly buyers: number
  readonly employees: number
}

const keyOf = ({ month, dist_id }: Pick<Counts, 'month' | 'dist_id'>): string =>
  JSON.stringify([month, dist_id])

/** In the same form as `countedBuyers` of buyers.ts. */
function countedBuyers(rows: readonly Purchase[]): Map<string, Counts> {
  const places = rows.flatMap((row) => [row, { ...row, dist_id: null }])
  const counts = [...Map.groupBy(places, keyOf).values()].flatMap((bought) => {
    const [first] = bought
    if (!first) return []
    const distinct = (some: readonly { buyer: string }[]) => new Set(some.map(({ buyer }) => buyer)).size
    const unknown = bought.filter(({ buyer }) => buyer === '')
    return {
      ...{ month: first.month, dist_id: first.dist_id },
      buyers:
        distinct(bought.filter(({ buyer }) => buyer !== '')) +
        unknown.reduce((sum, { orders }) => sum + orders, 0),
      employees: distinct(bought.filter(({ employee }) => employee)),
    }
  })
  return new Map(counts.map((count) => [keyOf(count), count]))
}

async function foldCounts(
  tx: Queries,
  before: ReadonlyMap<string, Counts>,
  after: ReadonlyMap<string, Counts>,
): Promise<void> {
  const fewer = new Set<string>()
  for (const [key, { month, dist_id }] of new Map([...before, ...after])) {
    const [was, is] = [before.get(key), after.get(key)]
    const buyers = (is?.buyers ?? 0) - (was?.buyers ?? 0)
    const employees = (is?.employees ?? 0) - (was?.employees ?? 0)
    if (buyers === 0 && employees === 0) continue
    if (buyers < 0) fewer.add(month)
    const place = dist_id === null ? sql`dist_id is null` : sql`dist_id = ${dist_id}`
    const updated = await tx.run(sql`
      update rollup_buyers set buyers = buyers + ${buyers}, employees = employees + ${employees}
      where month = ${month} and ${place}`)
    if (updated === 0)
      await tx.run(sql`
        insert into rollup_buyers (month, dist_id, buyers, employees)
        values (${month}, ${dist_id}, ${buyers}, ${employees})`)
  }
  if (fewer.size > 0)
    await tx.run(sql`delete from rollup_buyers where month in (${[...fewer]}) and buyers = 0`)
}

async function foldShared(
  tx: Queries,
  before: readonly Purchase[],
  after: readonly Purchase[],
): Promise<void> {
  const [was, is] = [sharedBy(before), sharedBy(after)]
  const ended = [...was].flatMap(([key, row]) => (is.has(key) ? [] : row))
  const begun = [...is].flatMap(([key, row]) => (was.has(key) ? [] : row))
  if (ended.length > 0)
    await tx.run(sql`
      delete from rollup_shared_buyers s using ${keysOf(ended)}
      where s.month in (${monthsOf(ended)}) and s.month = touched.month and s.buyer = touched.buyer
        and s.dist_id = touched.dist_id`)
  if (begun.length > 0)
    await tx.run(sql`
      insert into rollup_shared_buyers (month, dist_id, buyer)
      values ${sql.join(begun.map(({ month, dist_id, buyer }) => sql`(${month}, ${dist_id}, ${buyer})`))}`)
}

/** One row per distributor for each buyer of several, by their key. */
function sharedBy(rows: readonly Purchase[]): Map<string, Purchase> {
  const known = rows.filter(({ buyer }) => buyer !== '')
  const shared = [...Map.groupBy(known, ({ month, buyer }) => JSON.stringify([month, buyer])).values()]
    .map((bought) => new Map(bought.map((row) => [row.dist_id, row])))
    .filter((distributors) => distributors.size > 1)
  return new Map(
    shared.flatMap((distributors) =>
      [...distributors.values()].map(
        (row) => [JSON.stringify([row.month, row.buyer, row.dist_id]), row] as const,
      ),
    ),
  )
}
