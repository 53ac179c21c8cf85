// The present names of businesses and segments that the shop renamed.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** Dimensions whose keys are names. */
export const NAMED_DIMENSIONS = ['business', 'segment'] as const
export type NamedDimension = (typeof NAMED_DIMENSIONS)[number]

export const isNamed = (dimension: string): dimension is NamedDimension =>
  NAMED_DIMENSIONS.some((one) => one === dimension)

export const presentKeys = (dimension: NamedDimension, keys: readonly string[]): Sql =>
  sql`select new_key from former_names where dimension = ${dimension} and old_key in (${keys})`

/** By former name; names that are in use are left out. */
export async function presentNames(
  store: Pick<Reads, 'all'>,
  dimension: DimensionKey | 'all',
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!isNamed(dimension) || keys.length === 0) return new Map()
  const rows = await store.all<{ old_key: string; new_key: string }>(
    wholeShop(
      'former names of classes',
      sql`select old_key, new_key from former_names where dimension = ${dimension} and old_key in (${keys})`,
    ),
  )
  return new Map(rows.map(({ old_key, new_key }) => [old_key, new_key]))
}
