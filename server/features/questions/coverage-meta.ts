// What the figures of an answer cover, by names: for assistants and other programs, which see no screen around them.
import { dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { distributorNames, labelsOf } from '#server/figures/labels.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export async function coverageMeta(filters: readonly Filter[], store: Reads, scope: Scope) {
  const where = await Promise.all(
    filters.map(async ({ dimension, isExcluded, values }) => {
      const labels = await labelsOf(store, dimension, values, scope)
      return {
        dimension,
        label: dimensionOf(dimension).title,
        is_excluded: isExcluded,
        values: values.map((key) => ({ key, label: labels.get(key) ?? key })),
      }
    }),
  )
  const names = scope && (await distributorNames(store, scope))
  return { where, distributors: names && scope.map((key, at) => ({ key, label: names[at] ?? key })) }
}
