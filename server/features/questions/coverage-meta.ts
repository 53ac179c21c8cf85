// What the figures of an answer cover, by names: for assistants and other programs, which see no screen around them.
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { DEFAULT_CURRENCY } from '#server/domain/money.ts'
import { labelsOf } from '#server/figures/labels.ts'
import type { MissingValues } from '#server/figures/missing-values.ts'
import { readSetting } from '#server/store/settings.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

interface Covering {
  readonly store: Reads
  readonly scope: Scope
  readonly missing: readonly MissingValues[]
}

export async function coverageMeta(filters: readonly Filter[], { store, scope, missing }: Covering) {
  const labelled = async (dimension: DimensionKey, keys: readonly string[]) => {
    const labels = await labelsOf(store, dimension, keys, scope)
    return keys.map((key) => ({ key, label: labels.get(key) ?? key }))
  }
  const where = await Promise.all(
    filters.map(async ({ dimension, isExcluded, values }) => ({
      dimension,
      label: dimensionOf(dimension).title,
      is_excluded: isExcluded,
      values: await labelled(dimension, values),
    })),
  )
  return {
    where,
    distributors: scope && (await labelled('distributor', scope)),
    currency: String((await readSetting(store, 'currency')) ?? DEFAULT_CURRENCY),
    missing: missing.map(({ values, ...of }) => ({ ...of, values: [...values] })),
  }
}
